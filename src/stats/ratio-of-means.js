import { meanInterval, meanPValue } from './intervals.js'
import { ALPHA } from './levels.js'
import { mean, variance } from './means.js'
import { tFactor } from './t-distribution.js'

/** @import { Change, Estimate } from './types.js' */

/** With more launches without a value above 0 the mean says more of the steps of the measurement than of the quantity. */
const MOST_ZEROS_SHARE = 0.5

/**
 * Returns the arithmetic mean over launches of a quantity that is often 0 because it is measured in steps. A geometric mean would
 * have to leave the zeros out, and so be too high.
 * @param {number[]} launches the value of each
 * @returns {Estimate | null} null where half of the values or more are 0
 */
export function meanWithZeros(launches) {
  const zeros = launches.filter(value => value === 0).length
  if (launches.length === 0 || zeros >= MOST_ZEROS_SHARE * launches.length) return null
  const value = mean(launches)
  if (launches.length === 1) return { value, low: null, high: null, halfWidthRatio: null, launches: 1 }
  const { low, high } = meanInterval(launches)
  return { value, low: Math.max(0, low), high, halfWidthRatio: (high - value) / value, launches: launches.length }
}

/**
 * Returns the relative change between the arithmetic means of two variants over the same rounds. Its interval is that of the ratio
 * estimator: the t interval of the residuals of the rounds (Cochran 1977, Sampling Techniques, section 6.4). The p-value is of the
 * same test.
 * @param {{ baseline: number | null, candidate: number | null }[]} rounds
 * @param {{ comparisons?: number }} [family] as of `relativeChange`
 * @returns {Change | null} null with fewer than two rounds, or without a baseline above 0
 */
export function changeOfMeans(rounds, { comparisons = 1 } = {}) {
  const pairs = rounds.flatMap(({ baseline, candidate }) =>
    baseline === null || candidate === null ? [] : [{ baseline, candidate }]
  )
  const scale = mean(pairs.map(({ baseline }) => baseline))
  if (pairs.length < 2 || scale <= 0) return null
  const ratio = mean(pairs.map(({ candidate }) => candidate)) / scale
  const residuals = pairs.map(({ baseline, candidate }) => (candidate - ratio * baseline) / scale)
  const spread = Math.sqrt(variance(residuals))
  const confidence = 1 - ALPHA / comparisons
  return {
    relative: ratio - 1,
    ...around(confidence),
    confidence,
    bound: around(2 * confidence - 1),
    pairs: pairs.length,
    spread,
    pValue: meanPValue(
      residuals.map(each => each + ratio - 1),
      comparisons
    )
  }

  /** @param {number} level of confidence */
  function around(level) {
    const half = (tFactor(level, pairs.length - 1) * spread) / Math.sqrt(pairs.length)
    return { low: Math.max(-1, ratio - 1 - half), high: ratio - 1 + half }
  }
}
