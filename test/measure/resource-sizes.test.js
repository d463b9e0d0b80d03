import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { transferredBytes } from '../../src/measure/resource-sizes.js'

/** @import { AddressInfo } from 'node:net' */

const responses = {
  '/small': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nhello',
  '/gone': 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
}
const server = createServer(socket => {
  socket.once('data', request => {
    const path = /^GET (\S+)/.exec(String(request))?.[1]
    socket.end(path === '/small' ? responses['/small'] : responses['/gone'])
  })
})
let origin = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`
})

afterAll(() => void server.close())

test('all bytes of a response count, its status line and headers too', async () => {
  expect(await transferredBytes(`${origin}/small`, {}, 'off')).toEqual({
    bytes: responses['/small'].length,
    contentEncoding: 'gzip'
  })
})

test('a response other than 200 is an error with its address', async () => {
  await expect(transferredBytes(`${origin}/gone`, {}, 'off')).rejects.toMatchObject({
    code: 'ERR_NOT_MEASURABLE',
    message: expect.stringMatching(/off.*\/gone/)
  })
})
