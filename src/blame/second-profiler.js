import { ALPHA } from '../stats/levels.js'
import { spreadCosts } from './blame-rows.js'
import { isOwner, ownCosts, sumOf } from './costs/cost-map.js'

/** @import { FoundRow } from './blame-rows.js' */
/** @import { CostNode } from './costs/cost-map.js' */
/** @import { ComparedLaunches } from './evidence.js' */

/** The share of a difference that an owner above must show to stand for an inlined function. */
const NOTABLE_SHARE = 0.5

/**
 * Returns whether a second profiler finds a difference of the same sign in the same place: in the function, in the call from
 * it, or over what it calls. Where it finds too little under the function's name, V8 may have inlined the function without
 * the profiler showing that: then the own cost of an owner above it must show it.
 * @type {(second: ComparedLaunches, row: FoundRow) => boolean}
 */
export function isConfirmedBy({ map, compare }, { owner, path, cost, isSpread, spreadOver }) {
  const places = [...map.owners, ...map.outside].filter(node => node.key === owner.key)
  const [call] = path
  if (isSpread) {
    const same = map.owners.filter(node => node.key === owner.key)
    return same.some(node => agrees(spreadCosts(node, spreadOver, map, compare), 0))
  }
  if (call)
    return agrees(sumOf(places.flatMap(node => node.parts.get(call.key) ?? []).map(ownCosts)), 0) || isSeenIn(places)
  if (isSeenIn(places)) return true
  const above = isOwner(owner) ? [...owner.above] : []
  return above.some(key => agrees(sumOf(map.owners.filter(node => node.key === key).map(ownCosts)), NOTABLE_SHARE))

  /** @param {CostNode[]} nodes */
  function isSeenIn(nodes) {
    return agrees(sumOf(nodes.map(ownCosts)), 0)
  }

  /** @param {number[]} costs @param {number} share of the difference that the second profiler must find */
  function agrees(costs, share) {
    const found = compare(costs)
    return found.pValue <= ALPHA && found.difference / cost.difference > share
  }
}
