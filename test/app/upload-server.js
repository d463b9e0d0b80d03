import { once } from 'node:events'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { spawnServer } from './child-server.js'

const entry = fileURLToPath(new URL('../../src/labs/upload/app/server.js', import.meta.url))
const LIMIT_MS = 20_000

/**
 * Starts the server of the upload lab on a free port, and waits until it listens. `endServers` of child-server.js ends it.
 * @param {NodeJS.ProcessEnv} env
 */
export async function startUploadServer(env) {
  const server = spawnUploadServer(env)
  const signal = AbortSignal.timeout(LIMIT_MS)
  while (!server.output.stdout.includes('\n')) await once(server.child.stdout, 'data', { signal })
  const url = /http:\/\/\S+/.exec(server.output.stdout)?.[0] ?? ''
  return { ...server, url, port: Number(new URL(url).port) }
}

/** @param {NodeJS.ProcessEnv} env */
export function spawnUploadServer(env) {
  return spawnServer([], env, entry)
}

/**
 * Opens a connection and sends the head of an upload, and nothing of its body.
 * @param {number} port
 * @param {string} name as it stands in the path
 * @param {{ [header: string]: string | number }} headers
 */
export async function beginUpload(port, name, headers) {
  const socket = net.connect(port, '127.0.0.1')
  const received = { text: '' }
  socket.setEncoding('latin1').on('data', text => (received.text += text))
  // A reset is seen as a response that is missing.
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  await once(socket, 'connect')
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([header, value]) => `${header}: ${value}\r\n`)
  socket.write(`PUT /upload/${name} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return { socket, received, closed, receive }

  /**
   * Waits until what was received matches a pattern.
   * @param {RegExp} pattern
   */
  async function receive(pattern) {
    const signal = AbortSignal.timeout(LIMIT_MS)
    while (!pattern.test(received.text)) {
      if (socket.readableEnded || socket.destroyed)
        throw new Error(`closed after ${JSON.stringify(received.text)}, which does not match ${pattern}`)
      await Promise.race([once(socket, 'data', { signal }), once(socket, 'end', { signal }), closed])
    }
    return received.text
  }
}

/** Waits until the server has handled what was sent to it before. @param {number} port */
export async function ping(port) {
  const response = await fetch(`http://127.0.0.1:${port}/ping`)
  return response.text()
}
