import { costDifference } from './cost-difference.js'
import { addTo, ownCosts, ownersBelow, totalCosts } from './cost-tree.js'
import { discoveryThreshold } from './false-discovery.js'

const FALSE_DISCOVERY_RATE = 0.05
/** Functions that cost less than this share of a request in both variants are not tested. */
const TESTED_SHARE = 0.005
/** A call that carries so much of a difference stands for it, and is looked into. */
const CARRYING_SHARE = 0.8
/** A part with less of its owner's difference than this is left with its owner. */
const NOTABLE_SHARE = 0.1
const BELIEVED = 0.05

/**
 * @typedef {import('./cost-tree.js').CostNode} CostNode
 * @typedef {import('./cost-difference.js').Pairing} Pairing
 * @typedef {import('../types.js').CostDifference} CostDifference
 *
 * @typedef {object} FoundRow
 * @property {CostNode} owner
 * @property {CostNode[]} path below the owner
 * @property {number[]} costs by launch
 * @property {CostDifference} cost
 */

/**
 * The parts of a tree that differ between the variants, none inside another. First every owner by what it spends itself,
 * calls into node included; an owner's difference is then given to the calls that carry it. What stays below a function
 * of the app, too thinly spread to be sure of any one place, is told of that function.
 * @param {CostNode} root
 * @param {Pairing} pairing
 * @param {number} dispersion
 * @returns {FoundRow[]}
 */
export function findRows(root, pairing, dispersion) {
  const owners = ownersBelow(root)
  const least = TESTED_SHARE * meanOf(totalCosts(root))
  const places = [...owners.map(node => ({ node, costs: ownCosts(node) })), ...outsideOwners(root)]
  const tested = places.map(measure).filter(isTested)
  const spreads = owners
    .filter(isOfApp)
    .map(node => measure({ node, costs: totalCosts(node) }))
    .filter(isTested)
  const threshold = discoveryThreshold(
    [...tested, ...spreads].map(({ cost }) => cost.pValue),
    FALSE_DISCOVERY_RATE
  )
  /** @type {FoundRow[]} */
  const rows = tested.filter(isSure).flatMap(({ node, costs }) => splitOwn(node, costs))
  for (const spread of spreads.filter(isSure).reverse()) rows.push(...restOf(spread))
  return rows

  /** @param {{ node: CostNode, costs: number[] }} place */
  function measure({ node, costs }) {
    return { node, costs, cost: costDifference(costs, pairing, dispersion) }
  }

  /** @param {{ cost: CostDifference }} place */
  function isTested({ cost }) {
    return Math.max(cost.baseline, cost.candidate) >= least
  }

  /** @param {{ cost: CostDifference }} place */
  function isSure({ cost }) {
    return cost.pValue <= threshold
  }

  /**
   * @param {CostNode} owner
   * @param {number[]} costs
   * @returns {FoundRow[]}
   */
  function splitOwn(owner, costs) {
    return split(owner, [], costs)

    /**
     * @param {CostNode} node
     * @param {CostNode[]} path from below the owner to the node
     * @param {number[]} all costs of the node and the parts below it
     * @returns {FoundRow[]}
     */
    function split(node, path, all) {
      const whole = costDifference(all, pairing, dispersion)
      const parts = [...node.parts.values()].map(part => measure({ node: part, costs: ownCosts(part) }))
      const carrying = parts.find(part => carries(part.cost, whole, CARRYING_SHARE))
      if (carrying) return split(carrying.node, [...path, carrying.node], carrying.costs)
      const notable = parts.filter(part => carries(part.cost, whole, NOTABLE_SHARE) && part.cost.pValue <= BELIEVED)
      if (notable.length === 0) return [{ owner, path, costs: all, cost: whole }]
      const found = notable.flatMap(part => split(part.node, [...path, part.node], part.costs))
      return [...found, ...leftOver(owner, path, all, notable)]
    }
  }

  /**
   * @param {CostNode} owner
   * @param {CostNode[]} path
   * @param {number[]} all
   * @param {{ costs: number[] }[]} told
   * @returns {FoundRow[]}
   */
  function leftOver(owner, path, all, told) {
    const costs = [...all]
    for (const part of told) addTo(costs, part.costs.map(negative))
    const cost = costDifference(costs, pairing, dispersion)
    return cost.pValue <= BELIEVED ? [{ owner, path, costs, cost }] : []
  }

  /**
   * What is spread over the functions below one of the app, beyond the rows found there.
   * @param {{ node: CostNode, costs: number[] }} spread
   */
  function restOf({ node, costs }) {
    const below = new Set([node, ...ownersBelow(node)])
    const inside = rows.filter(row => below.has(row.owner))
    if (inside.length === 0) return [{ owner: node, path: [], costs, cost: costDifference(costs, pairing, dispersion) }]
    const left = [...costs]
    for (const row of inside) addTo(left, row.costs.map(negative))
    const cost = costDifference(left, pairing, dispersion)
    return cost.pValue <= threshold ? [{ owner: node, path: [], costs: left, cost }] : []
  }
}

/**
 * What no function of the app or a package called: the garbage collector, what V8 could not name, node's own work.
 * @param {CostNode} root
 */
function outsideOwners(root) {
  return [...root.parts.values()].map(node => ({ node, costs: ownCosts(node) }))
}

/**
 * @param {CostDifference} part
 * @param {CostDifference} whole
 * @param {number} share
 */
function carries(part, whole, share) {
  return part.difference / whole.difference >= share
}

/** @param {CostNode} node */
function isOfApp(node) {
  return node.category.group === 'app'
}

/** @param {number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** @param {number} value */
function negative(value) {
  return -value
}
