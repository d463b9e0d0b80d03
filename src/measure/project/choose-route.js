import { isSuccess } from '../launch/one-response.js'

/** @import { TriedPath } from '../launch/ask-servers.js' */

/**
 * @typedef {'health check' | 'page of metrics' | 'static file' | 'side effect'} NoUserRoute what a path is for, where no user asks for it
 *
 * @typedef {object} ChosenRoute
 * @property {string} path
 * @property {NoUserRoute | null} kind `null`: a user asks for it
 * @property {string[]} others that users ask for and that responded with 2xx, the largest response first
 */

/** By one of the names between its slashes, without the marks before it, as in /_health or /api/healthz. */
const KINDS = /** @type {[NoUserRoute, RegExp][]} */ ([
  ['health check', /^(health-?(z|check)?|ready-?z?|readiness|live-?z?|liveness|alive|ping|status|heartbeat)$/i],
  ['page of metrics', /^(metrics|prometheus)$/i],
  ['static file', /\.(css|gif|html?|ico|jpe?g|m?js|map|png|svg|txt|webp|woff2?)$/i],
  ['side effect', /^(log|sign)-?(out|off)$|^(crash|delete|exit|kill|remove|reset|restart|shutdown|stop)$/i]
])

/** Returns what a path is for, where no user asks for it; `null` of any other. @param {string} path @returns {NoUserRoute | null} */
export function noUserRoute(path) {
  const names = path.split('/').map(name => name.replace(/^[._-]+/, ''))
  return KINDS.find(([, pattern]) => names.some(name => pattern.test(name)))?.[0] ?? null
}

/**
 * Chooses the route to measure from those that were requested: of what users ask for the one with the largest response, and of what
 * they do not ask for the first one. Nothing if none responded with 2xx.
 * @param {TriedPath[]} tried @returns {ChosenRoute | null}
 */
export function chooseRoute(tried) {
  const answered = tried.flatMap(({ path, answer, isFile }) => {
    if (answer === null || !isSuccess(answer)) return []
    return [{ path, bytes: answer.bytes, kind: isFile ? /** @type {const} */ ('static file') : noUserRoute(path) }]
  })
  const [largest, ...others] = answered
    .filter(({ kind }) => kind === null)
    .sort((one, other) => other.bytes - one.bytes)
  const chosen = largest ?? answered[0]
  return chosen ? { path: chosen.path, kind: chosen.kind, others: others.map(({ path }) => path) } : null
}
