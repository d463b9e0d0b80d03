import { setTimeout as delay } from 'node:timers/promises'
import { startTimer, withDeadline } from '../../system/deadline.js'
import { http2OnlyError, speaksHttp2 } from './http2-only.js'
import { launchErrors } from './launch-errors.js'
import { oneResponse } from './one-response.js'

/** @import { AgentHub } from '../agent/agent-server.js' */
/** @import { LaunchLife } from './launch-life.js' */
/** @import { LaunchSetup } from './launch.js' */

const BETWEEN_MS = 100

const LISTEN_LIMIT_MS = 20_000
const HEALTH_LIMIT_MS = 20_000

/**
 * Waits until the server of a launch listens on the port to load.
 * @param {LaunchSetup} setup @param {AgentHub} hub @param {LaunchLife} life @returns {AgentHub['first']}
 * @throws {WorkshopError} ERR_SERVER_NEVER_LISTENED, ERR_SERVER_OTHER_PORT, ERR_SERVER_ADDRESS, or that it died
 */
export function awaitListening(setup, { first, links }, life) {
  const { variant, signal, listenLimitMs: limitMs = LISTEN_LIMIT_MS } = setup
  const makeError = launchErrors(setup)
  return withDeadline(life.whileAlive(first), { limitMs, signal, late })

  function late() {
    const { port } = variant
    const ports = links.flatMap(each => each.ports).map(({ wantedPort, port }) => wantedPort || port)
    const [remote] = links.flatMap(each => each.remotePorts)
    if (remote && ports.length === 0) return makeError('ERR_SERVER_ADDRESS', { address: remote.address })
    if (port === undefined || ports.length === 0) return makeError('ERR_SERVER_NEVER_LISTENED', { limitMs })
    const open = [...new Set(ports)].join(', ')
    return makeError('ERR_SERVER_OTHER_PORT', { port, open, limitMs })
  }
}

/**
 * Waits until a server that listens responds with 2xx to its health path, if it has one.
 * @param {LaunchSetup} setup @param {string} origin @param {LaunchLife} life
 * @throws {WorkshopError} ERR_SERVER_NOT_READY, ERR_HTTP2_ONLY, or that it died
 */
export async function awaitReady(setup, origin, life) {
  const { variant, signal, health, healthLimitMs: limitMs = HEALTH_LIMIT_MS } = setup
  if (health === undefined) return
  const makeError = launchErrors(setup)
  life.enter('health')
  const over = new AbortController()
  const ready = awaitHealth(`${origin}${health}`, {
    limitMs,
    signal: AbortSignal.any([signal, over.signal]),
    late: problem => makeError('ERR_SERVER_NOT_READY', { path: health, limitMs, problem }),
    http2Only: () => http2OnlyError(variant)
  })
  await life.whileAlive(ready).finally(() => over.abort())
}

/**
 * Waits until a server that listens responds with 2xx to its health path: many listen before they are ready.
 * @param {string} url @param {object} bounds @param {number} bounds.limitMs @param {AbortSignal} bounds.signal
 * @param {(problem: string) => Error} bounds.late makes the error of a missed limit from the last problem
 * @param {() => Error} bounds.http2Only makes the error of a server that speaks HTTP/2 only
 */
async function awaitHealth(url, { limitMs, signal, late, http2Only }) {
  const over = new AbortController()
  const stopTimer = startTimer(limitMs, () => over.abort(new Error('no response')))
  let problem = ''
  try {
    while (!over.signal.aborted) {
      const { isReady, hasResponded, ...asked } = await ask(url, limitMs, signal, over.signal)
      if (isReady) return
      const isFirst = problem === ''
      // The last request may be cut off by the limit.
      if (isFirst || hasResponded) problem = asked.problem
      if (isFirst && !hasResponded && (await speaksHttp2(new URL(url).origin, signal))) throw http2Only()
      await delay(BETWEEN_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  } finally {
    stopTimer()
  }
  throw late(problem)
}

/** @param {string} url @param {number} limitMs @param {AbortSignal} signal @param {AbortSignal} over */
async function ask(url, limitMs, signal, over) {
  const late = () => new Error('no response')
  try {
    const either = AbortSignal.any([signal, over])
    const bounds = { limitMs, signal: either, late, failed: (/** @type {Error} */ error) => error }
    const { statusCode } = await oneResponse({ url, headers: { accept: '*/*' } }, bounds)
    return { isReady: statusCode >= 200 && statusCode < 300, hasResponded: true, problem: `status ${statusCode}` }
  } catch (error) {
    signal.throwIfAborted()
    return { isReady: false, hasResponded: false, problem: /** @type {Error} */ (error).message }
  }
}
