import { halfWidth } from './intervals.js'
import { CONFIDENCE } from './levels.js'
import { sum } from './means.js'
import { tFactor, tPValue } from './t-distribution.js'

/** The most rounds a run may have. */
export const MOST_ROUNDS = 200
export const POWER = 0.8

/**
 * Returns the smallest change that a run of so many rounds detects with 80% power: its whole interval lies beyond the margin,
 * on the side of the change. With a margin of 0 the interval excludes zero.
 *
 * On the logarithm log(1 + m) + (t of 0.975 + t of 0.80) s / sqrt(n), with n - 1 degrees of freedom (Bloom 1995, Minimum
 * Detectable Effects, doi 10.1177/0193841X9501900504). It approximates the noncentral t, with an error of less
 * than 2% from 6 rounds on: the test of this file counts by simulation how often such an effect is detected.
 * @param {object} rounds
 * @param {number} rounds.spread standard deviation of the rounds' log-ratios
 * @param {number} rounds.rounds at least two
 * @param {number} [rounds.marginRatio]
 * @param {number} [rounds.confidence] of the interval
 * @returns {number} a ratio, such as 0.03 for 3%
 */
export function detectableEffect({ spread, rounds, marginRatio = 0, confidence = CONFIDENCE }) {
  return Math.expm1(Math.log1p(marginRatio) + (bothFactors(rounds, confidence) * spread) / Math.sqrt(rounds))
}

/**
 * @typedef {object} KnownInterval of a ratio
 * @property {number} low @property {number} high @property {number} confidence @property {number} rounds from two on
 * @property {number} [addedHalfWidth] of its half-width, as a difference of logarithms: what a drift or another time adds, which does not
 *   vary from run to run
 */

/**
 * Returns the smallest change that an interval of the same width finds beyond a margin with 80% power: as {@link detectableEffect}.
 * @param {KnownInterval} interval @param {number} margin as a ratio
 * @param {1 | -1} [sign] of the change: -1 where less is worse
 * @returns {number} Infinity, or -1, where the interval has no end
 */
export function detectableBeyond(interval, margin, sign = 1) {
  const { half, sampled, t, degrees } = widthsOf(interval)
  const distance = half + (sampled * tFactor(2 * POWER - 1, degrees)) / t
  return Math.expm1(Math.log1p(margin) + sign * distance)
}

/**
 * Returns how likely an interval of the same width is beyond a margin, on the side of the true change: the inverse of
 * {@link detectableBeyond}.
 * @param {KnownInterval} interval @param {number} margin on the side of the change
 * @param {number} change as a ratio; below zero where less is worse
 */
export function powerBeyond(interval, margin, change) {
  const { half, sampled, t, degrees } = widthsOf(interval)
  const beyond = (Math.log1p(change) - Math.log1p(margin)) * Math.sign(change) - half
  return sampled === 0 ? Number(beyond > 0) : probabilityBelow((beyond / sampled) * t, degrees)
}

/** @param {KnownInterval} interval */
function widthsOf({ confidence, rounds, addedHalfWidth = 0, ...interval }) {
  const half = halfWidth(interval)
  return { half, sampled: half - addedHalfWidth, t: tFactor(confidence, rounds - 1), degrees: rounds - 1 }
}

/**
 * Returns how many rounds in all detect a change with 80% power, if its distance from the margin and the spread stay the
 * same: the inverse of {@link detectableEffect}.
 * @param {object} wanted
 * @param {number} wanted.spread standard deviation of the rounds' log-ratios
 * @param {number} wanted.distance of the change from the margin, on the log-ratio
 * @param {number} [wanted.confidence] of the interval
 * @param {number} [wanted.atLeast] rounds, such as one more than there are
 * @returns {number | null} null when more than {@link MOST_ROUNDS} would be needed
 */
export function roundsNeeded({ spread, distance, confidence = CONFIDENCE, atLeast = 2 }) {
  return firstOf(atLeast, rounds => (bothFactors(rounds, confidence) * spread) / Math.sqrt(rounds) <= distance)
}

/**
 * Returns how many rounds in all find with 80% power that a change within the margin is within it, if the change and the
 * spread stay the same: both one-sided limits must be within.
 * @param {object} wanted
 * @param {number} wanted.spread standard deviation of the rounds' log-ratios
 * @param {number} wanted.relative the change, smaller than the margin
 * @param {number} wanted.marginRatio
 * @param {number} wanted.confidence of each limit
 * @param {number} [wanted.atLeast] rounds, such as one more than there are
 * @returns {number | null} null when more than {@link MOST_ROUNDS} would be needed
 */
export function roundsToStayWithin({ spread, relative, marginRatio, confidence, atLeast = 2 }) {
  const distances = [Math.log1p(marginRatio) - Math.log1p(relative), Math.log1p(relative) - Math.log1p(-marginRatio)]
  return firstOf(atLeast, function isEnough(rounds) {
    const error = spread / Math.sqrt(rounds)
    const limit = tFactor(2 * confidence - 1, rounds - 1)
    const failures = distances.map(distance => 1 - probabilityBelow(distance / error - limit, rounds - 1))
    return sum(failures) <= 1 - POWER
  })
}

/**
 * Returns how many rounds in all have an interval of the half-width that is wanted, if the rounds vary as they did: the
 * half-width is t(n - 1) s / sqrt(n).
 * @param {object} known
 * @param {number} known.half the half-width of the interval so far
 * @param {number} known.rounds that it is of, at least two
 * @param {number} [known.confidence] of the interval
 * @param {number} known.wanted in the unit of `half`
 * @returns {number | null} null when more than {@link MOST_ROUNDS} would be needed
 */
export function roundsToNarrow({ half, rounds, confidence = CONFIDENCE, wanted }) {
  const spread = (half * Math.sqrt(rounds)) / tFactor(confidence, rounds - 1)
  return firstOf(rounds + 1, more => (tFactor(confidence, more - 1) * spread) / Math.sqrt(more) <= wanted)
}

/** @type {(atLeast: number, isEnough: (rounds: number) => boolean) => number | null} */
function firstOf(atLeast, isEnough) {
  for (let rounds = Math.max(2, atLeast); rounds <= MOST_ROUNDS; rounds++) if (isEnough(rounds)) return rounds
  return null
}

/** @type {(t: number, degrees: number) => number} */
function probabilityBelow(t, degrees) {
  const tail = tPValue(t, degrees) / 2
  return t > 0 ? 1 - tail : tail
}

/** @type {(rounds: number, confidence: number) => number} */
function bothFactors(rounds, confidence) {
  return tFactor(confidence, rounds - 1) + tFactor(2 * POWER - 1, rounds - 1)
}
