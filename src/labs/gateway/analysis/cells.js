import { median, sum } from '../../../stats/means.js'
import { checkGoals, contractOf } from './goals.js'
import { limitOf } from './limit.js'
import { idleMsOf, stageFigures } from './stage-figures.js'

/**
 * @import { GatewayLab, GatewayRecord, GatewayStageName, GatewayVariant } from '../types.js'
 * @import { GatewayCell, GatewayLoad, GatewayPoint, GatewayStageFigures } from './types.js'
 */

/** A stage that only this load has. @type {Partial<Record<GatewayStageName, GatewayLoad>>} */
const LOADS = { start: 'step', 'warm-up': 'overhead', ramp: 'users', surge: 'peak', claim: 'half-core' }

/** Returns the load of a record, by its stages. @param {GatewayRecord} record @returns {GatewayLoad} */
export function loadOf({ stages }) {
  return stages.map(({ name }) => LOADS[name]).find(load => load !== undefined) ?? 'paper'
}

/**
 * Returns what was measured of each variant with a load, checked against the goals.
 * @param {GatewayLab} lab
 * @param {GatewayVariant[]} variants
 * @param {GatewayRecord[]} records
 * @param {GatewayLoad} load
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
  return {
    variant: variant.name,
    load,
    poolSize: variant.poolSize,
    users: variant.users ?? null,
    repeats: records.length,
    stages,
    goals,
    contract: goals.length === 0 ? 'not measured' : contractOf(goals),
    limit: busiest
      ? limitOf(busiest, idleMsOf(lab.upstream, variant), isPoolFull)
      : { code: 'unknown', excessMs: null, poolMs: null, upstreamMs: null, ownMs: null },
    recoveryMs,
    generatorCores: medianOf(records.map(generatorCoresOf)),
    memoryBytes,
    highestRunning,
    highestWaiting: highest(records.map(({ samples }) => samples.at(-1)?.pool.highestWaiting ?? null)),
    series: seriesOf(first),
    errorMessages: first.played.errorMessages
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
 * @param {GatewayStageFigures[][]} launches
 * @returns {GatewayStageFigures[]}
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
 * @param {GatewayRecord} record
 * @returns {GatewayPoint[]}
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
