import { performance } from 'node:perf_hooks'
import { WorkshopError } from '../../../errors/errors.js'
import { withOneServer } from '../../../measure/launch/one-server.js'
import { playStages } from '../../skeleton/stages/stages.js'
import { limitCpu } from './cpu-quota.js'
import { LATER_REQUESTS } from './plan.js'
import { startGatewaySamples } from './samples.js'

/**
 * @import { FirstRequestRecord, GatewayRecord, GatewayStage, GatewayVariant } from '../types.js'
 * @import { GatewayPlace, Upstream } from './upstream.js'
 */

/** Opened as needed: a request waits for a connection only when more than these are in flight. */
const CONNECTIONS = { first: 100, most: 10_000 }
/** Longer than the gateway's own limit. */
const ANSWER_LIMIT_MS = 8000
const POINT_MS = 500

/**
 * Plays stages on a new gateway.
 * @param {GatewayVariant} variant
 * @param {Upstream} upstream
 * @param {GatewayStage[]} stages
 * @param {GatewayPlace} place
 * @returns {Promise<Omit<GatewayRecord, 'variant' | 'repeat' | 'stages'>>} rejects with ERR_TOOL, with an error of `withOneServer`, or with
 *   the reason of the upstream's signal
 */
export function playGateway(variant, upstream, stages, { logPath }) {
  const { signal } = upstream
  return withOneServer({ variant: withEnv(variant, upstream), signal }, async function playOn(launch) {
    const before = upstream.cpuMicros()
    /** @type {ReturnType<typeof startGatewaySamples> | undefined} */
    let samples
    const order = {
      url: `${launch.origin}/aggregate`,
      stages: stages.map(({ name, ...stage }) => stage),
      ...(variant.users && { users: variant.users }),
      connections: CONNECTIONS,
      answerLimitMs: ANSWER_LIMIT_MS,
      pointMs: POINT_MS,
      timings: ['pool', 'upstream']
    }
    const onStarted = () => {
      samples = startGatewaySamples(launch)
    }
    const [pid] = launch.pids()
    const limit = variant.cpuShare === null || pid === undefined ? null : limitCpu(pid, variant.cpuShare)
    const played = await launch
      .whileAlive(playStages(order, { logPath, signal, onStarted }))
      .finally(() => limit?.end())
    // Its last requests may have been answered before it ended.
    signal.throwIfAborted()
    const after = upstream.cpuMicros()
    return {
      played,
      samples: (await samples?.stop()) ?? [],
      upstreamCpuMicros: before === null || after === null ? null : after - before
    }
  })
}

/**
 * Sends single requests to a new gateway, one after the other, on one connection.
 * @param {GatewayVariant} variant
 * @param {Upstream} upstream
 * @returns {Promise<Omit<FirstRequestRecord, 'variant' | 'repeat'>>} rejects as {@link playGateway}
 */
export async function playFirstRequests(variant, upstream) {
  const { signal } = upstream
  const startedMs = performance.now()
  return withOneServer({ variant: withEnv(variant, upstream), signal }, async function playOn(launch) {
    const readyMs = performance.now() - startedMs
    // The client's own first request is one that calls nothing.
    await (await fetch(`${launch.origin}/pool`, { signal })).text()
    const firstMs = await launch.whileAlive(ask())
    const laterMs = []
    for (let count = 0; count < LATER_REQUESTS; count++) laterMs.push(await launch.whileAlive(ask()))
    return { readyMs, firstMs, laterMs }

    async function ask() {
      const askedMs = performance.now()
      const response = await fetch(`${launch.origin}/aggregate`, { signal })
      const text = await response.text()
      if (!response.ok) {
        const problem = {
          code: /** @type {const} */ ('wrong-status'),
          request: 'GET /aggregate',
          statusCode: response.status
        }
        throw new WorkshopError('ERR_TOOL', { tool: 'node', what: variant.command.join(' '), problem, tail: text })
      }
      return performance.now() - askedMs
    }
  })
}

/** @param {GatewayVariant} variant @param {Upstream} upstream @returns {GatewayVariant} */
function withEnv(variant, { env }) {
  return { ...variant, env: { NODE_OPTIONS: '', ...variant.env, ...env } }
}
