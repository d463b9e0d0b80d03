import { sum } from '../../stats/means.js'

/** @import { CallNodes, Profile } from '../types.js' */

/** Call trees as columns: one entry per node in each array. A node comes after its parent; -1 is the parent of the outermost. */

/**
 * @typedef {{ childStart: Int32Array, children: Int32Array }} Listed the children of node n are those in `children` from
 *   `childStart[n + 1]` to before `childStart[n + 2]`; those of -1 have no caller
 */

/**
 * Returns the weight of each node with all below it.
 * @param {ArrayLike<number>} parents by node
 * @param {ArrayLike<number>} weights by node, its own
 * @returns {Float64Array} by node
 */
export function subtreeWeights(parents, weights) {
  const totals = new Float64Array(weights)
  addSubtrees(parents, totals)
  return totals
}

/**
 * Adds to the weight of each node those of all below it.
 * @param {ArrayLike<number>} parents by node
 * @param {Float64Array} weights by node, its own before
 */
export function addSubtrees(parents, weights) {
  for (let node = weights.length - 1; node >= 0; node--) {
    const parent = parents[node] ?? -1
    if (parent !== -1) weights[parent] = (weights[parent] ?? 0) + (weights[node] ?? 0)
  }
}

/**
 * Returns the numbers of nodes in another tree.
 * @param {Int32Array} nodes
 * @param {Int32Array} places by node its number in the other tree
 * @returns {Int32Array} -1 where it has none
 */
export function placesOf(nodes, places) {
  const found = new Int32Array(nodes.length)
  for (let index = 0; index < nodes.length; index++) found[index] = places[nodes[index] ?? -1] ?? -1
  return found
}

/** Returns the children of all nodes. @param {ArrayLike<number>} parent by node @returns {Listed} */
export function listChildren(parent) {
  const childStart = new Int32Array(parent.length + 2)
  for (let node = 0; node < parent.length; node++) {
    const place = (parent[node] ?? -1) + 2
    childStart[place] = (childStart[place] ?? 0) + 1
  }
  for (let i = 1; i < childStart.length; i++) childStart[i] = (childStart[i] ?? 0) + (childStart[i - 1] ?? 0)
  const children = new Int32Array(parent.length)
  const next = childStart.slice()
  for (let node = 0; node < parent.length; node++) {
    const above = parent[node] ?? -1
    const place = next[above + 1] ?? 0
    children[place] = node
    next[above + 1] = place + 1
  }
  return { childStart, children }
}

/**
 * Returns which nodes have no call of the same function above them. Their subtrees hold all other calls of the function, so
 * that a function that calls itself counts once.
 * @param {ArrayLike<number>} frame the function, by node
 * @param {Listed} listed
 * @returns {Uint8Array} by node, 1 or 0
 */
export function outermostNodes(frame, { childStart, children }) {
  const isOutermost = new Uint8Array(frame.length)
  /** How many calls of each function are above. @type {Map<number, number>} */
  const open = new Map()
  /** @type {number[]} nodes to enter, and ~node to leave */
  const ahead = []
  pushChildren(-1)
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next >= 0) enter(next)
    else leave(~next)
  }
  return isOutermost

  /** @param {number} node */
  function enter(node) {
    const called = frame[node] ?? 0
    const depth = open.get(called) ?? 0
    isOutermost[node] = depth === 0 ? 1 : 0
    open.set(called, depth + 1)
    ahead.push(~node)
    pushChildren(node)
  }

  /** @param {number} node */
  function leave(node) {
    const called = frame[node] ?? 0
    open.set(called, (open.get(called) ?? 0) - 1)
  }

  /** @param {number} node */
  function pushChildren(node) {
    const end = childStart[node + 2] ?? 0
    for (let i = childStart[node + 1] ?? 0; i < end; i++) ahead.push(children[i] ?? 0)
  }
}

/**
 * Returns the sums of a column over the nodes with the same key.
 * @param {ArrayLike<number>} keys by node, such as its function or its colour
 * @param {number} count of keys
 * @param {ArrayLike<number>} weights by node
 * @param {Uint8Array} [isCounted] by node, 1: add its weight. The total of a function is that of its outermost nodes.
 * @returns {Float64Array} by key
 */
export function sumByKey(keys, count, weights, isCounted) {
  const sums = new Float64Array(count)
  for (let node = 0; node < weights.length; node++) {
    const key = keys[node] ?? 0
    if (!isCounted || isCounted[node]) sums[key] = (sums[key] ?? 0) + (weights[node] ?? 0)
  }
  return sums
}

/**
 * @typedef {{ node: number, weight: number }} WeightedSample `node` is -1 for idle; `weight` in the profile's unit
 */

/**
 * Returns a profile as stretches of one stack each, idle included, whose weights add up to those of its nodes. They are in
 * the order of the samples; a profile of sums only has one stretch per node, callers before callees, then idle.
 * @param {Profile} profile @returns {WeightedSample[]}
 */
export function weightedSamples(profile) {
  const { unit, nodes, idle, samples } = profile
  if (!samples) {
    const stretches = depthFirst(nodes).map(node => ({ node, weight: nodes.self[node] ?? 0 }))
    return [...stretches, { node: -1, weight: idle }]
  }
  if (unit !== 'micros') return samples.nodes.map(node => ({ node, weight: 1 }))
  const endMicros = (samples.atMicros[0] ?? 0) + sum([idle, ...nodes.self])
  return samples.nodes.map(function untilTheNext(node, index) {
    const [at = 0, next = endMicros] = samples.atMicros.slice(index, index + 2)
    return { node, weight: next - at }
  })
}

/** Returns the indices of the nodes with a self weight, depth first. @param {CallNodes} nodes */
function depthFirst({ parent, self }) {
  const { childStart, children } = listChildren(parent)
  const order = []
  const waiting = [-1]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ((self[node] ?? 0) > 0) order.push(node)
    waiting.push(...children.subarray(childStart[node + 1], childStart[node + 2]).toReversed())
  }
  return order
}
