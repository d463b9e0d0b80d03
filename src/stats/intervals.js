import { mean, variance } from './means.js'
import { robustMean } from './robust-mean.js'
import { signFlipPValue } from './sign-flip.js'
import { tFactor } from './t-distribution.js'

/** @import { Change, Estimate } from './types.js' */

const CONFIDENCE = 0.95

/**
 * @typedef {{ baseline: number[], candidate: number[] }} RoundValues of both launches of a round: the values of their
 *   slices, or the one value there is of a launch. Not always as many on both sides, since slices can be void.
 */

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
 * @param {number[][]} launches the values of their slices
 * @returns {Estimate | null} null without a launch
 */
export function estimate(launches) {
  const usable = launches.map(robustMean).filter(value => value !== null)
  const [only] = usable
  if (only === undefined) return null
  if (usable.length === 1) return { value: only, low: null, high: null, launches: 1 }
  const { mean, low, high } = meanInterval(usable.map(Math.log))
  return { value: Math.exp(mean), low: Math.exp(low), high: Math.exp(high), launches: usable.length }
}

/**
 * The relative change between two sides measured in the same rounds. A launch is one sample however many slices it has:
 * they become one robust mean, the two launches of a round one log-ratio, and the rounds a mean with a t interval. Of the
 * ways that were simulated no other was narrower by more than noise and still held its 95 %
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
 * Of the interval, on the log-ratio.
 * @param {Pick<Change, 'low' | 'high'>} change
 */
export function halfWidth({ low, high }) {
  return (Math.log1p(high) - Math.log1p(low)) / 2
}

/**
 * @param {RoundValues} round
 * @returns {number[]} one or none
 */
function logRatioOf({ baseline, candidate }) {
  const [one, other] = [robustMean(baseline), robustMean(candidate)]
  return one === null || other === null ? [] : [Math.log(other / one)]
}
