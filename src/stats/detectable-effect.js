import { MOST_ROUNDS } from '../verdict/limits.js'
import { tFactor } from './t-distribution.js'

const CONFIDENCE = 0.95
const POWER = 0.8

/**
 * The smallest change that would be found in 80 of 100 runs of so many rounds: whose interval would lie wholly beyond the
 * margin, on the side of the change. With a margin of 0: would leave zero out.
 *
 * On the logarithm log(1 + m) + (t of 0.975 + t of 0.80) s / sqrt(n), with n - 1 degrees of freedom (Bloom 1995, Minimum
 * Detectable Effects, doi 10.1177/0193841X9501900504). The noncentral t this stands for differs by less than 2 % from 6
 * rounds on: the test of this file counts by simulation how often such an effect is found.
 * @param {object} rounds
 * @param {number} rounds.spread standard deviation of the rounds' log-ratios
 * @param {number} rounds.rounds at least two
 * @param {number} [rounds.marginRatio]
 * @returns {number} a ratio, such as 0.03 for 3 %
 */
export function detectableEffect({ spread, rounds, marginRatio = 0 }) {
  return Math.expm1(Math.log1p(marginRatio) + (bothFactors(rounds) * spread) / Math.sqrt(rounds))
}

/**
 * How many rounds in all find a change in 80 of 100 runs that is so far from where it must not be, if they go on to differ as
 * they did: the formula above, turned round.
 * @param {object} wanted
 * @param {number} wanted.spread standard deviation of the rounds' log-ratios
 * @param {number} wanted.distance of the change from the margin, on the log-ratio
 * @param {number} [wanted.atLeast] rounds, such as one more than there are
 * @returns {number | null} null when the most a run may have would not do
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
