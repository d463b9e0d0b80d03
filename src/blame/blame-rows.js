import { discoveryThreshold } from '../stats/false-discovery.js'
import { ALPHA } from '../stats/levels.js'
import { ownCosts, sumOf, totalCosts } from './cost-map.js'
import { splitOwn } from './split-own-cost.js'

/**
 * @import { CostMap, CostNode, Owner } from './cost-map.js'
 * @import { CostDifference } from './types.js'
 */

/** Functions that cost less than this share of a request in both variants are not tested. */
const TESTED_SHARE = 0.005

/**
 * @typedef {object} FoundRow
 * @property {CostNode} owner an {@link Owner}, or what no owner called
 * @property {CostNode[]} path below the owner
 * @property {number[]} costs by launch
 * @property {CostDifference} cost
 * @property {boolean} isSpread over what the owner calls, rather than its own
 */

/**
 * The differences between the variants that are sure, none a part of another. First every owner by what it spends itself,
 * calls into node included, and each such difference is given to the calls that carry it. What remains below a function
 * of the app, too thinly spread over what it calls to be sure of any one, is told of that function.
 * @param {CostMap} map
 * @param {(costs: number[]) => CostDifference} compare
 * @param {number} wholeCost a request, to tell what is worth a test
 * @param {number[]} otherPValues of what is tested beside the map
 * @returns {{ rows: FoundRow[], threshold: number }} `threshold`: p-values up to this one are believed
 */
export function findRows({ owners, outside }, compare, wholeCost, otherPValues) {
  const places = [...owners, ...outside].map(node => measure(node, ownCosts(node))).filter(isTested)
  const totals = owners
    .filter(owner => owner.category.group === 'app' && owner.below.size > 1)
    .map(owner => measure(owner, totalCosts(owner)))
    .filter(isTested)
  const pValues = [...places, ...totals].map(({ cost }) => cost.pValue)
  const threshold = discoveryThreshold([...pValues, ...otherPValues], ALPHA)
  const sure = places.filter(isSure)
  const rows = sure.flatMap(({ node, costs }) => splitOwn(node, costs, compare))
  return { rows: [...rows, ...spreadRows(totals.filter(isSure))], threshold }

  /**
   * The narrowest first: what it explains is told no second time.
   * @param {{ node: CostNode, cost: CostDifference }[]} sureTotals
   */
  function spreadRows(sureTotals) {
    const told = new Set(sure.map(({ node }) => node.key))
    const narrowFirst = sureTotals.toSorted(
      (a, b) => a.cost.candidate + a.cost.baseline - b.cost.candidate - b.cost.baseline
    )
    return narrowFirst.flatMap(function spreadBelow({ node }) {
      const untold = [.../** @type {Owner} */ (node).below].filter(([key]) => !told.has(key))
      const costs = sumOf(untold.map(([, below]) => below))
      const cost = compare(costs)
      if (untold.length === 0 || cost.pValue > threshold) return []
      for (const [key] of untold) told.add(key)
      return [{ owner: node, path: [], costs, cost, isSpread: true }]
    })
  }

  /**
   * @param {CostNode} node
   * @param {number[]} costs
   */
  function measure(node, costs) {
    return { node, costs, cost: compare(costs) }
  }

  /** @param {{ cost: CostDifference }} place */
  function isTested({ cost }) {
    return Math.max(cost.baseline, cost.candidate) >= TESTED_SHARE * wholeCost
  }

  /** @param {{ cost: CostDifference }} place */
  function isSure({ cost }) {
    return cost.pValue <= threshold
  }
}
