/**
 * @import { VerdictName } from '../verdict/types.js'
 * @import { Blame } from './types.js'
 */

const MOST_ROWS = 3
/** A row with a smaller share of the difference is only in the table. */
const LEAST_SHARE = 0.1

/**
 * Returns the rows that the summary of a run names: the largest of those that both profilers show or that are measured
 * directly. The verdict has the sign of what is named: it may be about the main thread, and the total of all threads may have
 * the other one. A row is compared with the larger of the totals of profiled and of unprofiled launches.
 * @param {Pick<Blame, 'rows' | 'total' | 'unprofiledTotal'>} blame
 * @param {VerdictName} verdict on the same variants
 * @returns {number[]} indexes of rows, the largest first; empty where the verdict is not slower or faster
 */
export function headlineOf({ rows, total, unprofiledTotal }, verdict) {
  if (verdict !== 'slower' && verdict !== 'faster') return []
  const sign = verdict === 'slower' ? 1 : -1
  const least = LEAST_SHARE * Math.max(Math.abs(total.difference), Math.abs(unprofiledTotal?.difference ?? 0))
  const named = rows.flatMap(({ evidence, cost }, row) => {
    const isNamed = evidence !== 'one-profiler' && cost.difference * sign >= least
    return isNamed ? [{ row, size: Math.abs(cost.difference) }] : []
  })
  return named
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_ROWS)
    .map(({ row }) => row)
}
