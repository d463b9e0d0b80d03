import { setMaxListeners } from 'node:events'
import { request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { finished, Readable } from 'node:stream'
import { uploadBodies } from './bodies.js'
import { readServerTiming } from './server-timing.js'
import { connectUpload } from './socket.js'

/**
 * @import { IncomingMessage } from 'node:http'
 * @import { UploadBody } from './bodies.js'
 * @import { SentFile, SentUploads, UploadsOrder } from './types.js'
 */

/**
 * Uploads files at once, each over a connection of its own. The bodies are made and hashed before the time begins. A response that comes
 * before the body is sent ends that upload; a connection that ends without a response has the status null. The process has at most 76 MB
 * resident for 125 bodies of 10 MiB in flight, 20 to 30 MB more than at its start.
 * @param {UploadsOrder} order
 * @returns {Promise<SentUploads>}
 */
export async function sendUploads({ origin, files: count, sizeBytes, seed, limitMs, refusals = 0 }) {
  const bodies = uploadBodies({ files: count, sizeBytes, seed })
  const signal = AbortSignal.timeout(limitMs)
  // Every request listens to it.
  setMaxListeners(0, signal)
  /** @type {(() => void)[]} */
  const held = []
  let ended = 0
  let inFlight = 0
  let mostInFlight = 0
  const startedMs = performance.now()
  const files = await Promise.all(bodies.map(send))
  return { files, totalMs: performance.now() - startedMs, mostInFlight }

  /** @param {UploadBody} body @param {number} index @returns {Promise<SentFile>} */
  function send({ sha256, chunks }, index) {
    const name = `file-${String(index).padStart(3, '0')}`
    return new Promise(function upload(resolve) {
      let sentMs = performance.now()
      let isInFlight = false
      let hasEnded = false
      /** @type {IncomingMessage | undefined} */
      let response
      const headers = { 'content-type': 'application/octet-stream', 'content-length': sizeBytes }
      const outgoing = request(`${origin}/upload/${name}`, {
        method: 'PUT',
        headers,
        signal,
        createConnection: connectUpload
      })
      outgoing.on('socket', socket => socket.once('connect', begin))
      outgoing.on('response', answer)
      outgoing.on('error', end)
      outgoing.on('close', end)
      outgoing.flushHeaders()
      if (refusals > 0) held.push(sendBody)
      else sendBody()

      function sendBody() {
        if (!outgoing.destroyed) Readable.from(chunks()).pipe(outgoing)
      }

      function begin() {
        sentMs = performance.now()
        isInFlight = true
        mostInFlight = Math.max(mostInFlight, ++inFlight)
      }

      function leaveFlight() {
        if (isInFlight) inFlight--
        isInFlight = false
      }

      /** @param {IncomingMessage} received */
      function answer(received) {
        leaveFlight()
        response = received
        finished(received.resume(), end)
      }

      function end() {
        if (hasEnded) return
        hasEnded = true
        leaveFlight()
        const durationMs = performance.now() - sentMs
        const timing = readServerTiming(response?.headers['server-timing'])
        resolve({
          name,
          statusCode: response?.statusCode ?? null,
          durationMs,
          waitMs: timing.get('wait') ?? null,
          uploadMs: timing.get('upload') ?? null,
          sha256
        })
        outgoing.destroy()
        if (++ended === refusals) for (const sendHeld of held) sendHeld()
      }
    })
  }
}
