import { ALPHA } from '../../stats/levels.js'
import { addTo, ownCosts } from './cost-map.js'

/**
 * @import { FoundRow } from '../blame-rows.js'
 * @import { CostNode } from './cost-map.js'
 * @import { CostDifference } from '../types.js'
 */

/** A call that carries this share of a difference stands for it. */
const CARRYING_SHARE = 0.8
/** A part is named after the calls that have this share of it. */
const NAMING_SHARE = 0.5
/** A part with less of its owner's difference than this is left with its owner. */
const NOTABLE_SHARE = 0.1

/** @typedef {{ node: CostNode, path: CostNode[], costs: number[], cost: CostDifference }} Place */

/**
 * Returns an owner's difference by the calls it is in. Follows the calls as far as one of them carries it, then splits it
 * over the parts that share it, each named after the calls that have most of it. What no part has is a row of the owner
 * where it differs significantly.
 * @param {CostNode} owner
 * @param {number[]} costs its own, by launch
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {FoundRow[]}
 */
export function splitOwn(owner, costs, compare) {
  const whole = { node: owner, path: [], costs, cost: compare(costs) }
  const fork = follow(whole, CARRYING_SHARE)
  const notable = partsOf(fork).filter(part => carries(part, whole, NOTABLE_SHARE) && part.cost.pValue <= ALPHA)
  const named = notable.length === 0 ? [fork] : notable
  const left = [...costs]
  for (const part of named) addTo(left, part.costs, -1)
  const rest = compare(left)
  const rows = named.map(part => toRow(part, part === fork ? fork.path : follow(part, NAMING_SHARE).path))
  return rest.pValue <= ALPHA ? [...rows, toRow({ ...whole, costs: left, cost: rest }, [])] : rows

  /** @type {(place: Place, share: number) => Place} */
  function follow(place, share) {
    let last = place
    for (;;) {
      const from = last
      const carrying = partsOf(from).find(part => carries(part, from, share))
      if (!carrying) return from
      last = carrying
    }
  }

  /** @param {Place} place @returns {Place[]} */
  function partsOf({ node, path }) {
    return [...node.parts.values()].map(function placeOf(part) {
      const own = ownCosts(part)
      return { node: part, path: [...path, part], costs: own, cost: compare(own) }
    })
  }

  /** @type {(place: Place, path: CostNode[]) => FoundRow} */
  function toRow({ path: calls, costs: own, cost }, path) {
    return { owner, path, costs: own, cost, isSpread: false, spreadOver: [], sources: [{ owner, calls, path }] }
  }
}

/** @type {(part: Place, whole: Place, share: number) => boolean} */
function carries(part, whole, share) {
  return part.cost.difference / whole.cost.difference >= share
}
