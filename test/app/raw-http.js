import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'

/** @import { AddressInfo } from 'node:net' */

/**
 * @param {http.RequestListener} handler
 * @returns {Promise<{ server: http.Server, port: number }>}
 */
export async function listen(handler) {
  const server = http.createServer(handler)
  return { server, port: await listenOnFreePort(server) }
}

/** @param {http.Server} server */
export async function listenOnFreePort(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return /** @type {AddressInfo} */ (server.address()).port
}

/**
 * Sends one request on a connection of its own.
 * @param {number} port
 * @param {string} path
 * @param {{ [name: string]: string }} headers
 * @returns {Promise<Buffer>} the whole answer: status line, headers and body as transferred
 */
export async function transfer(port, path, headers = {}) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(requestText(path, { Connection: 'close', ...headers }))
  return Buffer.concat(await socket.toArray())
}

/**
 * @param {string} path
 * @param {{ [name: string]: string }} headers
 */
export function requestText(path, headers = {}) {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** @param {Buffer} answer as `transfer` returns it */
export function headOf(answer) {
  return answer.subarray(0, answer.indexOf('\r\n\r\n')).toString('latin1')
}

/** @param {Buffer} answer as `transfer` returns it */
export function bodyOf(answer) {
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4)
  return headOf(answer).includes('Transfer-Encoding: chunked') ? joinChunks(body) : body
}

/** @param {Buffer} body */
function joinChunks(body) {
  const chunks = []
  let rest = body
  for (let size = sizeOfFirst(rest); size > 0; size = sizeOfFirst(rest)) {
    const start = rest.indexOf('\r\n') + 2
    chunks.push(rest.subarray(start, start + size))
    rest = rest.subarray(start + size + 2)
  }
  return Buffer.concat(chunks)
}

/** @param {Buffer} chunks */
function sizeOfFirst(chunks) {
  return Number.parseInt(chunks.toString('latin1', 0, chunks.indexOf('\r\n')), 16)
}
