/** @import { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http' */

/** What is read and discarded of the body of a request that was answered before its end. */
const MOST_DISCARDED_BYTES = 16 * 1024 * 1024
/** How long such a request may go on after its response. */
const LINGER_MS = 5000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {OutgoingHttpHeaders} [headers]
 * @property {string | object} content a sentence, or what is sent as JSON
 */

/**
 * Responds to a request, also to one that is still being sent: its client gets the response before the connection is closed.
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Answer} answer
 * @param {{ hasBegun: boolean }} body `hasBegun` is false if the client waits for `100 Continue` to send it
 */
export function respond(request, response, { status, headers = {}, content }, { hasBegun }) {
  const isText = typeof content === 'string'
  const text = `${isText ? content : JSON.stringify(content)}\n`
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  const all = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...headers }
  if (request.complete) return response.writeHead(status, all).end(text)
  response.writeHead(status, { ...all, Connection: 'close' })
  if (!hasBegun) return response.end(text)
  // To close a connection with unread data resets it, and the client may lose the response. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  response.write(text)
  discard(request, () => response.end())
}

/**
 * Reads the rest of a body, up to a limit, and calls back when it has ended, was cut, or takes too long.
 * @param {IncomingMessage} request
 * @param {() => void} done
 */
function discard(request, done) {
  let bytes = 0
  const limit = setTimeout(done, LINGER_MS)
  request.unpipe()
  request.removeAllListeners('data')
  request.on('data', count).once('end', done).once('close', end)
  request.resume()

  /** @param {Buffer} chunk */
  function count(chunk) {
    bytes += chunk.length
    if (bytes > MOST_DISCARDED_BYTES) request.pause()
  }
  function end() {
    clearTimeout(limit)
    done()
  }
}
