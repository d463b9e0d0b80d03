import { setTimeout as delay } from 'node:timers/promises'
import { startTimer, withDeadline } from '../../system/deadline.js'
import { causeOf } from './failure-causes.js'
import { launchError } from './launch-life.js'
import { isSuccess, oneResponse, throwIfOtherProtocol } from './one-response.js'

/** @import { AgentHub } from '../agent/agent-server.js' */
/** @import { LaunchLife } from './launch-life.js' */
/** @import { LaunchSetup } from './launch.js' */

const BETWEEN_MS = 100
const LISTEN_LIMIT_MS = 20_000
const HEALTH_LIMIT_MS = 20_000

/**
 * Waits until the server of a launch listens on the port to load.
 * @param {LaunchSetup} setup @param {AgentHub} hub @param {LaunchLife} life @returns {AgentHub['first']}
 * @throws {WorkshopError} ERR_SERVER_NEVER_LISTENED, ERR_SERVER_OTHER_PORT, ERR_SERVER_ADDRESS, ERR_SERVER_SOCKET, or that it died
 */
export function awaitListening(setup, { first, links, sockets }, life) {
  const { variant, signal, listenLimitMs: limitMs = LISTEN_LIMIT_MS } = setup
  return withDeadline(life.whileAlive(first), { limitMs, signal, late })

  function late() {
    const { port } = variant
    const ports = links.flatMap(each => each.ports).map(({ wantedPort, port }) => wantedPort || port)
    const [remote] = links.flatMap(each => each.remotePorts)
    if (remote && ports.length === 0) return launchError(setup, 'ERR_SERVER_ADDRESS', { address: remote.address })
    const [socketPath] = sockets
    if (socketPath !== undefined && ports.length === 0) return launchError(setup, 'ERR_SERVER_SOCKET', { socketPath })
    if (port === undefined || ports.length === 0)
      return launchError(setup, 'ERR_SERVER_NEVER_LISTENED', { limitMs, cause: causeOf(setup.files.stderr) })
    const open = [...new Set(ports)].join(', ')
    return launchError(setup, 'ERR_SERVER_OTHER_PORT', { port, open, limitMs })
  }
}

/**
 * Waits until a server that listens responds with 2xx to its health path, if it has one: many listen before they are ready.
 * @param {LaunchSetup} setup @param {string} origin @param {LaunchLife} life
 * @throws {WorkshopError} ERR_SERVER_NOT_READY, ERR_HTTP2_ONLY, ERR_TLS, or that it died
 */
export async function awaitReady(setup, origin, life) {
  const { health } = setup
  if (health === undefined) return
  life.enter('health')
  const over = new AbortController()
  const ready = awaitHealth(setup, { origin, health }, AbortSignal.any([setup.signal, over.signal]))
  await life.whileAlive(ready).finally(() => over.abort())
}

/** @type {(setup: LaunchSetup, asked: { origin: string, health: string }, signal: AbortSignal) => Promise<void>} */
async function awaitHealth(setup, { origin, health }, signal) {
  const { healthLimitMs: limitMs = HEALTH_LIMIT_MS } = setup
  const over = new AbortController()
  const stopTimer = startTimer(limitMs, () => over.abort(new Error('no response')))
  let problem = ''
  try {
    while (!over.signal.aborted) {
      const { isReady, failure, ...asked } = await ask(`${origin}${health}`, limitMs, signal, over.signal)
      if (isReady) return
      const isFirst = problem === ''
      // The last request may be cut off by the limit.
      if (isFirst || failure === null) problem = asked.problem
      if (isFirst && failure !== null) await throwIfOtherProtocol(setup.variant, origin, failure, signal)
      await delay(BETWEEN_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  } finally {
    stopTimer()
  }
  const cause = causeOf(setup.files.stderr)
  throw launchError(setup, 'ERR_SERVER_NOT_READY', { path: health, limitMs, problem, cause })
}

/** @param {string} url @param {number} limitMs @param {AbortSignal} signal @param {AbortSignal} over */
async function ask(url, limitMs, signal, over) {
  try {
    const bounds = { limitMs, signal: AbortSignal.any([signal, over]) }
    const response = await oneResponse({ url, headers: { accept: '*/*' } }, bounds)
    return { isReady: isSuccess(response), failure: null, problem: `status ${response.statusCode}` }
  } catch (error) {
    signal.throwIfAborted()
    return { isReady: false, failure: error, problem: /** @type {Error} */ (error).message.trim() }
  }
}
