import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:http2'
import https from 'node:https'
import { WorkshopError } from '../../errors/errors.js'
import { commandText } from '../../errors/secrets.js'
import { withDeadline } from '../../system/deadline.js'

/** @import { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http' */
/** @import { Variant } from '../../experiments/types.js' */

/**
 * @typedef {object} OneResponse
 * @property {number} statusCode
 * @property {IncomingHttpHeaders} headers
 * @property {number} bodyBytes as they were received
 * @property {string} body what is kept of it
 * @property {number} receivedBytes as the socket counts them: status line, headers and body
 *
 * @typedef {object} Bounds
 * @property {AbortSignal} signal
 * @property {number} [limitMs]
 * @property {number} [keptBytes] of the body; none when absent
 * @property {() => Error} [late] makes the error of a missed limit
 * @property {(error: Error) => Error} [failed] makes the error of a connection that fails
 */

export const RESPONSE_LIMIT_MS = 10_000
const SETTINGS_LIMIT_MS = 2000
/** An error of OpenSSL: its number, library, function and reason. */
const OPENSSL = /\berror:[0-9A-F]{8}:SSL routines:\w*:([^:]+)/

/**
 * Sends one request on a connection of its own, and reads the response to its end. A certificate is not checked:
 * that of a server under test is often its own. Over TLS it offers HTTP/1.1, which a server that speaks HTTP/2 only refuses; without an
 * offer it would respond with 403.
 * @param {{ url: string, headers: Record<string, string>, method?: string, body?: string }} request
 * @param {Bounds} bounds
 * @returns {Promise<OneResponse>} rejects with an error of the bounds, or with the signal's reason
 */
export async function oneResponse({ url, headers, method = 'GET', body }, bounds) {
  const { signal, limitMs = RESPONSE_LIMIT_MS, keptBytes = 0 } = bounds
  const { late = () => new Error('no response'), failed = error => error } = bounds
  const { request: send } = url.startsWith('https:') ? https : http
  const tls = { rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
  const sent = send(url, { method, headers, agent: false, ...tls })
  // A connection can also be reset after the response began, where nothing else listens.
  sent.on('error', () => {})
  sent.end(body)
  try {
    return await withDeadline(wholeResponse(sent, keptBytes).catch(fail), { limitMs, signal, late })
  } finally {
    sent.destroy()
  }

  /** @param {Error} error @returns {never} */
  function fail(error) {
    throw failed(error)
  }
}

/** Returns whether a response has what was asked for: a status 2xx. @param {{ statusCode: number }} response */
export function isSuccess({ statusCode }) {
  return statusCode >= 200 && statusCode <= 299
}

/** @param {ClientRequest} sent @param {number} keptBytes @returns {Promise<OneResponse>} */
async function wholeResponse(sent, keptBytes) {
  /** @type {[IncomingMessage]} */
  const [response] = /** @type {any} */ (await once(sent, 'response'))
  const { statusCode = 0, headers, socket } = response
  let bodyBytes = 0
  /** @type {Buffer[]} */
  const kept = []
  for await (const chunk of response) {
    if (bodyBytes < keptBytes) kept.push(chunk)
    bodyBytes += chunk.length
  }
  return { statusCode, headers, bodyBytes, body: Buffer.concat(kept).toString(), receivedBytes: socket.bytesRead }
}

/**
 * Throws the error of a server that gives no response since it speaks another protocol than it is asked in.
 * @param {Variant} variant @param {string} origin @param {unknown} failure of the request
 * @param {AbortSignal} signal
 * @throws {WorkshopError} ERR_HTTP2_ONLY, ERR_TLS
 */
export async function throwIfOtherProtocol(variant, origin, failure, signal) {
  const about = { variant: variant.name, command: commandText(variant) }
  if (await speaksHttp2(origin, signal)) throw new WorkshopError('ERR_HTTP2_ONLY', about)
  const { code = '', message = '' } = Object(failure)
  const [, reason] = OPENSSL.exec(message) ?? []
  if (reason !== undefined)
    throw new WorkshopError('ERR_TLS', { ...about, problem: /CERT/.test(code) ? 'client-certificate' : reason })
}

/**
 * Returns whether a server speaks HTTP/2: each side of such a connection begins with its settings. Asked of a server that gives no
 * response over HTTP/1.1, since one that speaks HTTP/1.1 may log the question as an error.
 * @param {string} origin @param {AbortSignal} signal
 * @returns {Promise<boolean>} rejects with the signal's reason only
 */
async function speaksHttp2(origin, signal) {
  const session = connect(origin, { rejectUnauthorized: false })
  // Errors after the answer are of no interest.
  session.on('error', () => {})
  try {
    const late = () => new Error('no settings')
    await withDeadline(once(session, 'remoteSettings'), { limitMs: SETTINGS_LIMIT_MS, signal, late })
    return true
  } catch {
    signal.throwIfAborted()
    return false
  } finally {
    session.destroy()
  }
}
