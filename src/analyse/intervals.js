import { mean, variance } from './means.js'
import { tFactor } from './t-distribution.js'

const CONFIDENCE = 0.95

/**
 * Mean and t interval of independent values, one a launch or one a round.
 * @param {number[]} values at least two
 */
export function meanInterval(values) {
  const middle = mean(values)
  const half = tFactor(CONFIDENCE, values.length - 1) * Math.sqrt(variance(values) / values.length)
  return { mean: middle, low: middle - half, high: middle + half }
}

/**
 * The geometric mean of a positive quantity over launches, with its interval taken on the logarithm.
 * @param {number[]} values
 * @returns {import('../types.js').Estimate | null} null without a launch
 */
export function estimate(values) {
  const usable = values.filter(value => value > 0)
  const [only] = usable
  if (only === undefined) return null
  if (usable.length === 1) return { value: only, low: null, high: null, launches: 1 }
  const { mean, low, high } = meanInterval(usable.map(Math.log))
  return { value: Math.exp(mean), low: Math.exp(low), high: Math.exp(high), launches: usable.length }
}

/**
 * The relative change between two sides measured in the same rounds: mean of the log-ratios, one a round, t interval.
 * @param {{ baseline: number, candidate: number }[]} pairs
 * @returns {import('../types.js').Change | null} null with fewer than two usable rounds
 */
export function relativeChange(pairs) {
  const usable = pairs.filter(({ baseline, candidate }) => baseline > 0 && candidate > 0)
  if (usable.length < 2) return null
  const { mean, low, high } = meanInterval(usable.map(({ baseline, candidate }) => Math.log(candidate / baseline)))
  return { relative: Math.expm1(mean), low: Math.expm1(low), high: Math.expm1(high), pairs: usable.length }
}
