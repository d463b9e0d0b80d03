import { relativeChange } from './intervals.js'
import { launchMetrics } from './launch-metrics.js'
import { mean } from './means.js'
import { pairsOf } from './pairs-of.js'
import { slicesFor, usableSlices } from './usable-slices.js'
import { judge } from './verdict.js'

/**
 * @typedef {import('../types.js').Analysis} Analysis
 * @typedef {import('../types.js').Calibration} Calibration
 * @typedef {import('../types.js').MetricName} MetricName
 * @typedef {import('./intervals.js').RoundValues} RoundValues
 *
 * @typedef {object} Truths
 * @property {string} identical the variant that is the baseline again
 * @property {Map<string, string>} plantedFunctions by variant
 * @property {Map<string, number>} micros by variant, where the server could measure what it was given
 */

/** @type {MetricName[]} */
const metrics = ['cpuMainThread', 'cpuPerRequest', 'requestsPerSecond']
/** All choices of signs are tried up to so many rounds, 4,096 of them; a calibration has no more. */
const MOST_SIGNED_ROUNDS = 12
const LEFT_OUT = 2

/**
 * What a run of planted servers says of the machine it ran on.
 * @param {import('../types.js').RunManifest} manifest
 * @param {import('../types.js').SliceRecord[]} slices
 * @param {Analysis} analysis of the same run
 * @param {Truths} truths
 * @returns {Calibration}
 */
export function calibrationOf(manifest, slices, analysis, { identical, plantedFunctions, micros }) {
  const { experiment, design, machine, versions } = manifest
  const { baseline, candidates } = analysis
  const [load] = design.loads
  const bare = usableSlices(
    slices.filter(slice => slice.profiler === 'none'),
    experiment
  )
  const metric = analysis.verdicts[0]?.metric ?? 'cpuPerRequest'
  const same = roundsOf(metric, identical)
  const sameChange = relativeChange(same)
  return {
    schemaVersion: 1,
    at: manifest.startedAt,
    node: String(versions.node),
    machine,
    rounds: same.length,
    spreads: Object.fromEntries(metrics.map(name => [name, spreadOf(name)])),
    identical: {
      change: sameChange,
      verdict: sameChange ? judge(metric, sameChange, experiment.marginRatio).verdict : 'cannot tell',
      falseAlarmShare: falseAlarmShare(same)
    },
    planted: [...plantedFunctions].map(([variant, owner]) => finding(variant, owner))
  }

  /**
   * @param {MetricName} name
   * @param {string} candidate
   */
  function roundsOf(name, candidate) {
    return pairsOf(launchMetrics(slicesFor(name, load, bare)), name, baseline, candidate)
  }

  /**
   * Root mean square over all candidates: a planted cost moves the mean of the rounds and not how they differ.
   * @param {MetricName} name
   */
  function spreadOf(name) {
    const spreads = candidates.flatMap(candidate => relativeChange(roundsOf(name, candidate))?.spread ?? [])
    return Math.sqrt(mean(spreads.map(spread => spread ** 2)))
  }

  /**
   * @param {string} variant
   * @param {string} owner
   * @returns {import('../types.js').PlantedFinding}
   */
  function finding(variant, owner) {
    const rounds = roundsOf(metric, variant)
    const change = relativeChange(rounds)
    const truth = truthOf(variant)
    const subsets = truth && rounds.length > LEFT_OUT ? leaveOut(rounds).map(relativeChange) : []
    return {
      variant,
      truth,
      change,
      isCovered: truth && change ? holds(change, truth.relative) : null,
      coveredShare: truth && subsets.length > 0 ? mean(subsets.map(each => Number(holds(each, truth.relative)))) : null,
      blamed: blamedOn(variant, owner)
    }
  }

  /** @param {string} variant */
  function truthOf(variant) {
    const known = micros.get(variant)
    const cost = launchMetrics(slicesFor(metric, load, bare))
      .filter(launch => launch.variant === baseline)
      .flatMap(launch => launch.values[metric])
    return known === undefined ? null : { micros: known, relative: known / mean(cost) }
  }

  /**
   * @param {string} variant
   * @param {string} owner
   */
  function blamedOn(variant, owner) {
    const blame = analysis.blames.find(({ candidate, unit }) => candidate === variant && unit === 'micros')
    const apps = blame?.rows.filter(({ group }) => group === 'app') ?? []
    const own = apps.filter(row => row.owner.name === owner)
    const [first] = own
    if (!first) return null
    const cost = own.reduce((sum, row) => sum + row.cost.difference, 0)
    return { micros: cost, isConfirmed: own.every(row => row.isConfirmed), isFirst: apps[0] === first }
  }
}

/**
 * @param {import('../types.js').Change | null} change
 * @param {number} relative
 */
function holds(change, relative) {
  return change !== null && change.low <= relative && relative <= change.high
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

/**
 * All ways to leave two rounds out.
 * @param {RoundValues[]} rounds
 */
function leaveOut(rounds) {
  return rounds.flatMap((_, first) =>
    rounds.slice(first + 1).map((_, gap) => rounds.filter((_, index) => index !== first && index !== first + 1 + gap))
  )
}
