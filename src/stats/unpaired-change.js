import { ALPHA } from './levels.js'
import { mean, variance } from './means.js'
import { tFactor } from './t-distribution.js'

/** @import { Change } from './types.js' */

/**
 * @typedef {object} BetweenRuns
 * @property {number} sd by which runs of the same code differ: the standard deviation of the logarithm of their means
 * @property {number} runs of which it was measured
 */

/**
 * Returns the relative change between launches of two runs, which are no pairs. The half-width has two parts, which are independent and
 * add in quadrature (propagation of uncertainty: JCGM 100:2008, 5.1.2): that of the launches, a t interval on the difference of the mean
 * logarithms with the standard error of Welch (1947, doi 10.1093/biomet/34.1-2.28) and, to be safe, the smaller degrees of freedom of the
 * two; and that between runs, which more launches do not make narrower.
 * @param {number[]} before values above 0, one per launch
 * @param {number[]} now @param {object} family
 * @param {number} family.comparisons how many changes are decided together (Bonferroni)
 * @param {BetweenRuns} family.betweenRuns
 * @returns {(Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'bound'> & { launches: number }) | null} `launches`: those of
 *   the run that has fewer; null with fewer than two, or with an interval that has no end
 */
export function unpairedChange(before, now, { comparisons, betweenRuns }) {
  const [one, other] = [before, now].map(values => values.filter(value => value > 0).map(Math.log))
  const fewest = Math.min(one?.length ?? 0, other?.length ?? 0)
  if (!one || !other || fewest < 2) return null
  const middle = mean(other) - mean(one)
  const within = Math.sqrt(variance(one) / one.length + variance(other) / other.length)
  const between = Math.SQRT2 * betweenRuns.sd
  const confidence = 1 - ALPHA / comparisons
  const whole = interval(confidence)
  if (!Number.isFinite(whole.high)) return null
  return {
    relative: Math.expm1(middle),
    ...whole,
    confidence,
    bound: interval(2 * confidence - 1),
    launches: fewest
  }

  /** @param {number} level */
  function interval(level) {
    const half = Math.hypot(tFactor(level, fewest - 1) * within, tFactor(level, betweenRuns.runs - 1) * between)
    return { low: Math.expm1(middle - half), high: Math.expm1(middle + half) }
  }
}
