import { CONFIDENCE } from './levels.js'
import { tFactor } from './t-distribution.js'

/** The most rounds a run may have. */
export const MOST_ROUNDS = 200
const POWER = 0.8

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
 * @returns {number} a ratio, such as 0.03 for 3%
 */
export function detectableEffect({ spread, rounds, marginRatio = 0 }) {
  return Math.expm1(Math.log1p(marginRatio) + (bothFactors(rounds) * spread) / Math.sqrt(rounds))
}

/**
 * Returns how many rounds in all detect a change with 80% power, if its distance from the margin and the spread stay the
 * same: the inverse of {@link detectableEffect}.
 * @param {object} wanted
 * @param {number} wanted.spread standard deviation of the rounds' log-ratios
 * @param {number} wanted.distance of the change from the margin, on the log-ratio
 * @param {number} [wanted.atLeast] rounds, such as one more than there are
 * @returns {number | null} null when more than {@link MOST_ROUNDS} would be needed
 */
export function roundsNeeded({ spread, distance, atLeast = 2 }) {
  for (let rounds = Math.max(2, atLeast); rounds <= MOST_ROUNDS; rounds++)
    if ((bothFactors(rounds) * spread) / Math.sqrt(rounds) <= distance) return rounds
  return null
}

/** @param {number} rounds */
function bothFactors(rounds) {
  return tFactor(CONFIDENCE, rounds - 1) + tFactor(2 * POWER - 1, rounds - 1)
}
