import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { prepareCleanStop } from '../../src/app/stop-cleanly.js'
import { listenOnFreePort, requestText } from './raw-http.js'

/** @type {http.Server} */
let server

afterEach(() => server.closeAllConnections())

test('an open request is answered in full, then its keep-alive connection is closed', async () => {
  const { port, stop } = await start()
  const socket = ask(port)
  const response = await nextRequest()
  const stopped = stop()
  response.end('late but whole')

  expect(String(Buffer.concat(await socket.toArray()))).toMatch(/late but whole$/)
  await stopped
})

test('a response whose headers were sent before the stop does not keep its connection open', async () => {
  const { port, stop } = await start()
  const socket = ask(port)
  const response = await nextRequest()
  response.write('first part, ')
  await once(socket, 'readable')
  const stopped = stop()
  response.end('second part')

  const text = String(Buffer.concat(await socket.toArray()))
  expect(text).toContain('Connection: keep-alive')
  expect(text).toContain('second part')
  await stopped
})

test('a response that is still being written to a slow client is not cut', async () => {
  const { port, stop } = await start()
  const socket = ask(port)
  const response = await nextRequest()
  const body = Buffer.alloc(32 * 1024 * 1024, 'a')
  response.end(body)
  await once(socket, 'readable')
  const stopped = stop()

  const received = Buffer.concat(await socket.toArray())
  expect(received.length).toBeGreaterThan(body.length)
  await stopped
})

test('a request on a connection opened before the stop is answered with Connection: close', async () => {
  const { port, stop } = await start()
  const busy = ask(port)
  const first = await nextRequest()
  const second = nextRequest()
  const stopped = stop()
  busy.write(requestText('/'))
  // Between the two the connection would be idle, and the stop closes an idle one.
  const response = await second
  first.end('first')
  response.end('second')

  expect(String(Buffer.concat(await busy.toArray()))).toMatch(/Connection: close.*second$/s)
  await stopped
})

test('connections that are idle or were never used are closed, new ones are refused', async () => {
  const { port, stop } = await start()
  const unused = net.connect(port, '127.0.0.1')
  await once(server, 'connection')
  const idle = ask(port)
  const response = await nextRequest()
  response.end()
  await once(idle, 'data')

  await Promise.all([stop(), once(unused.resume(), 'close'), once(idle.resume(), 'close')])
  const [error] = await once(net.connect(port, '127.0.0.1'), 'error')
  expect(error.code).toBe('ECONNREFUSED')
})

test('a request without a response is cut after the limit', async () => {
  const { port, stop } = await start(100)
  const socket = ask(port)
  await nextRequest()

  await Promise.all([stop(), once(socket.on('error', ignoreReset).resume(), 'close')])
})

/** @param {number} [limitMs] */
async function start(limitMs) {
  server = http.createServer()
  const stop = prepareCleanStop(server, limitMs)
  return { port: await listenOnFreePort(server), stop }
}

/** @param {number} port */
function ask(port) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(requestText('/'))
  return socket
}

/** @returns {Promise<http.ServerResponse>} */
async function nextRequest() {
  const [, response] = await once(server, 'request')
  return response
}

/** A connection cut by the server may end in a reset. */
function ignoreReset() {}
