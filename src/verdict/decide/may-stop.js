import { halfWidth } from '../../stats/intervals.js'
import { isOnExactCounter } from '../gates/budgeted-metrics.js'
import { FEWEST_COUNTER_ROUNDS } from '../gates/gate-values.js'
import { gatesOn } from '../gates/gates.js'
import { compareCounters } from '../slices/counters.js'
import { FEWEST_CPU_ROUNDS } from './classify-change.js'
import { comparisonsOf } from './comparisons.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */

export const FEWEST_ROUNDS = 8
/** After so many rounds in a row the goal must be reached. */
const CHECKS = 2
/** An interval that is beyond the margin by so many of its own half-widths stays there. */
const CLEAR_HALF_WIDTHS = 5
/** Blame of a change by half, or of the same size in the other direction, needs fewer profiled launches. */
const LARGE_RATIO = 0.5
const LARGE_PROFILED = { rounds: 3, slices: 2 }

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
 * Returns whether a verdict is so clear that its rounds end early: from six rounds on, once the whole interval was beyond the margin by five half-widths after this round and after the one before.
 *
 * Of 4,000 simulated runs per case, with nine rounds otherwise, and changes of 0, 5, 10, 20, 50 and 100%: no run without a change
 * ended early, the estimate has no bias, and the coverage of a 95% interval is at most 1.5 points lower than with all rounds
 * (scripts/proofs/coverage-table.js).
 * @param {(Change | null)[]} changes after every round so far, the latest last
 * @param {number} marginRatio
 */
export function isClear(changes, marginRatio) {
  const latest = changes.slice(-CHECKS)
  const { pairs = 0 } = latest.at(-1) ?? {}
  return latest.length === CHECKS && pairs >= FEWEST_CPU_ROUNDS && latest.every(isFarBeyond)

  /** @param {Change | null} change */
  function isFarBeyond(change) {
    if (change === null) return false
    const nearest = Math.max(Math.log1p(change.low), -Math.log1p(change.high))
    return nearest - Math.log1p(marginRatio) >= CLEAR_HALF_WIDTHS * halfWidth(change)
  }
}

/**
 * Returns a design with the profiled launches of changes whose verdicts ended early, and their slices: by their size alone, never by what
 * the profilers show.
 * @param {Pick<Change, 'relative'>[]} changes @param {RunManifest['design']} design
 */
export function profiledFor(changes, design) {
  const areLarge = changes.every(({ relative }) => Math.abs(Math.log1p(relative)) >= Math.log1p(LARGE_RATIO))
  if (!areLarge) return design
  const detail = Math.min(design.slices.detail, LARGE_PROFILED.slices)
  const detailRounds = Math.min(design.detailRounds, LARGE_PROFILED.rounds)
  return { ...design, detailRounds, slices: { ...design.slices, detail } }
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
  if (gates.length > 0) return gates.every(({ outcome }) => outcome !== 'undecided')
  return compared.every(({ verdict }) => verdict.name !== 'unknown')
}
