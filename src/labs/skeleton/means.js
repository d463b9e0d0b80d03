import { estimate, meanInterval } from '../../stats/intervals.js'
import { mean } from '../../stats/means.js'

/** @import { Mean } from '../../stats/types.js' */

/**
 * Returns an arithmetic mean with its t interval.
 * @param {number[]} values at least one
 * @param {{ fewest?: number }} [options] `fewest`: with fewer values there is no interval
 * @returns {Mean}
 */
export function meanOf(values, { fewest = 2 } = {}) {
  if (values.length < fewest) return { value: mean(values), low: null, high: null }
  const { mean: value, low, high } = meanInterval(values)
  return { value, low, high }
}

/**
 * Returns the mean of ratios with its t interval, both taken on the logarithm.
 * @param {number[]} ratios above 0
 * @param {{ comparisons?: number }} [family] how many ratios are decided together (Bonferroni)
 * @returns {Mean | null} null without a ratio
 */
export function meanRatio(ratios, family) {
  const middle = estimate(ratios, family)
  return middle && { value: middle.value, low: middle.low, high: middle.high }
}
