import { CONFIDENCE } from '../../stats/levels.js'
import { medianHigh } from '../../stats/means.js'
import { tFactor } from '../../stats/t-distribution.js'

/** @import { CostDifference } from '../types.js' */

/** The median of chi-square with one degree of freedom. */
const MEDIAN_CHI_SQUARE = 0.455
/** With fewer functions the estimate is too uncertain. */
const FEWEST_FUNCTIONS = 8
const LARGEST_VARIANCE = 4
const STEPS = 40

/**
 * Returns how much the costs of functions shift between the variants for no reason of their own, as the variance of the
 * logarithm. A sample is taken when the sampling thread gets a core, and that depends on what the server did just before: a
 * change at the start of a request moves cost between functions far below it, in every launch and under every profiler. V8
 * compiles differently too. Most functions are not changed: what their differences scatter beyond their own intervals is
 * this shift (an empirical null, Efron 2004, doi 10.1198/016214504000000089). The median is not moved by the few functions
 * that a change affects.
 * @param {CostDifference[]} functions of both variants, with intervals for counts and launches only
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
 * @param {number} baseline
 * @param {number} candidate
 */
export function shiftedSquares(baseline, candidate) {
  return Math.min(baseline, candidate) ** 2
}
