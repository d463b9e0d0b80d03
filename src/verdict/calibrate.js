import { relativeChange } from '../stats/intervals.js'
import { mean } from '../stats/means.js'
import { launchMetrics } from './launch-metrics.js'
import { pairsOf } from './pair-launches.js'
import { slicesFor, usableUnprofiledSlices } from './usable-slices.js'

/**
 * @import { RunManifest, SliceRecord } from '../runs/types.js'
 * @import { RoundValues } from '../stats/intervals.js'
 * @import { Analysis } from '../types.js'
 * @import { Calibration, MetricName, PlantedFinding, Truth } from './types.js'
 */

/**
 * @typedef {object} Plants
 * @property {string} identical the variant that is the baseline again
 * @property {Map<string, string>} plantedFunctions by variant
 * @property {number} fewestRounds
 */

/** @type {MetricName[]} */
const metrics = ['cpuMainThread', 'cpuPerRequest', 'requestsPerSecond']
/** All choices of signs are tried up to so many rounds, 4,096 of them; a calibration has no more. */
const MOST_SIGNED_ROUNDS = 12

/**
 * What a run of planted servers says of the machine it ran on.
 * @param {RunManifest} manifest
 * @param {SliceRecord[]} slices
 * @param {Analysis} analysis of the same run
 * @param {Plants} plants
 * @param {Truth[]} truths what the servers measured of themselves
 * @returns {Calibration | null} null where the run has no verdict on the identical servers, or too few rounds
 */
export function calibrationOf(manifest, slices, analysis, { identical, plantedFunctions, fewestRounds }, truths) {
  const { experiment, design, versions } = manifest
  const { cpuModel, cores, memoryBytes, platform, pinnableCores } = manifest.machine
  const { baseline, candidates } = analysis
  const [load] = design.loads
  const bare = usableUnprofiledSlices(slices, experiment)
  const same = analysis.verdicts.find(({ candidate }) => candidate === identical)
  if (!same?.change || same.change.pairs < fewestRounds) return null
  const { metric, change, verdict } = same
  const launches = launchesFor(metric)
  return {
    schemaVersion: 1,
    at: manifest.startedAt,
    node: String(versions.node),
    machine: { cpuModel, cores, memoryBytes, platform, pinnableCores },
    quick: design.quick,
    rounds: change.pairs,
    spreads: Object.fromEntries(metrics.flatMap(spreadOf)),
    identical: { change, verdict, falseAlarmShare: falseAlarmShare(pairsOf(launches, metric, baseline, identical)) },
    planted: [...plantedFunctions].map(([variant, owner]) => finding(variant, owner))
  }

  /** @param {MetricName} name */
  function launchesFor(name) {
    return launchMetrics(slicesFor(name, load, bare))
  }

  /**
   * Root mean square over all candidates: a planted cost moves the mean of the rounds and not how they differ.
   * @param {MetricName} name
   * @returns {[MetricName, number][]} none where the platform does not tell the metric
   */
  function spreadOf(name) {
    const told = launchesFor(name)
    const spreads = candidates.flatMap(
      candidate => relativeChange(pairsOf(told, name, baseline, candidate))?.spread ?? []
    )
    return spreads.length === 0 ? [] : [[name, Math.sqrt(mean(spreads.map(spread => spread ** 2)))]]
  }

  /**
   * @param {string} variant
   * @param {string} owner
   * @returns {PlantedFinding}
   */
  function finding(variant, owner) {
    const found = relativeChange(pairsOf(launches, metric, baseline, variant))
    const truth = truthOf(variant)
    const isCovered = truth && found ? found.low <= truth.relative && truth.relative <= found.high : null
    return { variant, truth, change: found, isCovered, blamed: blamedOn(variant, owner) }
  }

  /** @param {string} variant */
  function truthOf(variant) {
    const told = truths.flatMap(each =>
      each.variant === variant && each.profiler === 'none' ? (each.micros ?? []) : []
    )
    const own = launches.filter(launch => launch.variant === baseline)
    const cost = own.flatMap(launch => launch.values[metric])
    return told.length === 0 ? null : { micros: mean(told), relative: mean(told) / mean(cost) }
  }

  /**
   * @param {string} variant
   * @param {string} owner
   */
  function blamedOn(variant, owner) {
    const blame = analysis.blames.find(({ candidate, unit }) => candidate === variant && unit === 'micros')
    const apps = blame?.rows.filter(({ group }) => group === 'app') ?? []
    const own = apps.filter(row => row.owner?.name === owner)
    const [first] = own
    if (!first) return null
    const cost = own.reduce((sum, row) => sum + row.cost.difference, 0)
    return { micros: cost, isConfirmed: own.every(row => row.evidence === 'confirmed'), isFirst: apps[0] === first }
  }
}

/**
 * How often the interval would leave zero out, over all ways to say which of the two identical launches of a round was the
 * baseline.
 * @param {RoundValues[]} rounds
 */
function falseAlarmShare(rounds) {
  const kept = rounds.slice(0, MOST_SIGNED_ROUNDS)
  const choices = Array.from({ length: 2 ** kept.length }, (_, bits) => relativeChange(kept.map(swapBy(bits))))
  return mean(choices.map(change => Number(change !== null && (change.low > 0 || change.high < 0))))
}

/** @param {number} bits */
function swapBy(bits) {
  return (/** @type {RoundValues} */ { baseline, candidate }, /** @type {number} */ index) =>
    (bits >> index) & 1 ? { baseline: candidate, candidate: baseline } : { baseline, candidate }
}
