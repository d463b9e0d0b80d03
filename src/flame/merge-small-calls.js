import { CallTree } from '../profile/tree/call-tree.js'
import { placesOf, subtreeWeights } from '../profile/tree/tree-columns.js'

/** @import { Frame } from '../profile/types.js' */
/** @import { Added, TreeWithCost } from './union-tree.js' */

/** A graph has a cost of each node in each launch. As many as these take 128 MB. */
const MOST_COSTS = 16e6

/** @type {Frame} */
const otherCalls = { name: '(other calls)', file: '', line: null, column: null, kind: 'program' }

/**
 * Returns a union of call trees whose cheapest calls are merged, if it has more nodes than costs of all launches can be kept
 * of: those that a function calls become one call of `(other calls)` from it, which has all that is below them. So all other nodes
 * keep their total costs.
 * @type {(whole: Added, launches: TreeWithCost[], mostCosts?: number) => Added}
 */
export function mergeSmallCalls(whole, launches, mostCosts = MOST_COSTS) {
  const { frames, nodes, size } = whole.union
  const mostNodes = Math.floor(mostCosts / launches.length)
  if (size <= mostNodes) return whole
  const totals = subtreeWeights(nodes.parent, costsOf(whole, launches))
  // A node that is kept may have one call more.
  const least = totals.toSorted().at(-(mostNodes >> 1)) ?? 0
  const merged = new CallTree()
  const other = merged.frame(otherCalls)
  /** @type {Map<number, number>} */
  const known = new Map()
  const places = new Int32Array(size)
  nodes.parent.forEach(function place(parent, node) {
    const caller = parent === -1 ? -1 : (places[parent] ?? -1)
    if ((totals[node] ?? 0) > least) places[node] = merged.child(caller, frameOf(nodes.frame[node] ?? -1), null)
    else if (parent !== -1 && (totals[parent] ?? 0) <= least) places[node] = caller
    else places[node] = merged.child(caller, other, null)
  })
  return { union: merged, added: whole.added.map(own => placesOf(own, places)) }

  /** @param {number} frame of the whole */
  function frameOf(frame) {
    const index = known.get(frame) ?? merged.frame(frames[frame] ?? otherCalls)
    known.set(frame, index)
    return index
  }
}

/** Returns the own cost of each node in all launches together. @type {(whole: Added, launches: TreeWithCost[]) => Float64Array} */
function costsOf({ union, added }, launches) {
  const costs = new Float64Array(union.size)
  launches.forEach((launch, index) => addSelfCosts(costs, launch, added[index]))
  return costs
}

/** Adds the own cost of each node of a launch. @type {(costs: Float64Array, launch: TreeWithCost, placeOf?: Int32Array) => void} */
export function addSelfCosts(costs, { tree, costPerWeight }, placeOf) {
  if (!tree) return
  const { self } = tree.profile.nodes
  for (let node = 0; node < self.length; node++) addAt(costs, placeOf?.[node], (self[node] ?? 0) * costPerWeight)
}

/** @param {Float64Array} costs @param {number} [index] @param {number} cost */
export function addAt(costs, index = -1, cost = 0) {
  costs[index] = (costs[index] ?? 0) + cost
}
