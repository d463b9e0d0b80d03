import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { playOverSockets } from '../../src/load/sockets.js'
import { startLoadServer } from './load-server.js'

/** @import { ServerResponse } from 'node:http' */
/** @import { AddressInfo, Socket } from 'node:net' */
/** @import { LoadRequest } from '../../src/load/types.js' */

jest.setTimeout(20_000)

const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip' }
const BIG_PAGE = Buffer.alloc(300_000, 'page ')
/** Long enough for any test: the number of requests ends the load. */
const LONG_MS = 15_000
/** @type {(() => Promise<unknown>)[]} */
const cleanups = []

afterEach(async function cleanUp() {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** @type {Record<string, (response: ServerResponse) => unknown>} */
const replies = {
  'with a length': response => response.writeHead(200, { 'content-length': 5 }).end('hello'),
  'in chunks': response => {
    response.write('hello ')
    setImmediate(() => response.end('again'))
  },
  'in chunks with trailers': response => {
    response.setHeader('trailer', 'x-sum')
    response.write('hello')
    response.addTrailers({ 'x-sum': '1' })
    response.end()
  },
  'in many reads': response => response.end(BIG_PAGE),
  'in many chunks': response => {
    for (let chunk = 0; chunk < 20; chunk++) response.write(BIG_PAGE.subarray(0, 7001 * chunk + 1))
    response.end()
  },
  'without content': response => response.writeHead(204).end(),
  'after an informational response': response => {
    response.writeProcessing()
    response.end('hello')
  }
}

test.each(Object.entries(replies))('reads responses %s on connections that stay open', async (_name, reply) => {
  const server = await serverFor({ reply })
  const result = await playOverSockets(request(server.url, { requests: 60, connections: 4 }))

  expect(result).toMatchObject({ sent: 60, completed: 60, non2xx: 0, errors: 0, timeouts: 0, errorMessages: {} })
  expect(server.seen).toMatchObject({ requests: 60, connections: 4 })
  expect(hdr.decodeFromCompressedBase64(result.latencyMicros).totalCount).toBe(60)
})

test('not modified counts as a response other than 2xx', async () => {
  const server = await serverFor({ reply: response => response.writeHead(304).end() })
  const result = await playOverSockets(request(server.url, { requests: 20, connections: 2 }))

  expect(result).toMatchObject({ completed: 20, non2xx: 20, errors: 0 })
})

test('opens a new connection after a response that says so', async () => {
  const server = await serverFor({ reply: response => response.setHeader('connection', 'close').end('hello') })
  const result = await playOverSockets(request(server.url, { requests: 30, connections: 3 }))

  expect(result).toMatchObject({ sent: 30, completed: 30, errors: 0 })
  expect(server.seen.connections).toBe(30)
})

test('a response without a length ends when the server closes the connection', async () => {
  const server = await rawServerFor(socket => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello'))
  const result = await playOverSockets(request(server.url, { requests: 30, connections: 3 }))

  expect(result).toMatchObject({ sent: 30, completed: 30, errors: 0, errorMessages: {} })
  expect(server.seen.connections).toBe(30)
})

test('connects again when the server closes a connection without a notice', async () => {
  const server = await rawServerFor((socket, number) => {
    if (number % 10 === 0) return socket.end()
    return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello')
  })
  const result = await playOverSockets(request(server.url, { requests: 100, connections: 1 }))

  expect(result).toMatchObject({ sent: 100, completed: 90, errors: 10, timeouts: 0 })
  expect(result.errorMessages).toEqual({ 'the server closed the connection before a response': 10 })
  expect(server.seen.connections).toBe(10)
})

test('a response that is cut off is an error', async () => {
  const server = await rawServerFor(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello'))
  const result = await playOverSockets(request(server.url, { requests: 5, connections: 1 }))

  expect(result).toMatchObject({ sent: 5, completed: 0, errors: 5 })
})

test('a malformed response is an error, and the next request has a new connection', async () => {
  const server = await rawServerFor((socket, number) =>
    socket.write(number % 2 ? 'hello\r\n\r\n' : 'HTTP/1.1 204 No Content\r\n\r\n')
  )
  const result = await playOverSockets(request(server.url, { requests: 6, connections: 1 }))

  expect(result).toMatchObject({ sent: 6, completed: 3, errors: 3 })
  expect(result.errorMessages).toEqual({ 'malformed response: no status line': 3 })
  expect(server.seen.connections).toBe(4)
})

test('gives up a request that has no response', async () => {
  const server = await serverFor({ holdUntil: Number.POSITIVE_INFINITY })
  const asked = request(server.url, { requests: 6, connections: 3 })
  const result = await playOverSockets(asked, { answerLimitMs: 60 })

  expect(result).toMatchObject({ sent: 6, completed: 0, errors: 6, timeouts: 6 })
  expect(result.errorMessages).toEqual({ 'no response within 60 ms': 6 })
})

test('at the end of its time it sends no request, and waits for the responses still due', async () => {
  const server = await serverFor({ delayMs: 150 })
  const result = await playOverSockets(request(server.url, { durationMs: 20, connections: 5 }))

  expect(result).toMatchObject({ sent: 5, completed: 5, errors: 0 })
  expect(server.seen.requests).toBe(5)
})

describe.each([1, 7, 100, 1001])('%d requests', requests => {
  test('are sent and answered, no more and no fewer', async () => {
    const server = await serverFor({})
    const result = await playOverSockets(request(server.url, { requests, connections: 50 }))

    expect(result).toMatchObject({ sent: requests, completed: requests, errors: 0 })
    expect(server.seen.requests).toBe(requests)
    expect(result.durationMs).toBeLessThan(LONG_MS)
  })
})

test('requests that fail count among those sent', async () => {
  const server = await serverFor({ dropEvery: 10 })
  const result = await playOverSockets(request(server.url, { requests: 100, connections: 5 }))

  expect(result).toMatchObject({ sent: 100, completed: 90, errors: 10 })
})

test('time ends a load before its number of requests', async () => {
  const server = await serverFor({ delayMs: 20 })
  const result = await playOverSockets(request(server.url, { requests: 1_000_000, durationMs: 100 }))

  expect(result.sent).toBeLessThan(1_000_000)
  expect(result).toMatchObject({ sent: server.seen.requests, completed: server.seen.requests, errors: 0 })
})

test('keeps many connections busy', async () => {
  const server = await serverFor({ holdUntil: 500 })
  const result = await playOverSockets(request(server.url, { requests: 2000, connections: 500 }))

  expect(result).toMatchObject({ sent: 2000, completed: 2000, errors: 0 })
  expect(server.seen.connections).toBe(500)
})

test('a server that dies ends no load, and leaves errors', async () => {
  const server = await startLoadServer({ onRequest: () => server.seen.requests === 200 && server.close() })
  const result = await playOverSockets(request(server.url, { durationMs: 400, connections: 20 }))

  expect(result.completed).toBeLessThanOrEqual(200)
  expect(result.errors).toBe(result.sent - result.completed)
  expect(Object.keys(result.errorMessages).join()).toMatch(/ECONNREFUSED/)
  expect(result.errors).toBeLessThan(20 * 400)
})

test('sends the given headers and otherwise only those that HTTP needs', async () => {
  const server = await serverFor({})
  await playOverSockets(request(server.url, { requests: 2 }))
  await playOverSockets({ ...request(server.url, { requests: 2 }), headers: {} })

  expect([...server.seen.headerNames]).toEqual(['host,accept,accept-encoding,connection', 'host,connection'])
})

test('sends path and query to a host with an IPv6 address', async () => {
  /** @type {string[]} */
  const seen = []
  const server = await rawServerFor((socket, _number, text) => {
    seen.push(text)
    socket.write('HTTP/1.1 204 No Content\r\n\r\n')
  }, '::1')
  const url = `${server.url}/info?a=1`
  const result = await playOverSockets({ ...request(url, { requests: 1 }), headers: {} })

  expect(result).toMatchObject({ sent: 1, completed: 1 })
  expect(seen).toEqual([`GET /info?a=1 HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: keep-alive\r\n\r\n`])
})

test('refuses a load over another protocol', async () => {
  await expect(playOverSockets(request('ftp://127.0.0.1:9/', {}))).rejects.toThrow('does not play loads over ftp:')
})

/** @param {Parameters<typeof startLoadServer>[0]} behaviour */
async function serverFor(behaviour) {
  const server = await startLoadServer(behaviour)
  cleanups.push(server.close)
  return server
}

/**
 * Starts a server that writes what it likes. Each read of a connection is taken for one request.
 * @param {(socket: Socket, number: number, text: string) => void} reply
 * @param {string} [host]
 */
async function rawServerFor(reply, host = '127.0.0.1') {
  const seen = { connections: 0, requests: 0 }
  const server = createServer(function serve(socket) {
    seen.connections++
    socket.on('data', data => reply(socket, ++seen.requests, data.toString()))
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, host)
  await once(server, 'listening')
  cleanups.push(async function close() {
    server.close()
    await once(server, 'close')
  })
  const { port } = /** @type {AddressInfo} */ (server.address())
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, seen }
}

/**
 * @param {string} url
 * @param {{ requests?: number, durationMs?: number, connections?: number }} amount
 * @returns {LoadRequest}
 */
function request(url, { requests, durationMs = LONG_MS, connections = 10 }) {
  const load = /** @type {const} */ ({ generator: 'sockets', mode: 'closed', connections })
  return { ...load, url, headers: HEADERS, durationMs, ...(requests && { requests }) }
}
