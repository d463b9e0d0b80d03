import { ownCosts, sumOf } from './costs/cost-map.js'

/**
 * @import { FoundRow } from './blame-rows.js'
 * @import { CostDifference } from './types.js'
 */

/** A call that costs at least this share of its larger cost in the other variant too is made by both variants. */
const EXISTED_SHARE = 0.2

/** @typedef {FoundRow & { isConfirmed: boolean }} CheckedRow */

/**
 * Separates displaced system-call time from the rows. The kernel's work counts for whichever system call comes next, and
 * moves between calls that both variants make when their timing changes. So native code that both variants run, and that no
 * second profiler confirms, is attributed to no function: all of it together is one net difference.
 * @param {CheckedRow[]} rows
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {{ kept: CheckedRow[], displaced: { names: string[], cost: CostDifference } | null }}
 */
export function splitDisplaced(rows, compare) {
  const displaced = rows.filter(isDisplaced)
  if (displaced.length === 0) return { kept: rows, displaced: null }
  const cost = compare(sumOf(displaced.map(({ costs }) => costs)))
  const names = displaced.map(row => calledIn(row).frame.name)
  return { kept: rows.filter(row => !displaced.includes(row)), displaced: { names: [...new Set(names)], cost } }

  /** @param {CheckedRow} row */
  function isDisplaced(row) {
    const called = calledIn(row)
    if (row.isConfirmed || called.frame.kind !== 'native') return false
    const { baseline, candidate } = compare(ownCosts(called))
    return Math.min(baseline, candidate) >= EXISTED_SHARE * Math.max(baseline, candidate)
  }
}

/** @param {CheckedRow} row */
function calledIn({ owner, path }) {
  return path.at(-1) ?? owner
}
