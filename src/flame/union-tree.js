import { CallTree } from '../profile/call-tree.js'
import { columnsOf, tiers as tierNumbers } from '../profile/packed-profile.js'
import { subtreeWeights } from '../profile/tree-columns.js'
import { insertedCalls } from './inserted-calls.js'
import { mergeSmallCalls } from './merge-small-calls.js'

/**
 * @import { Frame, Profile, Tier } from '../profile/types.js'
 * @import { SeenThread } from './same-threads.js'
 */

/**
 * @typedef {Pick<SeenThread, 'tree' | 'costPerWeight'>} TreeWithCost
 *
 * @typedef {{ union: CallTree, added: Int32Array[] }} Added `added`: by launch, the node of the union for each of its own nodes
 *
 * @typedef {object} UnionTree nodes as columns, depth first
 * @property {Frame[]} frames
 * @property {Tier[]} tiers those that are recorded, the slowest code first
 * @property {number[]} parent
 * @property {number[]} frame
 * @property {number[]} tier index into `tiers`, or -1
 * @property {Float64Array[]} self costs of the nodes, by launch
 * @property {Int32Array[]} placeOf by launch: the node of the union for each of its own nodes
 */

/** @type {Tier[]} */
const tierOrder = ['ignition', 'sparkplug', 'maglev', 'turbofan']

/**
 * Returns the call trees of several launches as one, with the cost of each node by launch. A function that ran in several
 * tiers from the same caller is one node: its tier depends on when it was optimised, and differs between launches.
 * @param {TreeWithCost[]} launches
 * @param {[number[], number[]][]} compared indexes of the launches of two variants, where calls that only one of them has are
 *   also in the tree of the other one, see {@link insertedCalls}
 * @returns {UnionTree}
 */
export function unionTree(launches, compared = []) {
  const profiles = launches.map(({ tree }) => tree?.profile ?? null)
  const { union, added } = withInserted(mergeSmallCalls(addAll(profiles), launches), launches, compared)
  const places = depthFirst(union.nodes)
  const placeOf = added.map(nodes => nodes.map(node => places[node] ?? -1))
  const tiers = tierOrder.filter(tier => profiles.some(profile => profile && hasTier(profile, tier)))
  /** @type {number[]} */
  const parent = Array(places.length).fill(-1)
  /** @type {number[]} */
  const frame = Array(places.length).fill(-1)
  union.nodes.forEach(function put(node, index) {
    const place = places[index] ?? -1
    parent[place] = places[node.parent] ?? -1
    frame[place] = node.frame
  })
  return {
    frames: union.frames,
    tiers,
    parent,
    frame,
    tier: mainTiers(launches, placeOf, tiers, places.length),
    self: launches.map((launch, index) => selfCosts(launch, placeOf[index], places.length)),
    placeOf
  }
}

/**
 * @param {(Profile | null)[]} profiles
 * @returns {Added}
 */
function addAll(profiles) {
  const union = new CallTree()
  return {
    union,
    added: profiles.map(profile => (profile ? union.addTree(profile, { hasTiers: false }) : new Int32Array()))
  }
}

/** @type {(known: Added, launches: TreeWithCost[], compared: [number[], number[]][]) => Added} */
function withInserted({ union, added }, launches, compared) {
  const { frames, nodes } = union
  const moved = new Map(
    compared.flatMap(([one, other]) => [...insertedCalls(nodes, [sumOf(one), sumOf(other)])]).reverse()
  )
  if (moved.size === 0) return { union, added }
  const joined = new CallTree()
  const known = frames.map(frame => joined.frame(frame))
  /** @type {Map<number, number>} */
  const placed = new Map([[-1, -1]])
  return { union: joined, added: added.map(own => own.map(placeOf)) }

  /** Places a node after the one that it is below, or that it is the same as. @param {number} node @returns {number} */
  function placeOf(node) {
    const open = placed.has(node) ? [] : [node]
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const { parent, frame } = /** @type {typeof nodes[0]} */ (nodes[at])
      const same = moved.get(at)
      const before = placed.get(same ?? parent)
      if (before === undefined) open.push(same ?? parent)
      else placed.set(at, same === undefined ? joined.child(before, known[frame] ?? -1, null) : before)
      if (before !== undefined) open.pop()
    }
    return placed.get(node) ?? -1
  }

  /** @param {number[]} indexes */
  function sumOf(indexes) {
    const costs = new Float64Array(nodes.length)
    for (const index of indexes) {
      const { tree = null, costPerWeight = 0 } = launches[index] ?? {}
      selfCosts({ tree, costPerWeight }, added[index], nodes.length).forEach((cost, node) => addAt(costs, node, cost))
    }
    return costs
  }
}

/**
 * @param {{ parent: number }[]} nodes
 * @returns {number[]} the place of each node when callers come right before their callees
 */
function depthFirst(nodes) {
  const parents = nodes.map(node => node.parent)
  const sizes = subtreeWeights(parents, Array(nodes.length).fill(1))
  /** Where the next child goes. @type {number[]} */
  const next = []
  let nextRoot = 0
  return parents.map(function place(parent, node) {
    const at = parent === -1 ? nextRoot : (next[parent] ?? 0)
    const end = at + (sizes[node] ?? 1)
    if (parent === -1) nextRoot = end
    else next[parent] = end
    next[node] = at + 1
    return at
  })
}

/** @type {(launch: TreeWithCost, placeOf: Int32Array | undefined, count: number) => Float64Array} */
function selfCosts({ tree, costPerWeight }, placeOf, count) {
  const costs = new Float64Array(count)
  if (!tree) return costs
  columnsOf(tree.profile).self.forEach(function addCost(self, node) {
    addAt(costs, placeOf?.[node], self * costPerWeight)
  })
  return costs
}

/** @param {Profile} profile @param {Tier} tier */
function hasTier(profile, tier) {
  return columnsOf(profile).tier.includes(tierNumbers.indexOf(tier))
}

/**
 * Returns the tier in which most of the cost of each node and its callees was.
 * @param {TreeWithCost[]} launches
 * @param {Int32Array[]} placeOf
 * @param {Tier[]} tiers
 * @param {number} count
 * @returns {number[]}
 */
function mainTiers(launches, placeOf, tiers, count) {
  const costs = tiers.map(() => new Float64Array(count))
  const numbers = tierNumbers.map(tier => (tier === null ? -1 : tiers.indexOf(tier)))
  launches.forEach(function addLaunch({ tree, costPerWeight }, launch) {
    if (!tree) return
    const { parent, self, tier } = columnsOf(tree.profile)
    const totals = subtreeWeights(parent, self)
    tier.forEach(function addCost(number, node) {
      const ofTier = costs[numbers[number] ?? -1]
      if (ofTier) addAt(ofTier, placeOf[launch]?.[node], (totals[node] ?? 0) * costPerWeight)
    })
  })
  return Array.from({ length: count }, function mostCostly(_, node) {
    const ofNode = costs.map(ofTier => ofTier[node] ?? 0)
    const most = Math.max(0, ...ofNode)
    return most === 0 ? -1 : ofNode.indexOf(most)
  })
}

/** @param {Float64Array} costs @param {number} [index] @param {number} cost */
function addAt(costs, index = -1, cost = 0) {
  costs[index] = (costs[index] ?? 0) + cost
}
