import { median, sum } from '../../../stats/means.js'
import { idleMsOf, stageFigures } from './stage-figures.js'

/** @import { GatewayCell, GatewayGoals, GatewayLab, GatewayLoad, GatewayPoint, GatewayRecord, GatewayStageFigures, GatewayStageName, GatewayVariant, GoalCode, GoalResult, Limit, LimitCode, MeasuredStage } from '../types.js' */

/** Responses/s count as those of the goal from this share of it on: an open loop has one response more or less at each end. */
const RATE_TOLERANCE = 0.99

/** Up to this share above the time of an idle upstream nothing is called a limit. */
const EXCESS_RATIO = 0.1
/** A wait for a connection that is this share of the excess is no consequence of something else. */
const MOST_OF_EXCESS = 0.8
/** A thread that runs JavaScript for this share of the time has no reserve. */
const BUSY_RATIO = 0.9
/** An event loop that is active for less than this share of the time is not what requests wait for. */
const IDLE_RATIO = 0.5

/** @type {Limit} */
const NOT_KNOWN = { code: 'unknown', excessMs: null, poolMs: null, upstreamMs: null, ownMs: null }

/** A stage that only this load has. @type {Partial<Record<GatewayStageName, GatewayLoad>>} */
const LOADS = { start: 'step', 'warm-up': 'overhead', ramp: 'users', surge: 'peak', waits: 'waits', claim: 'half-core' }

/** Returns the load of a record, by its stages. @param {GatewayRecord} record @returns {GatewayLoad} */
export function loadOf({ stages }) {
  return stages.map(({ name }) => LOADS[name]).find(load => load !== undefined) ?? 'paper'
}

/**
 * Returns what was measured of each variant with a load, checked against the goals.
 * @param {GatewayLab} lab @param {GatewayVariant[]} variants @param {GatewayRecord[]} records @param {GatewayLoad} load
 * @returns {GatewayCell[]} those without a launch are left out
 */
export function gatewayCells(lab, variants, records, load) {
  return variants.flatMap(variant => {
    const own = records.filter(record => record.variant === variant.name && loadOf(record) === load)
    const [first] = own
    return first ? [cellOf(lab, variant, load, [first, ...own.slice(1)])] : []
  })
}

/** @type {(lab: GatewayLab, variant: GatewayVariant, load: GatewayLoad, records: [GatewayRecord, ...GatewayRecord[]]) => GatewayCell} */
function cellOf(lab, variant, load, records) {
  const [first] = records
  const stages = medianStages(records.map(record => stageFigures(lab, variant, record)))
  const recoveryMs = medianOf(records.map(({ played }) => played.lastResponseMs)) ?? 0
  const memoryBytes = medianOf(records.map(({ samples }) => highest(samples.map(({ rssBytes }) => rssBytes))))
  // Virtual users keep to no contract: those that a limit leaves out ask for nothing.
  const atGoal = (load === 'paper' && stages.find(({ name }) => name === 'goal')) || null
  const goals = atGoal
    ? checkGoals(lab.goals, { atGoal, failedRatio: failedRatio(records), memoryBytes, recoveryMs })
    : []
  const highestRunning = highest(records.map(({ samples }) => samples.at(-1)?.pool.highestRunning ?? null))
  const isPoolFull = variant.poolSize !== null && (highestRunning === null || highestRunning >= variant.poolSize)
  const busiest = stages.toSorted((one, other) => other.ratePerSecond - one.ratePerSecond)[0]
  const idleMs = idleMsOf(lab.upstream, variant)
  return {
    variant: variant.name,
    load,
    poolSize: variant.poolSize,
    users: variant.users ?? null,
    repeats: records.length,
    stages,
    goals,
    contract: goals.length === 0 ? 'not measured' : contractOf(goals),
    limit: busiest ? limitOf(busiest, idleMs, isPoolFull) : NOT_KNOWN,
    ...(busiest && first.waits && { waits: waitsOf(first.waits, busiest, idleMs) }),
    recoveryMs,
    generatorCores: medianOf(records.map(generatorCoresOf)),
    memoryBytes,
    highestRunning,
    highestWaiting: highest(records.map(({ samples }) => samples.at(-1)?.pool.highestWaiting ?? null)),
    series: seriesOf(first),
    errorMessages: first.played.errorMessages
  }
}

/**
 * Returns the limit that a hook shows: a queue is the wait for a connection, other waits are time of the calls; CPU is a blocked event loop.
 * @type {(waits: NonNullable<GatewayRecord['waits']>, stage: MeasuredStage, idleMs: number) => GatewayCell['waits']}
 */
