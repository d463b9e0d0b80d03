import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const PAGE = `<p>${'profiling '.repeat(200)}</p>`
const GZIPPED_PAGE = gzipSync(PAGE)

/**
 * Starts a server that counts what it receives and sends, for comparison with the figures of a generator.
 * @param {object} [behaviour]
 * @param {number} [behaviour.failEvery] every n-th request is answered with 500
 * @param {number} [behaviour.dropEvery] every n-th request has its connection destroyed
 * @param {number} [behaviour.delayMs] delay of each answer
 * @param {number} [behaviour.holdUntil] answers wait until so many requests have arrived
 * @param {number} [behaviour.serviceMs] answers one request after the other, with so much time for each
 * @param {{ atRequest: number, ms: number }} [behaviour.stall] stops for so long at the n-th request
 * @param {() => void} [behaviour.onRequest]
 * @param {(response: ServerResponse) => void} [behaviour.reply] sends something else than the page
 */
export async function startLoadServer(behaviour = {}) {
  const {
    failEvery = 0,
    dropEvery = 0,
    delayMs = 0,
    holdUntil = 0,
    serviceMs = 0,
    stall,
    onRequest,
    reply = null
  } = behaviour
  const seen = {
    requests: 0,
    failed: 0,
    dropped: 0,
    connections: 0,
    bodyBytes: 0,
    /** @type {Set<string>} */
    headers: new Set(),
    /** @type {Set<string>} */
    headerNames: new Set()
  }
  let freeAtMs = 0
  /** @type {(() => void)[]} */
  const held = []
  const server = createServer(answer)
  server.on('connection', () => seen.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}/info`, seen, close }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  function answer(request, response) {
    seen.requests++
    seen.headers.add(JSON.stringify([request.headers.accept, request.headers['accept-encoding']]))
    seen.headerNames.add(request.rawHeaders.filter((_, index) => index % 2 === 0).join())
    onRequest?.()
    if (dropEvery && seen.requests % dropEvery === 0) {
      seen.dropped++
      request.socket.destroy()
      return
    }
    if (failEvery && seen.requests % failEvery === 0) {
      seen.failed++
      response.statusCode = 500
    }
    if (held.push(sendPage) < holdUntil) return
    const waitMs = delayMs + untilFreeMs()
    for (const send of held.splice(0)) waitMs ? setTimeout(send, waitMs) : send()

    function sendPage() {
      if (reply) return reply(response)
      const isGzip = request.headers['accept-encoding'] === 'gzip'
      const body = isGzip ? GZIPPED_PAGE : Buffer.from(PAGE)
      seen.bodyBytes += body.length
      response.setHeader('content-length', body.length)
      if (isGzip) response.setHeader('Content-Encoding', 'gzip')
      response.end(body)
    }
  }

  /** @returns {number} the wait of this request for those before it, and its own time */
  function untilFreeMs() {
    const nowMs = performance.now()
    const takesMs = seen.requests === stall?.atRequest ? stall.ms : serviceMs
    freeAtMs = Math.max(nowMs, freeAtMs) + takesMs
    return freeAtMs - nowMs
  }

  async function close() {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
