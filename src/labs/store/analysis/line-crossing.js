import { ALPHA } from '../../../stats/levels.js'
import { mean, sum, variance } from '../../../stats/means.js'
import { tFactor } from '../../../stats/t-distribution.js'
import { relativeLineFit } from '../../skeleton/line-fit.js'

/** @typedef {{ x: number, y: number }} Point */

/**
 * Returns where two lines cross, from repeats that each have points of both. The interval is Fieller's (Fieller 1954, Journal of the
 * Royal Statistical Society B 16, 175): all x where the mean distance of the lines does not differ significantly from 0.
 * @param {{ one: Point[], other: Point[] }[]} repeats with y > 0
 * @returns {{ x: number, low: number, high: number, steeper: 'one' | 'other' } | null} null with fewer than two repeats, and where the slopes do not differ
 *   significantly: then any x may be the crossing
 */
export function lineCrossing(repeats) {
  const differences = repeats.map(function differenceOf({ one, other }) {
    const [a, b] = [relativeLineFit(one), relativeLineFit(other)]
    return { intercept: a.intercept - b.intercept, slope: a.slope - b.slope }
  })
  if (differences.length < 2) return null
  const intercepts = differences.map(({ intercept }) => intercept)
  const slopes = differences.map(({ slope }) => slope)
  const [intercept, slope] = [mean(intercepts), mean(slopes)]
  const factor = tFactor(1 - ALPHA, differences.length - 1) ** 2 / differences.length
  // |intercept + slope x| <= t * error(x), squared: square * x² + 2 * linear * x + constant <= 0.
  const square = slope ** 2 - factor * variance(slopes)
  const linear = intercept * slope - factor * covariance(intercepts, slopes)
  const constant = intercept ** 2 - factor * variance(intercepts)
  if (square <= 0) return null
  const root = Math.sqrt(Math.max(0, linear ** 2 - square * constant))
  const [low, high] = [(-linear - root) / square, (-linear + root) / square]
  return { x: -intercept / slope, low, high, steeper: slope > 0 ? 'one' : 'other' }
}

/** @param {number[]} one @param {number[]} other */
function covariance(one, other) {
  const [middle, otherMiddle] = [mean(one), mean(other)]
  return sum(one.map((value, index) => (value - middle) * ((other[index] ?? 0) - otherMiddle))) / (one.length - 1)
}
