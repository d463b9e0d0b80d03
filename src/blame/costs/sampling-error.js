import { CONFIDENCE } from '../../stats/levels.js'
import { mean, medianHigh } from '../../stats/means.js'
import { tFactor } from '../../stats/t-distribution.js'

/** @import { LaunchCosts } from './launch-costs.js' */
/** @import { CostDifference } from '../types.js' */

/** The median of chi-square with one degree of freedom. */
const MEDIAN_CHI_SQUARE = 0.455
/** With fewer functions the estimate is too uncertain. */
const FEWEST_FUNCTIONS = 8
const LARGEST_VARIANCE = 4
const STEPS = 40
/** Sampled time per CPU time at which the costs of planted functions are right to a few percent. */
const USUAL = { low: 0.93, high: 1.05 }

/**
 * Returns how much the costs of functions shift between the variants for no reason of their own, as the variance of the
 * logarithm. A sample is taken when the sampling thread gets a core, and that depends on what the server did just before: a
 * change at the start of a request moves cost between functions far below it, in every launch and under every profiler. V8
 * compiles differently too. Most functions are not changed: what their differences scatter beyond their own intervals is
 * this shift (an empirical null, Efron 2004, doi 10.1198/016214504000000089). The median is not moved by the few functions
 * that a change affects.
 * @param {CostDifference[]} functions of both variants, with intervals without such a shift
 * @param {number} degrees of freedom of these intervals
 * @returns {number}
 */
export function samplingShift(functions, degrees) {
  const known = functions.map(({ baseline, candidate, difference, low, high }) => ({
    squared: difference ** 2,
    own: ((Number(high) - Number(low)) / 2 / tFactor(CONFIDENCE, degrees)) ** 2,
    size: shiftedSquares(baseline, candidate)
  }))
  if (known.length < FEWEST_FUNCTIONS || !isTooNarrow(0)) return 0
  let [low, high] = [0, LARGEST_VARIANCE]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (isTooNarrow(middle)) low = middle
    else high = middle
  }
  return high

  /** @param {number} variance */
  function isTooNarrow(variance) {
    const ratios = known.map(({ squared, own, size }) => squared / (own + variance * size))
    return Number(medianHigh(ratios)) > MEDIAN_CHI_SQUARE
  }
}

/**
 * Returns what a shift of variance 1 adds to the variance of a difference. What only one variant has is no shift: a function that
 * the other variant never runs has no cost there to be moved.
 * @type {(baseline: number, candidate: number) => number}
 */
export function shiftedSquares(baseline, candidate) {
  return Math.min(baseline, candidate) ** 2
}

/**
 * Returns by which share the sampled costs may be wrong, because ticks were lost or taken while the thread did not run: of the
 * variant for which sampled time and CPU time differ most.
 * @param {LaunchCosts[]} launches of both variants
 * @returns {number} 0 to 1; 0 where sampled time per CPU time is as usual
 */
export function samplingBias(launches) {
  const variants = [...new Set(launches.map(({ variant }) => variant))]
  return Math.max(...variants.map(variant => biasOf(launches.filter(launch => launch.variant === variant))))
}

/** @param {LaunchCosts[]} launches of one variant */
function biasOf(launches) {
  const sampledPerCpu = mean(launches.map(launch => launch.sampledPerCpu))
  if (sampledPerCpu >= USUAL.low && sampledPerCpu <= USUAL.high) return 0
  return 1 - Math.min(sampledPerCpu, 1 / sampledPerCpu)
}

/**
 * Returns a sampled cost with a wider interval: which functions the lost ticks were in is unknown, so that each end may be wrong
 * by the bias. A factor does not change the sign of a difference.
 * @type {(cost: CostDifference, bias: number) => CostDifference}
 */
export function widenInterval(cost, bias) {
  const { low, high } = cost
  if (low === null || high === null) return cost
  return { ...cost, low: low - bias * Math.abs(low), high: high + bias * Math.abs(high) }
}
