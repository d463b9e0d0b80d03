import { detectableEffect, roundsNeeded } from './detectable-effect.js'
import { relativeChange } from './intervals.js'
import { launchMetrics } from './launch-metrics.js'
import { pairsOf } from './pairs-of.js'
import { slicesFor } from './usable-slices.js'
import { judge } from './verdict.js'

/** A verdict from what is left of a run is refused when more than this share of it is void. */
const MOST_VOID_SHARE = 0.25

/**
 * @typedef {import('../types.js').Change} Change
 * @typedef {import('../types.js').MetricName} MetricName
 * @typedef {import('../types.js').Verdict} Verdict
 * @typedef {import('./usable-slices.js').UsableSlices} UsableSlices
 */

/**
 * The verdict on a candidate: by the primary metric alone, under the first load alone.
 * @param {string} candidate
 * @param {string} baseline
 * @param {Pick<import('../types.js').RunManifest, 'experiment' | 'design'>} manifest
 * @param {UsableSlices} slices without a profiler
 * @returns {Verdict}
 */
export function verdictOn(candidate, baseline, { experiment, design }, slices) {
  const { primaryMetric, marginRatio } = experiment
  const [load] = design.loads
  const isTold = launchMetrics(slicesFor(primaryMetric, load, slices)).every(
    launch => launch.values[primaryMetric].length > 0
  )
  const metric = isTold ? primaryMetric : 'cpuPerRequest'
  const change = changeOf(metric)
  const reason = refusal(change)
  const facts = { candidate, baseline, metric, generator: load.generator, marginRatio, reason }
  if (reason !== null || change === null) {
    const nothing = { change: null, lean: null, detectableRatio: null, roundsToSettle: null, second: null }
    return { ...facts, ...nothing, verdict: 'cannot tell' }
  }
  return {
    ...facts,
    change,
    ...judge(metric, change, marginRatio),
    detectableRatio: detectableEffect({ spread: change.spread, rounds: change.pairs, marginRatio }),
    roundsToSettle: roundsToSettle(change, marginRatio),
    second: secondOpinion()
  }

  /** @param {MetricName} name */
  function changeOf(name) {
    return relativeChange(pairsOf(launchMetrics(slicesFor(name, load, slices)), name, baseline, candidate))
  }

  /** @param {Change | null} found */
  function refusal(found) {
    const played = slicesFor(metric, load, { valid: slices.all, paced: slices.all }).filter(isCompared).length
    const used = slicesFor(metric, load, slices).filter(isCompared).length
    if (played - used > played * MOST_VOID_SHARE) {
      const causes = slices.flawed.filter(({ slice }) => isCompared(slice) && slice.load.generator === load.generator)
      const [first] = causes.flatMap(({ flaws }) => flaws.map(({ text }) => text))
      return `${played - used} of the ${played} slices it would rest on are void, such as for: ${first}`
    }
    return found ? null : 'fewer than two rounds have valid slices of both variants'
  }

  /** @param {import('../types.js').SliceRecord} slice */
  function isCompared({ variant }) {
    return variant === candidate || variant === baseline
  }

  function secondOpinion() {
    if (load.mode === 'open') return null
    /** @type {MetricName} */
    const other = metric === 'requestsPerSecond' ? 'cpuPerRequest' : 'requestsPerSecond'
    const otherChange = changeOf(other)
    if (!otherChange) return null
    return { metric: other, verdict: judge(other, otherChange, marginRatio).verdict, change: otherChange }
  }
}

/**
 * How many rounds would bring the whole interval to one side of the margin, if the change stays where it is.
 * @param {Change} change
 * @param {number} marginRatio
 */
function roundsToSettle({ relative, spread, pairs }, marginRatio) {
  const distance = Math.abs(Math.abs(Math.log1p(relative)) - Math.log1p(marginRatio))
  return roundsNeeded({ spread, halfWidth: distance, atLeast: pairs + 1 })
}
