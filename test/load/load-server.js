import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const PAGE = `<p>${'profiling '.repeat(200)}</p>`
const GZIPPED_PAGE = gzipSync(PAGE)

/**
 * A server that keeps its own books, for comparison with a generator's.
 * @param {object} [behaviour]
 * @param {number} [behaviour.failEvery] each n-th request is answered with 500
 * @param {number} [behaviour.dropEvery] each n-th request has its connection destroyed
 * @param {number} [behaviour.delayMs] how long each answer waits
 * @param {number} [behaviour.holdUntil] no answer leaves before this many requests are waiting
 * @param {() => void} [behaviour.onRequest]
 */
export async function startLoadServer({ failEvery = 0, dropEvery = 0, delayMs = 0, holdUntil = 0, onRequest } = {}) {
  const seen = {
    requests: 0,
    failed: 0,
    dropped: 0,
    connections: 0,
    bodyBytes: 0,
    /** @type {Set<string>} */
    headers: new Set()
  }
  /** @type {(() => void)[]} */
  const held = []
  const server = createServer(answer)
  server.on('connection', () => seen.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}/info`, seen, close }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  function answer(request, response) {
    seen.requests++
    seen.headers.add(JSON.stringify([request.headers.accept, request.headers['accept-encoding']]))
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
    for (const send of held.splice(0)) delayMs ? setTimeout(send, delayMs) : send()

    function sendPage() {
      const isGzip = request.headers['accept-encoding'] === 'gzip'
      const body = isGzip ? GZIPPED_PAGE : Buffer.from(PAGE)
      seen.bodyBytes += body.length
      response.setHeader('content-length', body.length)
      if (isGzip) response.setHeader('Content-Encoding', 'gzip')
      response.end(body)
    }
  }

  async function close() {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}
