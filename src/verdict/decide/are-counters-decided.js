import { isOnExactCounter } from '../gates/budgeted-metrics.js'
import { FEWEST_COUNTER_ROUNDS } from '../gates/gate-values.js'
import { gatesOn } from '../gates/gates.js'
import { compareCounters } from '../slices/counters.js'
import { comparisonsOf } from './comparisons.js'

/**
 * @import { RunManifest } from '../../runs/types.js'
 * @import { CheckedSlices } from '../slices/slice-validity.js'
 */

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
