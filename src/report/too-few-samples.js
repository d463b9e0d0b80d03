import { roundsToNarrow } from '../stats/detectable-effect.js'

/**
 * @import { CostDifference } from '../blame/types.js'
 * @import { Change, Estimate } from '../stats/types.js'
 */

/**
 * Which figures are printed, and which have too few samples: decided from values, once, for every table, chart and sentence.
 *
 * @typedef {object} TooFew
 * @property {number | null} more rounds in all minus those there are, until the figure is printed, if rounds vary as they did;
 *   null where that is not known, or more than a run can have
 */

/**
 * The widest interval, as the half-width of a logarithm: a factor of two to either side. A figure with a wider one can as well
 * be half or double what it says, so that not even its first digit is known.
 */
const WIDEST = Math.log(2)
/** Profiler overhead is subtracted in the head from differences of a few percent, so it is printed with ±5% or not at all. */
export const WIDEST_OVERHEAD_RATIO = 0.05

/**
 * Returns whether the interval of a relative change is too wide for a figure or a mark in a chart.
 * @param {Pick<Change, 'low' | 'high'>} change
 */
export function isTooWide(change) {
  return halfWidthOf(change) > WIDEST
}

/**
 * Returns whether a change is above or below zero with 95%, however wide its interval is.
 * @param {Pick<Change, 'low' | 'high'>} change
 */
export function isSignificant({ low, high }) {
  return low > 0 || high < 0
}

/**
 * @param {Pick<Change, 'low' | 'high'> & { pairs?: number, confidence?: number }} change
 * @returns {TooFew | null} null where there are enough
 */
export function tooFewForChange(change) {
  return tooFew(halfWidthOf(change), WIDEST, change.pairs, change.confidence)
}

/** @param {Pick<Change, 'low' | 'high' | 'pairs' | 'confidence'>} overhead @returns {TooFew | null} */
export function tooFewForOverhead(overhead) {
  return tooFew(halfWidthOf(overhead), Math.log1p(WIDEST_OVERHEAD_RATIO), overhead.pairs, overhead.confidence)
}

/** @param {Pick<Estimate, 'halfWidthRatio' | 'launches'>} estimate @returns {TooFew | null} */
export function tooFewForMean({ halfWidthRatio, launches }) {
  return tooFew(Math.log1p(halfWidthRatio ?? 0), WIDEST, launches)
}

/**
 * A difference of costs is compared with the whole cost that it is a part of, the scale of its table: between 1 - h and 1 + h
 * is a factor of two to either side where h = tanh(log 2) = 0.6.
 * @param {Pick<CostDifference, 'low' | 'high'>} cost
 * @param {{ scale: number, rounds: number }} table
 * @returns {TooFew | null}
 */
export function tooFewForCost({ low, high }, { scale, rounds }) {
  if (low === null || high === null || scale <= 0) return null
  return tooFew((high - low) / 2 / scale, Math.tanh(WIDEST), rounds)
}

/**
 * Returns whether a relative change is so large that a run that could detect only such a one says nothing.
 * @param {number} ratio
 */
export function isTooLarge(ratio) {
  return Math.log1p(ratio) > WIDEST
}

/** @type {(half: number, widest: number, rounds?: number, confidence?: number) => TooFew | null} */
function tooFew(half, widest, rounds, confidence) {
  if (half <= widest) return null
  const needed = rounds === undefined ? null : roundsToNarrow({ half, rounds, confidence, wanted: widest })
  return { more: needed === null || rounds === undefined ? null : needed - rounds }
}

/** @param {Pick<Change, 'low' | 'high'>} change of which `low` can be -1, that of a candidate without any cost */
function halfWidthOf({ low, high }) {
  return (Math.log1p(high) - Math.log1p(low)) / 2
}
