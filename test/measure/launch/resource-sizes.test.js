import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { transferredBytes } from '../../../src/measure/launch/resource-sizes.js'

/** @import { AddressInfo } from 'node:net' */

/** @type {Record<string, string>} what is sent for each path before the connection is closed */
const responses = {
  '/small': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nhello',
  '/gone': 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  '/cut-off': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe'
}
/** Sent for a path that gets no more. */
const begun = { '/silent': '', '/stalls': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe' }
const server = createServer(socket => {
  socket.on('error', ignoreReset)
  socket.once('data', request => {
    const path = /^GET (\S+)/.exec(String(request))?.[1] ?? ''
    if (path === '/reset') socket.resetAndDestroy()
    else if (path === '/reset-midway')
      socket.write(begun['/stalls'], () => setTimeout(() => socket.resetAndDestroy(), 20))
    else if (path in begun) socket.write(begun[/** @type {keyof typeof begun} */ (path)])
    else socket.end(responses[path] ?? '')
  })
})
let origin = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`
})

afterAll(() => void server.close())

/** @param {string} path @param {{ limitMs?: number, signal?: AbortSignal }} [bounds] */
function bytesOf(path, { limitMs, signal = new AbortController().signal } = {}) {
  return transferredBytes({ url: origin + path, headers: {}, variant: 'off', limitMs, signal })
}

test('all bytes of a response count, its status line and headers too', async () => {
  expect(await bytesOf('/small')).toEqual({ bytes: responses['/small']?.length, contentEncoding: 'gzip' })
})

test('a response other than 200 is an error with its address', async () => {
  await expect(bytesOf('/gone')).rejects.toMatchObject({
    code: 'ERR_NOT_MEASURABLE',
    message: expect.stringMatching(/off.*\/gone/)
  })
})

test.each(['/reset', '/reset-midway', '/cut-off'])(
  'a connection that ends before the response does is such an error: %s',
  async path => {
    await expect(bytesOf(path)).rejects.toMatchObject({
      code: 'ERR_NOT_MEASURABLE',
      details: { variant: 'off', url: origin + path, reasons: [{ code: 'failed-requests', requests: 1 }] }
    })
  }
)

test.each(['/silent', '/stalls'])('a response that does not come or end is such an error: %s', async path => {
  await expect(bytesOf(path, { limitMs: 100 })).rejects.toMatchObject({
    code: 'ERR_NOT_MEASURABLE',
    details: { variant: 'off', url: origin + path, reasons: [{ code: 'timeouts', requests: 1 }] }
  })
})

test('an interruption ends the wait, with its own reason', async () => {
  const interrupted = new AbortController()
  const bytes = bytesOf('/silent', { signal: interrupted.signal })
  interrupted.abort(new Error('interrupted'))
  await expect(bytes).rejects.toThrow('interrupted')
})

function ignoreReset() {}
