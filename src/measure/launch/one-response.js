import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { withDeadline } from '../../system/deadline.js'

/** @import { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http' */

/**
 * @typedef {object} OneResponse
 * @property {number} statusCode
 * @property {IncomingHttpHeaders} headers
 * @property {number} bodyBytes as they were received
 * @property {number} receivedBytes as the socket counts them: status line, headers and body
 *
 * @typedef {object} Bounds
 * @property {number} limitMs
 * @property {AbortSignal} signal
 * @property {() => Error} late makes the error of a missed limit
 * @property {(error: Error) => Error} failed makes the error of a connection that fails
 */

/**
 * Sends one request on a connection of its own, and reads the response to its end without keeping it. A certificate is not checked:
 * that of a server under test is often its own. Over TLS it offers HTTP/1.1, which a server that speaks HTTP/2 only refuses; without an
 * offer it would respond with 403.
 * @param {{ url: string, headers: Record<string, string>, method?: string, body?: string }} request
 * @param {Bounds} bounds
 * @returns {Promise<OneResponse>} rejects with an error of the bounds, or with the signal's reason
 */
export async function oneResponse({ url, headers, method = 'GET', body }, { failed, ...bounds }) {
  const { request: send } = url.startsWith('https:') ? https : http
  const tls = { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const sent = send(url, { method, headers, agent: false, ...tls })
  // A connection can also be reset after the response began, where nothing else listens.
  sent.on('error', () => {})
  sent.end(body)
  try {
    return await withDeadline(wholeResponse(sent).catch(fail), bounds)
  } finally {
    sent.destroy()
  }

  /** @param {Error} error @returns {never} */
  function fail(error) {
    throw failed(error)
  }
}

/** @param {ClientRequest} sent @returns {Promise<OneResponse>} */
async function wholeResponse(sent) {
  /** @type {[IncomingMessage]} */
  const [response] = /** @type {any} */ (await once(sent, 'response'))
  const { statusCode = 0, headers, socket } = response
  let bodyBytes = 0
  for await (const chunk of response) bodyBytes += chunk.length
  return { statusCode, headers, bodyBytes, receivedBytes: socket.bytesRead }
}
