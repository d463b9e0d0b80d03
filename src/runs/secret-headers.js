/** Parts of the names of headers whose values do not belong into a report. */
const SECRET = /auth|cookie|key|secret|session|token/i

/**
 * Returns the value of a header as it may be saved and shown.
 * @param {string} name
 * @param {string} value
 */
export function shownHeader(name, value) {
  return SECRET.test(name) ? '(not saved)' : value
}

/**
 * Returns headers without secret values.
 * @param {Record<string, string>} headers
 */
export function withoutSecrets(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownHeader(name, value)]))
}
