import { ALPHA, CONFIDENCE } from './levels.js'
import { mean, sum, variance } from './means.js'
import { tFactor, tPValue } from './t-distribution.js'

/** @import { Change, Estimate } from './types.js' */

/**
 * @typedef {{ baseline: number | null, candidate: number | null, rounds?: number }} RoundValues the values of both launches of a round;
 *   null without a usable slice. Of a machine the means over so many `rounds`
 */

/**
 * Returns the mean and its t interval.
 * @param {number[]} values at least two, independent: one per launch or one per round
 * @param {number} [confidence]
 */
export function meanInterval(values, confidence = CONFIDENCE) {
  const middle = mean(values)
  const half = tFactor(confidence, values.length - 1) * Math.sqrt(variance(values) / values.length)
  return { mean: middle, low: middle - half, high: middle + half }
}

/**
 * Returns the two-sided p-value of the t test that a mean is zero: it is below 0.05 where the interval of that family excludes zero, and
 * nowhere else.
 * @param {number[]} values at least two @param {number} [comparisons] how many are decided together (Bonferroni)
 */
export function meanPValue(values, comparisons = 1) {
  const error = Math.sqrt(variance(values) / values.length)
  return pValueOf(mean(values), error, { degrees: values.length - 1, comparisons })
}

/**
 * Returns the geometric mean of a positive quantity over launches. Its interval is taken on the logarithm, so it is the same
 * factor to both sides.
 * @param {(number | null)[]} launches the value of each
 * @param {object} [family]
 * @param {number} [family.comparisons] how many estimates are decided together: their intervals together contain the true values
 *   in 95% of runs (Bonferroni)
 * @returns {Estimate | null} null without a value above 0
 */
