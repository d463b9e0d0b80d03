import { ALPHA } from '../../stats/levels.js'
import { addTo, ownCosts, sumOf } from './cost-map.js'

/**
 * @import { CostMap, Owner } from './cost-map.js'
 * @import { CostDifference } from '../types.js'
 */

/**
 * Returns what some of the owners below an owner cost there, by launch. If they cost less elsewhere by what they cost more
 * here, they are only called from another place, as below a new middleware: then it is what they cost everywhere.
 * @param {Owner} owner
 * @param {string[]} keys of owners below it
 * @param {CostMap} map
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {number[]}
 */
export function spreadCosts(owner, keys, { owners, costsBelow }, compare) {
  const here = costsBelow.in(owner, keys)
  const asked = new Set(keys)
  const everywhere = sumOf(owners.filter(({ key }) => asked.has(key)).map(ownCosts))
  const elsewhere = [...everywhere]
  addTo(elsewhere, here, -1)
  const moved = compare(elsewhere)
  const isMoved = moved.pValue <= ALPHA && moved.difference * compare(here).difference < 0
  return isMoved ? everywhere : here
}
