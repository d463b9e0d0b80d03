import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { WorkshopError } from '../../../errors/errors.js'
import { monotonicMs } from '../../../load/send-clock.js'
import { withOneServer } from '../../../measure/launch/one-server.js'
import { waits } from '../../../profilers/waits.js'
import { PROC } from '../../../system/platform.cjs'
import { playStages } from '../../skeleton/stages/stages.js'
import { LATER_REQUESTS } from './plan.js'

/** @import { Launch } from '../../../measure/launch/launch.js' */
/** @import { FirstRequestRecord, GatewayRecord, GatewaySample, GatewayStage, GatewayVariant, PoolReading } from '../types.js' */
/** @import { Upstream } from './cells.js' */

/** @typedef {Omit<GatewayRecord, 'variant' | 'repeat' | 'stages'>} Played */

const SAMPLE_MS = 500
/** Of the quota of CPU, and how often it is checked. */
const QUOTA_PERIOD_MS = 100
const QUOTA_LOOK_MS = 5

/** Opened as needed: a request waits for a connection only when more than these are in flight. */
const CONNECTIONS = { first: 100, most: 10_000 }
/** Longer than the gateway's own limit. */
const ANSWER_LIMIT_MS = 8000
const POINT_MS = 500

/**
 * Plays stages on a new gateway.
 * @param {GatewayVariant} variant @param {Upstream} upstream @param {GatewayStage[]} stages
 * @param {string} logPath file that the output of the generator is appended to
 * @returns {Promise<Played>} rejects with ERR_TOOL, with an error of `withOneServer`, or with
 *   the reason of the upstream's signal
 */
export function playGateway(variant, upstream, stages, logPath) {
  const { signal } = upstream
  const isFollowed = stages.some(({ name }) => name === 'waits')
  const asked = { variant: withEnv(variant, upstream), signal, ...(isFollowed && { profiler: waits }) }
  return withOneServer(asked, playOn, isFollowed ? readWaits : undefined)

  /** @param {Launch} launch @returns {Promise<Played>} */
  async function playOn(launch) {
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
      if (isFollowed) delay(stages[0]?.durationMs, undefined, { ref: false }).then(launch.startProfiling).catch(ignore)
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
  }

  /** @param {Played} played @param {string} stderr @returns {Promise<Played>} */
  async function readWaits(played, stderr) {
    const files = { folder: path.dirname(stderr), stderr, nodeBinary: process.execPath }
    const { trees } = await waits.collect({ ...files, slices: [], isTypical: false, signal })
    const [tree] = trees
    return tree?.waits ? { ...played, waits: { requests: tree.sampleCount, parts: tree.waits } } : played
  }
}

/**
 * Sends single requests to a new gateway, one after the other, on one connection.
 * @param {GatewayVariant} variant @param {Upstream} upstream
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
        const code = /** @type {const} */ ('wrong-status')
        const problem = { code, request: 'GET /aggregate', statusCode: response.status }
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

/**
 * Reads what a gateway uses, and the state of its pool, twice per second from now on. A reading that fails ends the samples: the
 * load reports why. A sample lasts as long as the server counted: a busy one answers late.
 * @param {Pick<Launch, 'startSlice' | 'stopSlice' | 'origin'>} launch
 * @returns {{ stop: () => Promise<GatewaySample[]> }}
 */
export function startGatewaySamples(launch) {
  const startMs = monotonicMs()
  const ended = new AbortController()
  /** @type {GatewaySample[]} */
  const samples = []
  const sampled = sampleUntilEnd().catch(ignore)
  return { stop }

  async function stop() {
    ended.abort()
    await sampled
    return samples
  }

  async function sampleUntilEnd() {
    for (let index = 1; !ended.signal.aborted; index++) {
      await launch.startSlice()
      const leftMs = index * SAMPLE_MS - (monotonicMs() - startMs)
      await delay(Math.max(0, leftMs), undefined, { signal: ended.signal }).catch(ignore)
      const pool = await readPool(launch.origin)
      const reading = await launch.stopSlice()
      const { cpuMicros, cpuMainThreadMicros, eventLoopUtilization, eventLoopDelayP99Micros, rssBytes } = reading
      const [window] = reading.threads
      if (!window) return
      samples.push({
        fromMs: window.startMicros / 1e3 - startMs,
        toMs: window.endMicros / 1e3 - startMs,
        cpuMicros,
        cpuMainThreadMicros,
        eventLoopUtilization,
        eventLoopDelayP99Micros,
        rssBytes,
        pool
      })
    }
  }
}

/** @param {string} origin @returns {Promise<PoolReading>} */
async function readPool(origin) {
  const response = await fetch(`${origin}/pool`)
  return /** @type {Promise<PoolReading>} */ (response.json())
}

function ignore() {}

/**
 * Lets a process use a share of one core only: it is stopped (SIGSTOP) when it has used its share of a period of 100 ms, and continued
 * (SIGCONT) when the next one begins, as a quota of a cgroup does. Where the system does not list threads, nothing is limited.
 * @param {number} pid
 * @param {number} share above 0
 * @returns {{ end: () => void } | null} `end` continues the process; null where it cannot be limited
 */
function limitCpu(pid, share) {
  if (readCpuMs(pid) === null) return null
  const mayRun = cpuQuota({ share, periodMs: QUOTA_PERIOD_MS })
  let isStopped = false
  const timer = setInterval(look, QUOTA_LOOK_MS)
  return { end }

  function look() {
    const cpuMs = readCpuMs(pid)
    if (cpuMs !== null) keep(mayRun({ nowMs: performance.now(), cpuMs }))
  }

  /** @param {boolean} isAllowed */
  function keep(isAllowed) {
    if (isAllowed !== isStopped) return
    isStopped = !isAllowed
    try {
      process.kill(pid, isAllowed ? 'SIGCONT' : 'SIGSTOP')
    } catch {
      // It has ended.
    }
  }

  function end() {
    clearInterval(timer)
    keep(true)
  }
}

/**
 * Returns a function that says whether a process may run. What it uses more than its share in one period counts in the next one; what it
 * uses less is lost.
 * @param {{ share: number, periodMs: number }} quota
 * @returns {(reading: { nowMs: number, cpuMs: number }) => boolean} `cpuMs`: the CPU that it has used until then
 */
export function cpuQuota({ share, periodMs }) {
  const allowedMs = share * periodMs
  /** @type {number | undefined} */
  let periodEndMs
  let limitMs = 0
  return function mayRun({ nowMs, cpuMs }) {
    if (periodEndMs === undefined) {
      periodEndMs = nowMs + periodMs
      limitMs = cpuMs + allowedMs
    }
    while (nowMs >= periodEndMs) {
      periodEndMs += periodMs
      limitMs = Math.min(limitMs, cpuMs) + allowedMs
    }
    return cpuMs < limitMs
  }
}

/** Returns the CPU of all threads that a process has; null where the system does not list them. @param {number} pid */
function readCpuMs(pid) {
  try {
    const tasks = readdirSync(`${PROC}/${pid}/task`)
    return tasks.reduce((sum, task) => sum + cpuMsOf(`${PROC}/${pid}/task/${task}/schedstat`), 0)
  } catch {
    return null
  }
}

/** @param {string} file whose first figure is nanoseconds on a CPU */
function cpuMsOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6
  } catch {
    // The thread has ended.
    return 0
  }
}