export function estimate(launches, { comparisons = 1 } = {}) {
  const usable = launches.filter(isPositive)
  const [only] = usable
  if (only === undefined) return null
  if (usable.length === 1) return { value: only, low: null, high: null, halfWidthRatio: null, launches: 1 }
  const { mean, low, high } = meanInterval(usable.map(Math.log), 1 - ALPHA / comparisons)
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
 * it has: the two launches of a round become one log-ratio, and the rounds a mean with a t interval.
 *
 * The value of a launch is the ratio of sums over its slices. Of the methods that were simulated it alone estimates a cost
 * that comes in bursts: +4.2% for a true +4.0%, with a coverage of 94%, in runs of 8 rounds with 4 slices per launch. The mean
 * of paired logarithms gave +4.7%, with an interval 8% wider; the Hodges-Lehmann mean +2.4%, with a coverage of 69%. Without
 * bursts the ratio of sums covers 94 to 96% too, also with swings that both launches share, drift and heavy tails, and is
 * 1 to 6% narrower than the Hodges-Lehmann mean. Its disadvantage: its interval is a third wider where something
 * disturbs one slice in twenty, and 9% wider with heavy tails (scripts/proofs/coverage-table.js).
 * @param {RoundValues[]} rounds @param {object} [family]
 * @param {number} [family.comparisons] how many candidates are compared with the baseline: the intervals of all of them
 *   together contain the true changes in 95% of runs (Bonferroni)
 * @returns {Change | null} null with fewer than two usable rounds
 */
export function relativeChange(rounds, { comparisons = 1 } = {}) {
  const usable = rounds.filter(round => logRatioOf(round).length > 0)
  const ratios = usable.flatMap(logRatioOf)
  if (ratios.length < 2) return null
  const machineRounds = sum(usable.map(({ rounds: own = 0 }) => own))
  const confidence = 1 - ALPHA / comparisons
  const { mean, low, high } = meanInterval(ratios, confidence)
  const bound = meanInterval(ratios, 2 * confidence - 1)
  return {
    relative: Math.expm1(mean),
    low: Math.expm1(low),
    high: Math.expm1(high),
    confidence,
    bound: { low: Math.expm1(bound.low), high: Math.expm1(bound.high) },
    pairs: ratios.length,
    ...(machineRounds > 0 && { machineRounds }),
    spread: Math.sqrt(variance(ratios)),
    pValue: meanPValue(ratios, comparisons)
  }
}

/**
 * Returns the p-value of the two one-sided tests that a change is within a margin: below 0.05 where its `bound` is, and nowhere else.
 * @param {Pick<Change, 'relative' | 'bound' | 'confidence' | 'pairs'>} change that is within it @param {number} marginRatio
 */
export function equivalencePValue({ relative, bound, confidence, pairs }, marginRatio) {
  const error = halfWidth(bound) / tFactor(2 * confidence - 1, pairs - 1)
  const middle = Math.log1p(relative)
  const nearest = Math.min(Math.log1p(marginRatio) - middle, middle - Math.log1p(-marginRatio))
  return pValueOf(nearest, error, { degrees: pairs - 1, comparisons: ALPHA / (1 - confidence) }) / 2
}

/**
 * Returns the p-value of the test that a change is beyond a margin: below 0.05 where its whole interval is, and nowhere else.
 * @param {Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'pairs'>} change @param {number} marginRatio
 */
export function beyondPValue({ relative, low, high, confidence, pairs }, marginRatio) {
  const direction = relative < 0 ? -1 : 1
  const beyond = direction * (Math.log1p(relative) - Math.log1p(direction * marginRatio))
  if (beyond <= 0) return 1
  const error = halfWidth({ low, high }) / tFactor(confidence, pairs - 1)
  return pValueOf(beyond, error, { degrees: pairs - 1, comparisons: ALPHA / (1 - confidence) })
}

/**
 * Returns the half-width of the interval of a change, as a difference of logarithms.
 * @param {Pick<Change, 'low' | 'high'>} change
 */
export function halfWidth({ low, high }) {
  return (Math.log1p(high) - Math.log1p(low)) / 2
}

/** Returns whether an interval is known and does not contain zero. @param {{ low: number | null, high: number | null }} interval */
export function excludesZero({ low, high }) {
  return low !== null && high !== null && (low > 0 || high < 0)
}

/**
 * Returns a change with a wider interval, and the p-value of that interval.
 * @param {Change} change
 * @param {number} added to the half-width, as a difference of logarithms
 * @returns {Change}
 */
export function widened(change, added) {
  if (added === 0) return change
  const { relative, confidence, pairs } = change
  const error = (halfWidth(change) + added) / tFactor(confidence, pairs - 1)
  const comparisons = ALPHA / (1 - confidence)
  const pValue = pValueOf(Math.log1p(relative), error, { degrees: pairs - 1, comparisons })
  return { ...change, ...wider(change), bound: wider(change.bound), pValue }

  /** @param {{ low: number, high: number }} interval */
  function wider({ low, high }) {
    return { low: Math.expm1(Math.log1p(low) - added), high: Math.expm1(Math.log1p(high) + added) }
  }
}

/**
 * Returns one change relative to another that was measured against a baseline of its own. The two are taken as independent:
 * the half-widths of their logarithms add in quadrature (propagation of uncertainty: JCGM 100:2008, 5.1.2).
 * @param {Pick<Change, 'relative' | 'low' | 'high'>} a @param {Pick<Change, 'relative' | 'low' | 'high'>} b
 * @returns {Pick<Change, 'relative' | 'low' | 'high'>} (1 + b) / (1 + a) - 1
 */
export function effectRatio(a, b) {
  const middle = Math.log1p(b.relative) - Math.log1p(a.relative)
  const half = Math.hypot(halfWidth(a), halfWidth(b))
  return { relative: Math.expm1(middle), low: Math.expm1(middle - half), high: Math.expm1(middle + half) }
}

/**
 * Returns the sum of independent estimates. Each end of its interval takes the distances to the same ends of all (method of
 * variance estimates recovery: Zou and Donner 2008, doi 10.1002/sim.3095), so the intervals need not be symmetric.
 * @param {{ value: number, low: number, high: number }[]} estimates
 */
export function sumOfEstimates(estimates) {
  const value = sum(estimates.map(each => each.value))
  return {
    value,
    low: value - Math.hypot(...estimates.map(each => each.value - each.low)),
    high: value + Math.hypot(...estimates.map(each => each.high - each.value))
  }
}

/** @param {RoundValues} round @returns {number[]} one or none */
function logRatioOf({ baseline, candidate }) {
  return isPositive(baseline) && isPositive(candidate) ? [Math.log(candidate / baseline)] : []
}

/** @type {(middle: number, error: number, family: { degrees: number, comparisons: number }) => number} */
function pValueOf(middle, error, { degrees, comparisons }) {
  return middle === 0 ? 1 : Math.min(1, comparisons * tPValue(middle / error, degrees))
}

/** Returns whether a value has a logarithm. @param {number | null} value @returns {value is number} */
function isPositive(value) {
  return value !== null && value > 0
}
