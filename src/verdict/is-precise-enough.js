import { halfWidth } from '../stats/intervals.js'

/** @import { Change } from '../stats/types.js' */

export const FEWEST_ROUNDS = 8
/** Rounds after which the goal must have been reached, one after the other. */
const LOOKS = 2

/**
 * Whether a run that goes on until its interval is narrow enough may stop: from 8 rounds on, once the half-width was no
 * larger than the goal after this round and after the one before. Only the width is looked at, never on which side of zero
 * the interval lies.
 *
 * Who stops when the rounds happen to agree underrates how they differ. In 60,000 simulated runs a goal, stopping the first
 * time it is reached left a 95 % interval with as little as 93.1 % coverage, wanting it twice in a row with 93.5 %, for one to
 * two rounds more (scripts/proofs/coverage-table.js has a smaller table of the same).
 * @param {(Change | null)[]} changes after every round so far, the latest last
 * @param {number} goal half-width of the log-ratio; of small changes the same as of the ratio
 */
export function isPreciseEnough(changes, goal) {
  const looks = changes.slice(-LOOKS)
  const pairs = looks.at(-1)?.pairs ?? 0
  return pairs >= FEWEST_ROUNDS && looks.length === LOOKS && looks.every(isNarrow)

  /** @param {Change | null} change */
  function isNarrow(change) {
    return change !== null && halfWidth(change) <= goal
  }
}
