import { addTo } from './cost-map.js'

/** What was a notable part of a function's cost before was there before. */
const EXISTED_SHARE = 0.2

/**
 * @typedef {import('./blame-rows.js').FoundRow & { isConfirmed: boolean }} WitnessedRow
 * @typedef {import('../types.js').CostDifference} CostDifference
 */

/**
 * Takes out of the rows what is likely no function's doing: work of the kernel lands on whichever system call comes next,
 * and moves between calls that both variants make when anything about their timing changes. So a system call (any
 * compiled code of node's) that both variants make, and that no second profiler confirms, is not blamed: all such are one
 * row, their net difference.
 * @param {WitnessedRow[]} rows
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {{ real: WitnessedRow[], moved: { names: string[], cost: CostDifference } | null }}
 */
export function splitGhosts(rows, compare) {
  const ghosts = rows.filter(isGhost)
  const real = rows.filter(row => !ghosts.includes(row))
  const [first] = ghosts
  if (!first) return { real, moved: null }
  const costs = first.costs.map(() => 0)
  for (const ghost of ghosts) addTo(costs, ghost.costs)
  return { real, moved: { names: [...new Set(ghosts.map(nameOf))], cost: compare(costs) } }
}

/** @param {WitnessedRow} row */
function isGhost({ owner, path, cost, isConfirmed }) {
  const { group } = (path.at(-1) ?? owner).category
  const existed = Math.min(cost.baseline, cost.candidate) >= EXISTED_SHARE * Math.max(cost.baseline, cost.candidate)
  return group === 'native' && existed && !isConfirmed
}

/** @param {WitnessedRow} row */
function nameOf({ owner, path }) {
  return (path.at(-1) ?? owner).frame.name
}
