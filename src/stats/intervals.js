import { CONFIDENCE } from './levels.js'
import { mean, robustMean, variance } from './means.js'
import { signFlipPValue } from './sign-flip.js'
import { tFactor } from './t-distribution.js'

/** @import { Change, Estimate } from './types.js' */

/**
 * @typedef {{ baseline: number[], candidate: number[] }} RoundValues the values of both launches of a round: one per slice,
 *   or one per launch. The two sides may differ in length, since slices can be discarded.
 */

/**
 * Returns the mean and its t interval.
 * @param {number[]} values at least two, independent: one per launch or one per round
 */
export function meanInterval(values) {
  const middle = mean(values)
  const half = tFactor(CONFIDENCE, values.length - 1) * Math.sqrt(variance(values) / values.length)
  return { mean: middle, low: middle - half, high: middle + half }
}

/**
 * Returns the geometric mean of a positive quantity over launches. Its interval is taken on the logarithm, so it is the same
 * factor to both sides.
 * @param {number[][]} launches the values of their slices
 * @returns {Estimate | null} null without a launch
 */
export function estimate(launches) {
  const usable = launches.map(robustMean).filter(value => value !== null)
  const [only] = usable
  if (only === undefined) return null
  if (usable.length === 1) return { value: only, low: null, high: null, halfWidthRatio: null, launches: 1 }
  const { mean, low, high } = meanInterval(usable.map(Math.log))
  return {
    value: Math.exp(mean),
    low: Math.exp(low),
    high: Math.exp(high),
    halfWidthRatio: Math.expm1((high - low) / 2),
    launches: usable.length
  }
}

/**
 * Returns the relative change between two variants measured in the same rounds. A launch is one sample however many slices
 * it has: its slices become one robust mean, the two launches of a round one log-ratio, and the rounds a mean with a t
 * interval. Of the methods that were simulated, no other was narrower by more than noise and still had 95% coverage
 * (scripts/proofs/coverage-table.js).
 * @param {RoundValues[]} rounds
 * @returns {Change | null} null with fewer than two usable rounds
 */
export function relativeChange(rounds) {
  const ratios = rounds.flatMap(logRatioOf)
  if (ratios.length < 2) return null
  const { mean, low, high } = meanInterval(ratios)
  return {
    relative: Math.expm1(mean),
    low: Math.expm1(low),
    high: Math.expm1(high),
    pairs: ratios.length,
    spread: Math.sqrt(variance(ratios)),
    pValue: signFlipPValue(ratios)
  }
}

/**
 * Returns the half-width of the interval of a change, as a difference of logarithms.
 * @param {Pick<Change, 'low' | 'high'>} change
 */
export function halfWidth({ low, high }) {
  return (Math.log1p(high) - Math.log1p(low)) / 2
}

/**
 * Returns one change relative to another that was measured against a baseline of its own. The two are taken as independent:
 * the half-widths of their logarithms add in quadrature (propagation of uncertainty: JCGM 100:2008, 5.1.2).
 * @param {Pick<Change, 'relative' | 'low' | 'high'>} a
 * @param {Pick<Change, 'relative' | 'low' | 'high'>} b
 * @returns {Pick<Change, 'relative' | 'low' | 'high'>} (1 + b) / (1 + a) - 1
 */
export function effectRatio(a, b) {
  const middle = Math.log1p(b.relative) - Math.log1p(a.relative)
  const half = Math.hypot(halfWidth(a), halfWidth(b))
  return { relative: Math.expm1(middle), low: Math.expm1(middle - half), high: Math.expm1(middle + half) }
}

/** @param {RoundValues} round @returns {number[]} one or none */
function logRatioOf({ baseline, candidate }) {
  const [one, other] = [robustMean(baseline), robustMean(candidate)]
  return one === null || other === null ? [] : [Math.log(other / one)]
}
