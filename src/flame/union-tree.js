import { CallTree } from '../profile/tree/call-tree.js'
import { listChildren, placesOf, subtreeWeights } from '../profile/tree/tree-columns.js'

/** @import { CallNodes, Frame, Profile } from '../profile/types.js' */
/** @import { SeenThread } from './flame-graphs.js' */

/** Two nodes are one if the one has less than this share of the cost of the other in the variant that calls it another way. */
const NOTABLE_SHARE = 0.1

/**
 * @typedef {Pick<SeenThread, 'tree' | 'costPerWeight'>} TreeWithCost
 *
 * @typedef {{ union: CallTree, added: Int32Array[] }} Added `added`: by launch, the node of the union for each of its own nodes
 *
 * @typedef {object} UnionTree nodes as columns, depth first
 * @property {Frame[]} frames
 * @property {number[]} parent
 * @property {number[]} frame
 * @property {Float64Array[]} self costs of the nodes, by launch
 * @property {Int32Array[]} placeOf by launch: the node of the union for each of its own nodes
 */

const UNPLACED = -2

/** A graph has a cost of each node in each launch. As many as these take 128 MB. */
const MOST_COSTS = 16e6
/** @type {Frame} */
const otherCalls = { name: '(other calls)', file: '', line: null, column: null, kind: 'program' }

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
  const { nodes } = union
  const places = depthFirst(nodes.parent)
  const placeOf = added.map(nodes => placesOf(nodes, places))
  /** @type {number[]} */
  const parent = Array(places.length).fill(-1)
  /** @type {number[]} */
  const frame = Array(places.length).fill(-1)
  places.forEach(function put(place, node) {
    parent[place] = places[nodes.parent[node] ?? -1] ?? -1
    frame[place] = nodes.frame[node] ?? -1
  })
  return {
    frames: union.frames,
    parent,
    frame,
    self: launches.map((launch, index) => selfCosts(launch, placeOf[index], places.length)),
    placeOf
  }
}

/** @param {(Profile | null)[]} profiles @returns {Added} */
function addAll(profiles) {
  const union = new CallTree()
  return {
    union,
    added: profiles.map(profile => (profile ? union.addTree(profile, { hasTiers: false }) : new Int32Array()))
  }
}

/** @type {(known: Added, launches: TreeWithCost[], compared: [number[], number[]][]) => Added} */
function withInserted({ union, added }, launches, compared) {
  const { frames, nodes, size } = union
  const moved = new Map(
    compared.flatMap(([one, other]) => [...insertedCalls(nodes, [sumOf(one), sumOf(other)])]).reverse()
  )
  if (moved.size === 0) return { union, added }
  const joined = new CallTree()
  const known = frames.map(frame => joined.frame(frame))
  const places = new Int32Array(size).fill(UNPLACED)
  for (const own of added) own.forEach(place)
  return { union: joined, added: added.map(own => placesOf(own, places)) }

  /** Places a node after the one that it is below, or that it is the same as. @param {number} node */
  function place(node) {
    const open = places[node] === UNPLACED ? [node] : []
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const same = moved.get(at)
      const before = same ?? nodes.parent[at] ?? -1
      const placed = before === -1 ? -1 : (places[before] ?? -1)
      if (placed === UNPLACED) open.push(before)
      else {
        places[at] = same === undefined ? joined.child(placed, known[nodes.frame[at] ?? -1] ?? -1, null) : placed
        open.pop()
      }
    }
  }

  /** @param {number[]} indexes */
  function sumOf(indexes) {
    const sums = new Float64Array(size)
    for (const index of indexes) {
      const { tree = null, costPerWeight = 0 } = launches[index] ?? {}
      const costs = selfCosts({ tree, costPerWeight }, added[index], size)
      for (let node = 0; node < size; node++) addAt(sums, node, costs[node])
    }
    return sums
  }
}

/**
 * @param {number[]} parents by node
 * @returns {Int32Array} the place of each node when callers come right before their callees
 */
function depthFirst(parents) {
  const sizes = subtreeWeights(parents, new Uint8Array(parents.length).fill(1))
  /** Where the next child goes. */
  const next = new Int32Array(parents.length)
  let nextRoot = 0
  return Int32Array.from(parents, function place(parent, node) {
    const at = parent === -1 ? nextRoot : (next[parent] ?? 0)
    const end = at + (sizes[node] ?? 1)
    if (parent === -1) nextRoot = end
    else next[parent] = end
    next[node] = at + 1
    return at
  })
}

