import { listChildren, outermostNodes, subtreeWeights } from '../../../profile/tree/tree-columns.js'

/** @import { FlameFrame, FlameGraph, OwnerFrame } from '../../../flame/types.js' */
/** @import { FlameTree, TreeColumns } from '../types.js' */
/** @import { TreeNode } from './difference.js' */
/** @import { Scenes } from './scenes.js' */

/** What can be hidden, by the bit of `Choice.hidden`. @type {FlameFrame['group'][][]} */
export const hideableGroups = [['app'], ['package'], ['core'], ['native', 'gc']]

/** Returns the call tree of a graph. @type {(graph: FlameGraph) => FlameTree} */
export function treeOf({ frames, tiers, nodes }) {
  const [frame, tier] = [Int32Array.from(nodes.frame), Int8Array.from(nodes.tier)]
  return growTree({ frames, tiers, frame, tier, ...costColumns(nodes), isNoiseBound: false, isByOwner: false })
}

/** Returns the graph by owner as a tree; each node has a frame of its own. @type {(graph: FlameGraph) => FlameTree} */
export function ownerTreeOf({ owners: { frames, nodes } }) {
  const [frame, tier] = [Int32Array.from(frames.keys()), new Int8Array(frames.length).fill(-1)]
  return growTree({ frames, tiers: [], frame, tier, ...costColumns(nodes), isNoiseBound: false, isByOwner: true })
}

/** @param {FlameGraph['owners']['nodes']} nodes */
function costColumns({ parent, self, noise }) {
  return {
    parent: Int32Array.from(parent),
    self: self.map(column => Float64Array.from(column)),
    noise: noise.map(column => column && Float64Array.from(column))
  }
}

/** Adds all columns that are computed once. @type {(columns: TreeColumns) => FlameTree} */
function growTree(columns) {
  const { parent } = columns
  const listed = listChildren(parent)
  const depth = new Int32Array(parent.length)
  parent.forEach(function addDepth(above, node) {
    if (above >= 0) depth[node] = (depth[above] ?? 0) + 1
  })
  return {
    ...columns,
    ...listed,
    depth,
    total: columns.self.map(self => subtreeWeights(parent, self)),
    isOutermost: outermostNodes(columns.frame, listed)
  }
}

/** Returns the cost of a node and all below it, in all variants together. @type {(tree: Pick<FlameTree, 'total'>, node: number) => number} */
export function costInAll({ total }, node) {
  return total.reduce((sum, column) => sum + (column[node] ?? 0), 0)
}

/** Returns the highest self cost of a variant; 0 without nodes. @type {(tree: Pick<FlameTree, 'self'>, variant: number) => number} */
export function highestSelf({ self }, variant) {
  return self[variant]?.reduce((most, cost) => Math.max(most, cost), 0) ?? 0
}

/**
 * Returns the same function in the other one of the two trees of a graph: the costliest call of an owner, and the owner that
 * a call counts for.
 * @type {(scenes: Pick<Scenes, 'tree' | 'ownerTree'>, place: TreeNode) => TreeNode | null}
 */
export function counterpartOf({ tree, ownerTree }, { tree: from, node }) {
  return from === ownerTree ? costliestCall() : from === tree ? ownerOfCall() : null

  /** @returns {TreeNode | null} */
  function costliestCall() {
    const frame = frameIn(node)
    const calls = [...tree.frame.keys()].filter(call => tree.frame[call] === frame)
    const [first] = calls.sort((a, b) => costInAll(tree, b) - costInAll(tree, a))
    return first === undefined ? null : { tree, node: first }
  }

  /** @returns {TreeNode | null} */
  function ownerOfCall() {
    for (let call = node; call >= 0; call = tree.parent[call] ?? -1) {
      const owner = [...ownerTree.frames.keys()].find(each => frameIn(each) === tree.frame[call])
      if (owner !== undefined) return { tree: ownerTree, node: owner }
    }
    return null
  }

  /** @param {number} owner @returns {number | null} the index of its function in the frames of the tree */
  function frameIn(owner) {
    return /** @type {OwnerFrame | undefined} */ (ownerTree.frames[owner])?.frame ?? null
  }
}

/**
 * Returns the callees of a function over all call sites as one tree with the function as its root. A recursive call is below
 * the first one.
 * @type {(tree: FlameTree, frame: number) => FlameTree}
 */
