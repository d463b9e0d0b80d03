import { isOwner, ownCosts, sumOf, totalCosts } from './cost-map.js'

/**
 * @import { FoundRow } from './blame-rows.js'
 * @import { CostNode } from './cost-map.js'
 * @import { Evidence } from './evidence.js'
 */

const CONFIRMED = 0.05
/** Of a difference: what a caller must show of it to stand for an inlined function. */
const NOTABLE_SHARE = 0.5

/**
 * Whether another profiler finds a difference of the same sign in the same place: in the function, in the call from it,
 * or over what it calls. Where it has too little of it under the function's name, V8 may have inlined the function and the
 * profiler not tell: then what a caller spends itself must show it.
 * @param {Evidence} witness
 * @param {FoundRow} row
 */
export function isConfirmedBy({ map, compare }, { owner, path, cost, isSpread }) {
  const places = [...map.owners, ...map.outside].filter(node => node.key === owner.key)
  const [call] = path
  if (isSpread) return agrees(sumOf(map.owners.filter(node => node.key === owner.key).map(totalCosts)), 0)
  if (call)
    return agrees(sumOf(places.flatMap(node => node.parts.get(call.key) ?? []).map(ownCosts)), 0) || isSeenIn(places)
  if (isSeenIn(places)) return true
  const callers = isOwner(owner) ? [...owner.callers.keys()] : []
  return callers.some(key =>
    agrees(sumOf(map.owners.filter(node => node.key === key).map(node => node.self)), NOTABLE_SHARE)
  )

  /** @param {CostNode[]} nodes */
  function isSeenIn(nodes) {
    return agrees(sumOf(nodes.map(ownCosts)), 0)
  }

  /**
   * @param {number[]} costs
   * @param {number} share of the difference that must be seen
   */
  function agrees(costs, share) {
    const seen = compare(costs)
    return seen.pValue <= CONFIRMED && seen.difference / cost.difference > share
  }
}