/** @type {(launch: TreeWithCost, placeOf: Int32Array | undefined, count: number) => Float64Array} */
function selfCosts(launch, placeOf, count) {
  const costs = new Float64Array(count)
  addSelfCosts(costs, launch, placeOf)
  return costs
}

/**
 * Returns which nodes of a tree of two variants are others of its nodes, because a function that only one variant has stands
 * between a caller and what it called: with `a > b` in the one variant and `a > wrapper > b` in the other one, both are
 * `a > wrapper > b`. So a new middleware does not make all below it vanished and new.
 * @param {Pick<CallNodes, 'frame' | 'parent'>} nodes
 * @param {[Float64Array, Float64Array]} self costs of the nodes in each variant
 * @returns {Map<number, number>} `b` below the wrapper, by the other `b`
 */
function insertedCalls({ frame, parent }, self) {
  const listed = listChildren(parent)
  const [one, other] = self.map(costs => subtreeWeights(parent, costs))
  if (!one || !other) return new Map()
  return new Map([...redirects(one, other), ...redirects(other, one)])

  /** @type {(direct: Float64Array, wrapped: Float64Array) => [number, number][]} */
  function redirects(direct, wrapped) {
    const known = new Set(frame.filter((_, node) => direct[node]))
    return [-1, ...frame.keys()].flatMap(function below(node) {
      const children = childrenOf(node)
      const wrappers = children.filter(child => wrapped[child] && !known.has(frame[child] ?? -1))
      if (wrappers.length === 0) return []
      return children.filter(isLeft).flatMap(function redirect(child) {
        const same = wrappers.flatMap(wrapper => findBelow(wrapper, frame[child] ?? -1))
        const [most] = same.sort((a, b) => costIn(wrapped, b) - costIn(wrapped, a))
        const isSame = most !== undefined && costIn(wrapped, most) > NOTABLE_SHARE * costIn(direct, child)
        return isSame ? [/** @type {[number, number]} */ ([child, most])] : []
      })
    })

    /** @param {number} child */
    function isLeft(child) {
      return costIn(direct, child) > 0 && costIn(wrapped, child) < NOTABLE_SHARE * costIn(direct, child)
    }
  }

  /** Returns the nearest calls of a function below a node. @type {(node: number, called: number) => number[]} */
  function findBelow(node, called) {
    const found = []
    const ahead = childrenOf(node).reverse()
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (frame[next] === called) found.push(next)
      else for (const child of childrenOf(next).reverse()) ahead.push(child)
    }
    return found
  }

  /** @param {number} node */
  function childrenOf(node) {
    return [...listed.children.subarray(listed.childStart[node + 1], listed.childStart[node + 2])]
  }
}

/** @type {(costs: Float64Array, node: number) => number} */
function costIn(costs, node) {
  return costs[node] ?? 0
}

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
  const places = new Int32Array(size)
  nodes.parent.forEach(function place(parent, node) {
    const caller = parent === -1 ? -1 : (places[parent] ?? -1)
    const frame = frames[nodes.frame[node] ?? -1] ?? otherCalls
    if ((totals[node] ?? 0) > least) places[node] = merged.child(caller, merged.sharedFrame(frame), null)
    else if (parent !== -1 && (totals[parent] ?? 0) <= least) places[node] = caller
    else places[node] = merged.child(caller, other, null)
  })
  return { union: merged, added: whole.added.map(own => placesOf(own, places)) }
}

/** Returns the own cost of each node in all launches together. @type {(whole: Added, launches: TreeWithCost[]) => Float64Array} */
function costsOf({ union, added }, launches) {
  const costs = new Float64Array(union.size)
  launches.forEach((launch, index) => addSelfCosts(costs, launch, added[index]))
  return costs
}

/** Adds the own cost of each node of a launch. @type {(costs: Float64Array, launch: TreeWithCost, placeOf?: Int32Array) => void} */
function addSelfCosts(costs, { tree, costPerWeight }, placeOf) {
  if (!tree) return
  const { self } = tree.profile.nodes
  for (let node = 0; node < self.length; node++) addAt(costs, placeOf?.[node], (self[node] ?? 0) * costPerWeight)
}

/** @param {Float64Array} costs @param {number} [index] @param {number} cost */
function addAt(costs, index = -1, cost = 0) {
  costs[index] = (costs[index] ?? 0) + cost
}
