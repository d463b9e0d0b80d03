import { withDeadline } from '../../system/deadline.js'
import { awaitHealth } from './await-health.js'
import { http2OnlyError } from './http2-only.js'
import { launchErrors } from './launch-errors.js'

/**
 * @import { AgentHub } from '../agent/agent-server.js'
 * @import { LaunchSetup } from './launch.js'
 * @import { LaunchLife } from './launch-life.js'
 */

const LISTEN_LIMIT_MS = 20_000
const HEALTH_LIMIT_MS = 20_000

/**
 * Waits until the server of a launch listens on the port to load.
 * @param {LaunchSetup} setup
 * @param {AgentHub} hub
 * @param {LaunchLife} life
 * @returns {AgentHub['first']}
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
 * @param {LaunchSetup} setup
 * @param {string} origin
 * @param {LaunchLife} life
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