export function calleesOf(tree, frame) {
  const merged = startMerging(tree, frame)
  const places = new Int32Array(tree.parent.length).fill(-1)
  for (let node = 0; node < places.length; node++) {
    const isRoot = tree.frame[node] === frame && tree.isOutermost[node] === 1
    const above = places[tree.parent[node] ?? -1] ?? -1
    if (!isRoot && above < 0) continue
    const place = isRoot ? 0 : merged.child(above, tree.frame[node] ?? 0)
    places[node] = place
    merged.add(place, node, tree.self)
    merged.addNoise(place, node)
  }
  return merged.finish()
}

/**
 * Returns the callers of a function as one tree with the function as its root and its callers below it. The cost of a node is
 * the cost of the function when called that way.
 * @type {(tree: FlameTree, frame: number) => FlameTree}
 */
export function callersOf(tree, frame) {
  const merged = startMerging(tree, frame)
  for (let node = 0; node < tree.parent.length; node++) {
    if (tree.frame[node] !== frame || tree.isOutermost[node] !== 1) continue
    let place = 0
    merged.addNoise(place, node)
    for (let above = tree.parent[node] ?? -1; above >= 0; above = tree.parent[above] ?? -1) {
      place = merged.child(place, tree.frame[above] ?? 0)
      merged.addNoise(place, node)
    }
    merged.add(place, node, tree.total)
  }
  return merged.finish()
}

/**
 * Starts a tree of merged nodes. The noise of a sum is at most the sum of the noise of its parts, however they correlate
 * (standard deviations do not add up to more), so a merged node has that.
 * @param {FlameTree} tree
 * @param {number | null} rootFrame null: it begins without a node
 */
function startMerging({ frames, tiers, tier, total, self, noise }, rootFrame) {
  /** @type {number[]} */
  const parents = []
  /** @type {number[]} */
  const mergedFrames = []
  /** @type {{ tier: number, cost: number }[]} */
  const mergedTiers = []
  const costs = self.map(() => /** @type {number[]} */ ([]))
  const noises = noise.map(column => column && /** @type {number[]} */ ([]))
  /** @type {Map<number, number>} */
  const known = new Map()
  if (rootFrame !== null) child(-1, rootFrame)
  return { child, add, addNoise, finish }

  /** @type {(parent: number, frame: number) => number} */
  function child(parent, frame) {
    const key = parent * frames.length + frame
    const found = known.get(key)
    if (found !== undefined) return found
    for (const column of [...costs, ...noises]) column?.push(0)
    mergedFrames.push(frame)
    mergedTiers.push({ tier: -1, cost: -1 })
    known.set(key, parents.length)
    return parents.push(parent) - 1
  }

  /** @type {(place: number, node: number, columns: Float64Array[]) => void} */
  function add(place, node, columns) {
    costs.forEach((column, variant) => {
      column[place] = (column[place] ?? 0) + (columns[variant]?.[node] ?? 0)
    })
    const cost = costInAll({ total }, node)
    if (columns === self && cost > (mergedTiers[place]?.cost ?? 0)) {
      mergedTiers[place] = { tier: tier[node] ?? -1, cost }
    }
  }

  /** @type {(place: number, node: number) => void} */
  function addNoise(place, node) {
    noises.forEach((column, candidate) => {
      if (column) column[place] = (column[place] ?? 0) + (noise[candidate]?.[node] ?? 0)
    })
  }

  function finish() {
    return growTree({
      frames,
      tiers,
      parent: Int32Array.from(parents),
      frame: Int32Array.from(mergedFrames),
      tier: Int8Array.from(mergedTiers.map(each => each.tier)),
      self: costs.map(column => Float64Array.from(column)),
      noise: noises.map(column => column && Float64Array.from(column)),
      isNoiseBound: true,
      isByOwner: false
    })
  }
}

/**
 * Returns a tree without the frames of some code owners. What they cost counts for the nearest frame above that is left, and
 * for none where there is none.
 * @type {(tree: FlameTree, hidden: number) => FlameTree}
 */
export function withoutGroups(tree, hidden) {
  if (hidden === 0) return tree
  const groups = new Set(hideableGroups.flatMap((group, bit) => ((hidden >> bit) & 1 ? group : [])))
  const isHidden = tree.frames.map(({ group }) => groups.has(group))
  const merged = startMerging(tree, null)
  const places = new Int32Array(tree.parent.length).fill(-1)
  for (let node = 0; node < places.length; node++) {
    const frame = tree.frame[node] ?? 0
    const above = places[tree.parent[node] ?? -1] ?? -1
    const place = isHidden[frame] ? above : merged.child(above, frame)
    places[node] = place
    if (place < 0) continue
    merged.add(place, node, tree.self)
    if (!isHidden[frame]) merged.addNoise(place, node)
  }
  return merged.finish()
}
