/** Why a request to the gateway has no result; the message is one sentence, meant for its client. */
export class UpstreamError extends Error {
  name = 'UpstreamError'

  /** @param {502 | 504} status @param {string} message */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** The most bytes of a response; an item has less than a thousandth of it. */
export const MOST_BODY_BYTES = 1_000_000

/** @type {{ [code: string]: string }} */
const reasons = {
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection before a response',
  UND_ERR_SOCKET: 'it closed the connection before a response',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'it answered with more than 1 MB',
  UND_ERR_CONNECT_TIMEOUT: 'a connection could not be opened in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not the one that CA names',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not the one that CA names',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host'
}

/**
 * Returns the error of a call that failed, whichever client made it.
 * @param {unknown} thrown @returns {UpstreamError}
 */
export function asUpstreamError(thrown) {
  if (thrown instanceof UpstreamError) return thrown
  const { cause, message = '' } = /** @type {NodeJS.ErrnoException} */ (thrown)
  // fetch throws a TypeError that has the reason as its cause.
  const { code = '', message: inner = message } = /** @type {NodeJS.ErrnoException} */ (cause ?? thrown)
  return new UpstreamError(502, `The upstream failed: ${reasons[code] ?? inner}${code ? ` (${code})` : ''}.`)
}
