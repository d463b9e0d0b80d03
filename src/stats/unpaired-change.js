import { ALPHA } from './levels.js'
import { mean, variance } from './means.js'
import { tFactor } from './t-distribution.js'

/** @import { Change } from './types.js' */

/**
 * Returns the relative change between launches of two runs, which are no pairs: a t interval on the difference of the mean
 * logarithms, with the standard error of Welch (1947, doi 10.1093/biomet/34.1-2.28) and, to be safe, the smaller degrees of freedom of
 * the two.
 * @param {number[]} before values above 0, one per launch
 * @param {number[]} now
 * @param {object} family
 * @param {number} family.comparisons how many changes are decided together (Bonferroni)
 * @param {number} family.widening factor of the half-width, for what differs between runs and not between their launches
 * @returns {(Pick<Change, 'relative' | 'low' | 'high' | 'confidence' | 'bound'> & { launches: number }) | null} `launches`: those of
 *   the run that has fewer; null with fewer than two, or with an interval that has no end
 */
export function unpairedChange(before, now, { comparisons, widening }) {
  const [one, other] = [before, now].map(values => values.filter(value => value > 0).map(Math.log))
  const fewest = Math.min(one?.length ?? 0, other?.length ?? 0)
  if (!one || !other || fewest < 2) return null
  const middle = mean(other) - mean(one)
  const error = Math.sqrt(variance(one) / one.length + variance(other) / other.length)
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
    const half = tFactor(level, fewest - 1) * error * widening
    return { low: Math.expm1(middle - half), high: Math.expm1(middle + half) }
  }
}
