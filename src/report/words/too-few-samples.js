import { roundsToNarrow } from '../../stats/detectable-effect.js'
import { excludesZero } from '../../stats/intervals.js'

/** @import { CostDifference } from '../../blame/types.js' */
/** @import { Change, Estimate } from '../../stats/types.js' */
/** @import { KeptEstimate } from '../../verdict/types.js' */

/**
 * Which figures are printed, and which have too few samples: decided from values, once, for every table, chart and sentence. The
 * value of one variant is always printed; a change only with an interval that is narrow enough.
 *
 * @typedef {object} TooFew
 * @property {number | null} more rounds in all minus those there are, until the figure is printed, if rounds vary as they did;
 *   null where that is not known, more than a run can have, or more than `--rounds` can add
 *
 * @typedef {object} Source where a change comes from
 * @property {boolean} [hasAllRounds] whether `--rounds` adds samples to it: that option lengthens the verdict, and neither the
 *   loads beside it nor profiled launches
 */

/**
 * The widest interval, as the half-width of a logarithm: a factor of 1.5 to either side. With a wider one not even the first digit
 * of a figure is known, and a change of a third can as well be none.
 */
const WIDEST = Math.log(1.5)
/** The same as a share of the value. */
export const WIDEST_RATIO = Math.expm1(WIDEST)
/**
 * The widest half-width of a difference of costs, as a share of the whole cost that it is a part of: where it excludes zero, between
 * 1 - h and 1 + h is the same factor of 1.5 to either side; a difference that may as well be none says nothing much earlier.
 */
const WIDEST_COST = { significant: Math.tanh(WIDEST), other: 0.2 }
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
 * @param {Pick<Change, 'low' | 'high'> & { pairs?: number, confidence?: number, machineRounds?: number }} change @param {Source} [source]
 * @returns {TooFew | null} null where there are enough
 */
export function tooFewForChange(change, { hasAllRounds = false } = {}) {
  const half = halfWidthOf(change)
  if (half <= WIDEST) return null
  const { pairs, confidence, machineRounds } = change
  if (!hasAllRounds || pairs === undefined || machineRounds !== undefined) return { more: null }
  const needed = roundsToNarrow({ half, rounds: pairs, confidence, wanted: WIDEST })
  return { more: needed === null ? null : needed - pairs }
}

/**
 * Returns whether two variants have a value each, but too few rounds for the interval of their change.
 * @param {unknown} baseline null or undefined without a value
 * @param {unknown} candidate
 */
export function lacksChange(baseline, candidate) {
  return baseline !== null && baseline !== undefined && candidate !== null && candidate !== undefined
}

/** @param {Pick<Change, 'low' | 'high'>} overhead */
export function isTooWideForOverhead(overhead) {
  return halfWidthOf(overhead) > Math.log1p(WIDEST_OVERHEAD_RATIO)
}

/** @param {Pick<Estimate, 'halfWidthRatio'>} estimate */
export function hasInterval({ halfWidthRatio }) {
  return halfWidthRatio !== null && Math.log1p(halfWidthRatio) <= WIDEST
}

/**
 * Returns whether the interval of a difference is too wide for a figure.
 * @param {Pick<CostDifference, 'low' | 'high'>} cost
 * @param {number} wholeCost that it is a part of, the scale of its table
 */
export function isTooWideCost({ low, high }, wholeCost) {
  if (low === null || high === null || wholeCost <= 0) return false
  const widest = excludesZero({ low, high }) ? WIDEST_COST.significant : WIDEST_COST.other
  return (high - low) / 2 > widest * wholeCost
}

/**
 * Returns whether bytes that may as well be none have a wider interval than the limit that they are compared with.
 * @param {Pick<KeptEstimate, 'low' | 'high'>} kept @param {number} limitBytes
 */
export function isTooWideForLimit({ low, high }, limitBytes) {
  return low !== null && high !== null && !excludesZero({ low, high }) && (high - low) / 2 > limitBytes
}

/**
 * Returns whether a relative change is so large that a run that could detect only such a one says nothing.
 * @param {number} ratio
 */
export function isTooLarge(ratio) {
  return Math.log1p(ratio) > WIDEST
}

/** @param {Pick<Change, 'low' | 'high'>} change of which `low` can be -1, that of a candidate without any cost */
function halfWidthOf({ low, high }) {
  return low === high ? 0 : (Math.log1p(high) - Math.log1p(low)) / 2
}
