import { listChildren, outermostNodes, subtreeWeights } from '../../../profile/tree/tree-columns.js'

/** @import { FlameGraph, OwnerFrame } from '../../../flame/types.js' */
/** @import { FlameTree, TreeColumns } from '../types.js' */
/** @import { TreeNode } from './difference.js' */
/** @import { Scenes } from './scenes.js' */

/** Returns the call tree of a graph. @type {(graph: FlameGraph) => FlameTree} */
export function treeOf({ frames, nodes }) {
  return growTree({ frames, frame: Int32Array.from(nodes.frame), ...costColumns(nodes), isByOwner: false })
}

/** Returns the graph by owner as a tree; each node has a frame of its own. @type {(graph: FlameGraph) => FlameTree} */
export function ownerTreeOf({ owners: { frames, nodes } }) {
  return growTree({ frames, frame: Int32Array.from(frames.keys()), ...costColumns(nodes), isByOwner: true })
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
function costInAll({ total }, node) {
  return total.reduce((sum, column) => sum + (column[node] ?? 0), 0)
}

/** Returns the costliest call of a function. @type {(tree: FlameTree, frame: number) => number | null} */
export function costliestCall(tree, frame) {
  const calls = [...tree.frame.keys()].filter(call => tree.frame[call] === frame)
  const [first = null] = calls.sort((a, b) => costInAll(tree, b) - costInAll(tree, a))
  return first
}

/** Returns the function of a node, as an index of the frames of the whole graph. @type {(scenes: Pick<Scenes, 'ownerTree'>, place: TreeNode) => number | null} */
export function functionOf({ ownerTree }, { tree, node }) {
  if (tree !== ownerTree) return tree.frame[node] ?? null
  return /** @type {OwnerFrame | undefined} */ (ownerTree.frames[node])?.frame ?? null
}

/**
 * Returns the same function in the other one of the two trees of a graph: the costliest call of an owner, and the owner that
 * a call counts for.
 * @type {(scenes: Pick<Scenes, 'tree' | 'ownerTree'>, place: TreeNode) => TreeNode | null}
 */
export function counterpartOf({ tree, ownerTree }, { tree: from, node }) {
  return from === ownerTree ? callOfOwner() : from === tree ? ownerOfCall() : null

  /** @returns {TreeNode | null} */
  function callOfOwner() {
    const frame = functionOf({ ownerTree }, { tree: from, node })
    const call = frame === null ? null : costliestCall(tree, frame)
    return call === null ? null : { tree, node: call }
  }

  /** @returns {TreeNode | null} */
  function ownerOfCall() {
    for (let call = node; call >= 0; call = tree.parent[call] ?? -1) {
      const owner = [...ownerTree.frames.keys()].find(
        each => functionOf({ ownerTree }, { tree: ownerTree, node: each }) === tree.frame[call]
      )
      if (owner !== undefined) return { tree: ownerTree, node: owner }
    }
    return null
  }
}
