import { discoveryThreshold } from '../stats/false-discovery.js'
import { ownCosts } from './costs/cost-map.js'
import { splitOwn } from './costs/split-own-cost.js'
import { spreadCosts } from './costs/spread-costs.js'

/**
 * @import { CostMap, CostNode, Owner } from './costs/cost-map.js'
 * @import { CostDifference } from './types.js'
 */

/** Functions that cost less than this share of a request in both variants are not tested. */
export const TESTED_SHARE = 0.005

/**
 * @typedef {{ owner: CostNode, calls: CostNode[], path: CostNode[] }} RowSource where a row's cost is: below these calls of an
 *   owner, or without calls what other rows leave of the owner's own cost. `path`: the calls that name it
 *
 * @typedef {object} FoundRow
 * @property {CostNode} owner an {@link Owner}, or code without an owner above it
 * @property {CostNode[]} path below the owner
 * @property {number[]} costs by launch
 * @property {CostDifference} cost
 * @property {boolean} isSpread over what the owner calls, rather than its own
 * @property {string[]} spreadOver keys of the owners that the difference is spread over
 * @property {RowSource[]} sources several where the row is merged from several
 */

/**
 * Returns the significant differences between the variants, none of which contains another. First every owner is tested by
 * its own cost, calls into Node.js included, and each significant difference is given to the calls that carry it. Then every
 * function of the app is tested by what remains below it: a difference spread over its callees, none of which differs
 * significantly, is a row of that function.
 * @param {CostMap} map
 * @param {(costs: number[]) => CostDifference} compare
 * @param {number} meanCost per request, of which a share decides what is tested
 * @param {number[]} otherPValues of tests that are not in the map
 * @returns {{ rows: FoundRow[], threshold: number }} `threshold`: p-values up to this one are significant
 */
export function findRows(map, compare, meanCost, otherPValues) {
  const { owners, outside } = map
  const places = [...owners, ...outside].map(node => measure(node, ownCosts(node))).filter(isTested)
  const callers = owners.filter(owner => owner.category.group === 'app' && owner.below.size > 1)
  const totals = map.costsBelow
    .totals(callers)
    .map((costs, index) => measure(/** @type {Owner} */ (callers[index]), costs))
    .filter(isTested)
  const pValues = [...places, ...totals].map(({ cost }) => cost.pValue)
  const threshold = discoveryThreshold([...pValues, ...otherPValues])
  const significant = places.filter(isSignificant)
  const rows = significant.flatMap(({ node, costs }) => splitOwn(node, costs, compare))
  return { rows: [...rows, ...spreadRows(totals.filter(isSignificant))], threshold }

  /**
   * Starts at the functions that call least, so that no cost is in two rows.
   * @param {{ node: CostNode, cost: CostDifference }[]} significantTotals
   */
  function spreadRows(significantTotals) {
    const attributed = new Set(significant.map(({ node }) => node.key))
    const cheapestFirst = significantTotals.toSorted(
      (a, b) => a.cost.candidate + a.cost.baseline - b.cost.candidate - b.cost.baseline
    )
    return cheapestFirst.flatMap(function spreadBelow({ node }) {
      const owner = /** @type {Owner} */ (node)
      const rest = [...owner.below].filter(key => !attributed.has(key))
      if (rest.length === 0) return []
      const costs = spreadCosts(owner, rest, map, compare)
      const cost = compare(costs)
      if (cost.pValue > threshold) return []
      for (const key of rest) attributed.add(key)
      return [
        {
          owner: node,
          path: [],
          costs,
          cost,
          isSpread: true,
          spreadOver: rest,
          sources: [{ owner: node, calls: [], path: [] }]
        }
      ]
    })
  }

  /** @param {CostNode} node @param {number[]} costs */
  function measure(node, costs) {
    return { node, costs, cost: compare(costs) }
  }

  /** @param {{ cost: CostDifference }} place */
  function isTested({ cost }) {
    return Math.max(cost.baseline, cost.candidate) >= TESTED_SHARE * meanCost
  }

  /** @param {{ cost: CostDifference }} place */
  function isSignificant({ cost }) {
    return cost.pValue <= threshold
  }
}
