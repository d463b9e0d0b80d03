import { ownCosts, sumOf } from './cost-map.js'

/**
 * @import { FoundRow } from './blame-rows.js'
 * @import { CostDifference } from './types.js'
 */

/** What was a notable part of a function's cost before was there before. */
const EXISTED_SHARE = 0.2

/** @typedef {FoundRow & { isConfirmed: boolean }} WitnessedRow */

/**
 * Takes out of the rows what is likely no function's doing: work of the kernel lands on whichever system call comes next,
 * and moves between calls that both variants make when anything about their timing changes. So compiled code of node's
 * that both variants run, and that no second profiler confirms, is not blamed: all such is one row, its net difference.
 * @param {WitnessedRow[]} rows
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {{ real: WitnessedRow[], moved: { names: string[], cost: CostDifference } | null }}
 */
export function splitGhosts(rows, compare) {
  const ghosts = rows.filter(row => isGhost(row, compare))
  const real = rows.filter(row => !ghosts.includes(row))
  if (ghosts.length === 0) return { real, moved: null }
  const costs = sumOf(ghosts.map(ghost => ghost.costs))
  return { real, moved: { names: [...new Set(ghosts.map(nameOf))], cost: compare(costs) } }
}

/**
 * @param {WitnessedRow} row
 * @param {(costs: number[]) => CostDifference} compare
 */
function isGhost({ owner, path, isConfirmed }, compare) {
  const last = path.at(-1) ?? owner
  if (isConfirmed || last.frame.kind !== 'native') return false
  const { baseline, candidate } = compare(ownCosts(last))
  return Math.min(baseline, candidate) >= EXISTED_SHARE * Math.max(baseline, candidate)
}

/** @param {WitnessedRow} row */
function nameOf({ owner, path }) {
  return (path.at(-1) ?? owner).frame.name
}
