import { categoriseFrame } from '../profile/categorise-frame.js'
import { functionKey } from '../profile/function-key.js'

/**
 * @import { Category } from '../profile/categorise-frame.js'
 * @import { Frame, Profile } from '../profile/types.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { FunctionName } from './types.js'
 */

/**
 * @typedef {object} CostNode a function and its cost per request, by launch
 * @property {string} key the function, the same in every launch and under every profiler
 * @property {Frame} frame
 * @property {Category} category
 * @property {number[]} self in the order of the launches
 * @property {Map<string, CostNode>} parts its cost in Node.js, in V8 and inside its own package
 *
 * @typedef {CostNode & { callers: Map<string, { frame: Frame, cost: number }>, below: Map<string, number[]>,
 *   above: Set<string> }} Owner
 *   `callers`: the nearest functions of the app above it, with the cost here on their behalf;
 *   `above`: the keys of all owners that were on a stack with it, further out;
 *   `below`: its cost in each owner it leads to, itself included, by launch
 *
 * @typedef {object} CostMap
 * @property {Owner[]} owners functions of the app and entries into packages
 * @property {CostNode[]} outside code without an owner above it: the garbage collector, what V8 could not name, Node.js
 */

/**
 * Returns all costs by owner. An owner is a function of the app, or the function by which a package is entered. It owns its
 * self cost and the cost of Node.js functions below it, up to the next owner. It is the same owner wherever it is called
 * from, so that another call path is not a difference. Every sample belongs to one owner or to none.
 * @param {LaunchCosts[]} launches
 * @returns {CostMap}
 */
export function costMap(launches) {
  /** @type {Map<string, Owner>} */
  const owners = new Map()
  /** @type {Map<string, CostNode>} */
  const outside = new Map()
  launches.forEach(function addLaunch({ threads }, launch) {
    for (const { tree, costPerWeight } of threads) addTree(tree.profile, costPerWeight, launch)
  })
  return { owners: [...owners.values()], outside: [...outside.values()] }

  /**
   * @typedef {{ owner: Owner | null, node: CostNode | null, above: Owner[] }} Place `above`: the owners on the stack,
   *   outermost first, each once
   * @param {Profile} profile
   * @param {number} costPerWeight
   * @param {number} launch
   */
  function addTree({ frames, nodes }, costPerWeight, launch) {
    const known = frames.map(frame => ({ frame, key: functionKey(frame), category: categoriseFrame(frame) }))
    /** @type {Place[]} */
    const places = []
    for (const { frame, parent, self } of nodes) {
      const place = enter(
        places[parent] ?? { owner: null, node: null, above: [] },
        /** @type {typeof known[0]} */ (known[frame])
      )
      places.push(place)
      if (self > 0) spend(place, self * costPerWeight, launch)
    }
  }

  /** @type {(above: Place, called: { frame: Frame, key: string, category: Category }) => Place} */
  function enter({ owner, node, above }, { frame, key, category }) {
    const isEntry = category.group === 'package' && owner?.category.packageName !== category.packageName
    if (category.group !== 'app' && !isEntry)
      return { owner, node: getOrAdd(node ? node.parts : outside, key, newNode), above }
    const entered = getOrAdd(owners, key, () => ({
      ...newNode(),
      callers: new Map(),
      below: new Map(),
      above: new Set()
    }))
    return { owner: entered, node: entered, above: above.includes(entered) ? above : [...above, entered] }

    /** @returns {CostNode} */
    function newNode() {
      return { key, frame, category, self: zeros(), parts: new Map() }
    }
  }

  /** @type {(place: Place, cost: number, launch: number) => void} */
  function spend({ owner, node, above }, cost, launch) {
    if (node) node.self[launch] = (node.self[launch] ?? 0) + cost
    if (!owner) return
    const caller = above.findLast(each => each !== owner && each.category.group === 'app')
    if (caller) {
      const known = getOrAdd(owner.callers, caller.key, () => ({ frame: caller.frame, cost: 0 }))
      known.cost += cost
    }
    for (const each of above) {
      if (each !== owner) owner.above.add(each.key)
      const costs = getOrAdd(each.below, owner.key, zeros)
      costs[launch] = (costs[launch] ?? 0) + cost
    }
  }

  /** @returns {number[]} */
  function zeros() {
    return launches.map(() => 0)
  }
}

/**
 * Returns the cost of a function and of all below it that is not another owner's, by launch.
 * @param {CostNode} node
 * @returns {number[]}
 */
export function ownCosts(node) {
  const costs = [...node.self]
  for (const part of node.parts.values()) addTo(costs, ownCosts(part))
  return costs
}

/**
 * Returns the cost of an owner and of all it calls, by launch.
 * @param {Owner} owner
 */
export function totalCosts({ below }) {
  return sumOf([...below.values()])
}

/**
 * Returns the function of the app on whose behalf most of an owner's cost is spent.
 * @param {Owner} owner
 * @returns {FunctionName | null}
 */
export function callerOf({ callers }) {
  const [most] = [...callers.values()].sort((a, b) => b.cost - a.cost)
  return most ? functionName(most.frame) : null
}

/** @param {Frame} frame @returns {FunctionName} */
export function functionName({ name, file, line, replaces }) {
  return replaces === undefined ? { name, file, line } : { name, file, line, replaces }
}

/**
 * Adds costs to sums, launch by launch, or subtracts them with a sign of -1.
 * @param {number[]} sums
 * @param {number[]} costs
 * @param {number} [sign]
 */
export function addTo(sums, costs, sign = 1) {
  costs.forEach((cost, launch) => {
    sums[launch] = (sums[launch] ?? 0) + sign * cost
  })
}

/**
 * Returns the sum of several rows of costs, by launch.
 * @param {number[][]} rows
 */
export function sumOf(rows) {
  /** @type {number[]} */
  const sums = []
  for (const row of rows) addTo(sums, row)
  return sums
}

/** @param {CostNode} node an owner, or code without an owner above it @returns {node is Owner} */
export function isOwner(node) {
  return 'callers' in node
}

/**
 * Returns the value of a key, which is added if it is new.
 * @template Value
 * @param {Map<string, Value>} values
 * @param {string} key
 * @param {() => Value} make
 */
function getOrAdd(values, key, make) {
  const known = values.get(key)
  if (known !== undefined) return known
  const added = make()
  values.set(key, added)
  return added
}