function waitsOf({ requests, parts }, stage, idleMs) {
  const booked = parts.filter(({ kind }) => kind !== 'concurrent')
  const waiting = booked.filter(({ kind }) => kind === 'waiting').sort((a, b) => b.micros - a.micros)
  const poolWaitMs = msOf(waiting.map(({ resources: { queue = 0 } }) => queue))
  const upstreamMs = msOf(waiting.map(({ micros }) => micros)) - poolWaitMs
  const meanMs = msOf(booked.map(({ micros }) => micros))
  const loopMs = msOf(booked.map(({ kind, micros }) => (kind === 'running' || kind === 'event loop' ? micros : 0)))
  const figures = { meanMs, poolWaitMs, upstreamMs, eventLoopUtilization: loopMs / meanMs }
  const limit = limitOf({ ...stage, ...figures, mainThreadCores: null, failedRatio: 0 }, idleMs, poolWaitMs > 0)
  const { file = '', line = 0, micros = 0, resources = {} } = waiting.find(({ file }) => file !== '') ?? {}
  const [resource = ''] = Object.entries(resources).sort(([, a], [, b]) => b - a)[0] ?? []
  return { limit, file: file.slice(file.lastIndexOf('/') + 1), line, resource, ms: msOf([micros]) }

  /** @param {number[]} micros */
  function msOf(micros) {
    return sum(micros) / requests / 1e3
  }
}

/** Returns the share of requests without a successful response, of all launches: a median would hide one that fails. @param {GatewayRecord[]} records */
function failedRatio(records) {
  const stages = records.flatMap(({ played }) => played.stages)
  return 1 - sum(stages.map(({ completed }) => completed)) / sum(stages.map(({ sent }) => sent))
}

/** Returns the CPU of the generator in cores, from the first request to the last response. @param {GatewayRecord} record */
function generatorCoresOf({ stages, played: { generatorCpuMicros, lastResponseMs } }) {
  if (generatorCpuMicros === undefined) return null
  return generatorCpuMicros / 1e3 / (sum(stages.map(({ durationMs }) => durationMs)) + lastResponseMs)
}

/**
 * Returns the median of each figure over the launches, stage by stage.
 * @param {GatewayStageFigures[][]} launches @returns {GatewayStageFigures[]}
 */
function medianStages([first = [], ...others]) {
  return first.map((stage, index) => {
    const same = [stage, ...others.flatMap(launch => launch[index] ?? [])]
    const figures = Object.entries(stage).map(([key, value]) => {
      const values = same.map(each => Reflect.get(each, key))
      return [key, typeof value === 'number' || value === null ? medianOf(values) : value]
    })
    return /** @type {GatewayStageFigures} */ (Object.fromEntries(figures))
  })
}

/** @param {(number | null)[]} values */
function medianOf(values) {
  return median(values.flatMap(value => value ?? []))
}

