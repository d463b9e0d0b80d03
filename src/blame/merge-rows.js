import { ALPHA } from '../stats/levels.js'
import { callerOf, isOwner, sumOf } from './costs/cost-map.js'
import { knownCalls } from './known-calls.js'

/**
 * @import { FoundRow } from './blame-rows.js'
 * @import { CostDifference } from './types.js'
 */

/**
 * Returns the rows with those of the same name as one: two ways through Node.js can begin and end with the same calls, and
 * two functions can stand in one line. The merged row has the sum of the costs by launch, and the functions of the largest.
 * A row is left out where the sum does not differ significantly.
 * @param {FoundRow[]} rows
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {FoundRow[]}
 */
export function mergeSameNames(rows, compare) {
  const names = rows.map(nameOf)
  return [...new Set(names)].flatMap(function merge(name) {
    const same = rows.filter((_, row) => names[row] === name)
    const [largest] = same.toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
    if (!largest || same.length === 1) return same
    const costs = sumOf(same.map(row => row.costs))
    const cost = compare(costs)
    const sources = same.flatMap(row => row.sources)
    return cost.pValue <= ALPHA ? [{ ...largest, costs, cost, sources }] : []
  })
}

/**
 * Returns all that a reader sees of a row's functions.
 * @param {FoundRow} row
 */
function nameOf({ owner, path, isSpread }) {
  const { name, file, line } = owner.frame
  const { group, packageName } = owner.category
  const caller = isOwner(owner) ? callerOf(owner)?.name : null
  const calls = knownCalls(path.map(({ frame }) => frame)).map(call => call.name)
  return JSON.stringify([group, packageName, name, file, line, caller, calls, isSpread])
}
