import { listChildren, outermostNodes, subtreeWeights } from '../../../profile/tree/tree-columns.js'

/** @import { FlameGraph, OwnerFrame } from '../../../flame/types.js' */
/** @import { FlameTree, TreeColumns } from '../types.js' */
/** @import { TreeNode } from './difference.js' */
/** @import { Scenes } from './scenes.js' */

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
export function growTree(columns) {
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
