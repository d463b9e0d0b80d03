import { addTo, isOwner, ownCosts } from './cost-map.js'

const CONFIRMED = 0.05
/** Of a difference: what a caller must show of it to stand for an inlined function. */
const NOTABLE_SHARE = 0.5

/**
 * @typedef {import('./blame.js').Evidence} Evidence
 * @typedef {import('./blame-rows.js').FoundRow} FoundRow
 */

/**
 * Whether another profiler finds a difference of the same sign in the same function, or in the same call from it, or,
 * where V8 may have inlined the function and the profiler does not tell, in what its caller spends itself.
 * @param {Evidence} witness
 * @param {FoundRow} row
 */
export function isConfirmedBy({ map, launches, compare }, { owner, path, cost }) {
  const places = [...map.owners, ...map.outside].filter(node => node.key === owner.key)
  const [call] = path
  const calls = call ? places.flatMap(node => node.parts.get(call.key) ?? []) : []
  if ([places, calls].some(nodes => agrees(sumOf(nodes.map(ownCosts)), 0))) return true
  const callers = isOwner(owner) ? [...owner.callers.keys()] : []
  return callers.some(key =>
    agrees(sumOf(map.owners.filter(node => node.key === key).map(node => node.self)), NOTABLE_SHARE)
  )

  /**
   * @param {number[]} costs
   * @param {number} share of the difference that must be seen
   */
  function agrees(costs, share) {
    const seen = compare(costs)
    return seen.pValue <= CONFIRMED && seen.difference / cost.difference > share
  }

  /** @param {number[][]} rows */
  function sumOf(rows) {
    const sums = launches.map(() => 0)
    for (const row of rows) addTo(sums, row)
    return sums
  }
}
