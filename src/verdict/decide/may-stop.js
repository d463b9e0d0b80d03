import { halfWidth } from '../../stats/intervals.js'
import { isOnExactCounter } from '../gates/budgeted-metrics.js'
import { FEWEST_COUNTER_ROUNDS } from '../gates/gate-values.js'
import { gatesOn } from '../gates/gates.js'
import { compareCounters } from '../slices/counters.js'
import { comparisonsOf } from './comparisons.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */

export const FEWEST_ROUNDS = 8
/** After so many rounds in a row the goal must be reached. */
const CHECKS = 2

/**
 * Returns whether a run with a goal for its interval may stop: from 8 rounds on, once the half-width was no larger than the
 * goal after this round and after the one before. Only the width counts, never on which side of zero the interval lies.
 *
 * Stopping when rounds happen to agree underestimates how much they differ. In 60,000 simulated runs per goal, stopping the
 * first time left a 95% interval with a coverage of down to 93.1%; stopping the second time in a row, 93.5%, for one to two
 * more rounds. From 6 rounds on instead of 8, the coverage is down to 92.6%, for goals of 0.5, 1 and 2% alike, where rounds
 * differ by twice the goal (scripts/proofs/coverage-table.js has a smaller table of the same).
 * @param {(Change | null)[]} changes after every round so far, the latest last
 * @param {number} goal half-width of the log-ratio; of small changes the same as of the ratio
 */
export function isPreciseEnough(changes, goal) {
  const latest = changes.slice(-CHECKS)
  const pairs = latest.at(-1)?.pairs ?? 0
  return pairs >= FEWEST_ROUNDS && latest.length === CHECKS && latest.every(isNarrow)

  /** @param {Change | null} change */
  function isNarrow(change) {
    return change !== null && halfWidth(change) <= goal
  }
}

/**
 * Returns whether more rounds can change nothing about the exact counters: each budget on one has fired or passed, or, without such
 * budgets, it is known whether the counters differ. Where nothing is counted, there is nothing to wait for.
 *
 * Looking after each round could stop on a difference by chance; exact counters have next to none, and a difference within the
 * tolerance of two launches of the same code is none.
 * @param {Pick<RunManifest, 'experiment' | 'design'>} manifest
 * @param {CheckedSlices} slices unprofiled
 */
export function areCountersDecided(manifest, slices) {
  const [load] = manifest.design.loads
  const compared = comparisonsOf(manifest.experiment).map(each => compareCounters(each, load, slices, []))
  const exact = compared.map(({ rows }) => rows.filter(({ kind }) => kind === 'exact'))
  if (exact.some(rows => rows.some(({ rounds }) => rounds < FEWEST_COUNTER_ROUNDS))) return false
  if (exact.every(rows => rows.length === 0)) return true
  const gates = gatesOn(manifest, slices, []).filter(({ budget }) => isOnExactCounter(budget.name))
  if (gates.length > 0) return gates.every(({ outcome }) => outcome !== 'cannot tell')
  return compared.every(({ verdict }) => verdict.name !== 'unknown')
}