/** @param {(number | null)[]} values */
function highest(values) {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

/**
 * Returns the load over time, with the samples of the gateway at the points that they cover.
 * @param {GatewayRecord} record @returns {GatewayPoint[]}
 */
function seriesOf({ played: { points }, samples }) {
  const pointMs = (points[1]?.atMs ?? 0) - (points[0]?.atMs ?? 0)
  const lastMs = points.at(-1)?.atMs ?? 0
  return points
    .filter(({ atMs }) => atMs < lastMs)
    .map(({ atMs, completed, failed, inFlight }) => {
      const middleMs = atMs + pointMs / 2
      const at = samples.findIndex(({ fromMs, toMs }) => fromMs <= middleMs && middleMs < toMs)
      const [before, sample] = [samples[at - 1], samples[at]]
      return {
        atMs,
        completedPerSecond: (completed * 1000) / pointMs,
        failedPerSecond: (failed * 1000) / pointMs,
        inFlight,
        waiting: before && sample ? (sample.pool.waitedMs - before.pool.waitedMs) / (sample.toMs - before.toMs) : null,
        cpuCores: sample ? sample.cpuMicros / 1e3 / (sample.toMs - sample.fromMs) : null
      }
    })
}

/**
 * Returns what limited a configuration in a stage, from measured figures only. The response time above that of an idle upstream is
 * divided into the wait for a connection, the longer time of the calls, and the rest, the gateway's own. Where the thread that runs
 * JavaScript was busy all the time, that is the reason of all three: then the limit is its CPU, or the event loop when it was
 * blocked without using CPU, unless nearly all of the time is a wait for a connection. Where the rest is the largest part and the event
 * loop was idle for most of the time, the limit is not known: the time may be that of the generator.
 * @param {MeasuredStage} stage
 * @param {number} idleMs both calls at an idle upstream, for one request
 * @param {boolean} isPoolFull whether all connections were in use at some time: otherwise a wait is that of a connection that opens
 * @returns {Limit}
 */
export function limitOf(stage, idleMs, isPoolFull) {
  const { meanMs, poolWaitMs, upstreamMs, failedRatio } = stage
  if (poolWaitMs === null || upstreamMs === null) return NOT_KNOWN
  const takenMs = meanMs ?? poolWaitMs + upstreamMs
  const parts = {
    excessMs: takenMs - idleMs,
    poolMs: poolWaitMs,
    upstreamMs: upstreamMs - idleMs,
    ownMs: takenMs - poolWaitMs - upstreamMs
  }
  const isLimited = parts.excessMs > idleMs * EXCESS_RATIO || failedRatio > 0
  return { code: isLimited ? reasonOf(stage, parts, isPoolFull) : 'none', ...parts }
}

/** @param {MeasuredStage} stage @param {{ excessMs: number, poolMs: number, upstreamMs: number, ownMs: number }} parts @param {boolean} isPoolFull @returns {LimitCode} */
function reasonOf({ mainThreadCores, eventLoopUtilization }, { excessMs, poolMs, upstreamMs, ownMs }, isPoolFull) {
  if ((mainThreadCores ?? 0) >= BUSY_RATIO) return 'cpu'
  if (isPoolFull && poolMs > 0 && poolMs >= excessMs * MOST_OF_EXCESS) return 'pool'
  if ((eventLoopUtilization ?? 0) >= BUSY_RATIO) return 'event-loop'
  const largest = Math.max(poolMs, upstreamMs, ownMs)
  if (largest === poolMs) return isPoolFull ? 'pool' : 'unknown'
  if (largest === upstreamMs) return 'upstream'
  return (eventLoopUtilization ?? 0) >= IDLE_RATIO ? 'event-loop' : 'unknown'
}

/**
 * Checks a configuration against the goals of the paper. Requests/s, latency and CPU are those of the stage at the goal; failed
 * requests are those of all stages, and memory is the highest of them; recovery is the time from the end of the peak to the end of the
 * last request.
 * @param {GatewayGoals} goals
 * @param {{ atGoal: MeasuredStage | null } & Record<'failedRatio' | 'memoryBytes' | 'recoveryMs', number | null>} found null for what was
 *   not measured; `failedRatio`: of all requests, in all stages
 * @returns {GoalResult[]}
 */
export function checkGoals(goals, { atGoal, failedRatio, memoryBytes, recoveryMs }) {
  const cpuCores = atGoal?.cpuCores ?? null
  return [
    result('rate', 'atLeast', goals.requestsPerSecond, atGoal?.requestsPerSecond ?? null),
    latencyResult(goals, atGoal),
    result('errors', 'atMost', 0, failedRatio),
    result('cpu', 'atMost', goals.cpuRatio, cpuCores && cpuCores / goals.cores),
    result('memory', 'atMost', goals.memoryRatio, memoryBytes && memoryBytes / goals.memoryBytes),
    result('recovery', 'atMost', goals.recoveryMs, recoveryMs)
  ]
}

/** Returns whether all goals are met. @param {GoalResult[]} results @returns {'met' | 'missed' | 'not measured'} */
export function contractOf(results) {
  if (results.some(({ outcome }) => outcome === 'missed')) return 'missed'
  return results.some(({ outcome }) => outcome === 'not measured') ? 'not measured' : 'met'
}

/** A stage without a response has no latency, and misses the goal. @param {GatewayGoals} goals @param {MeasuredStage | null} atGoal @returns {GoalResult} */
function latencyResult({ p95Ms: goal }, atGoal) {
  const checked = result('p95', 'atMost', goal, atGoal?.p95Ms ?? null)
  return atGoal && checked.found === null ? { ...checked, outcome: 'missed' } : checked
}

/** @type {(code: GoalCode, side: 'atLeast' | 'atMost', goal: number, found: number | null) => GoalResult} */
function result(code, side, goal, found) {
  if (found === null) return { code, side, goal, found, outcome: 'not measured' }
  const isMet = side === 'atMost' ? found <= goal : found >= goal * RATE_TOLERANCE
  return { code, side, goal, found, outcome: isMet ? 'met' : 'missed' }
}
