import { listChildren, outermostNodes, subtreeWeights } from '../../../profile/tree-columns.js'

/**
 * @import { FlameGraph } from '../../../flame/types.js'
 * @import { FlameTree, TreeColumns } from './types.js'
 */

/** Returns the call tree of a graph. @type {(graph: FlameGraph) => FlameTree} */
export function treeOf({ frames, tiers, nodes }) {
  return growTree({
    frames,
    tiers,
    parent: Int32Array.from(nodes.parent),
    frame: Int32Array.from(nodes.frame),
    tier: Int8Array.from(nodes.tier),
    self: nodes.self.map(column => Float64Array.from(column)),
    noise: nodes.noise.map(column => column && Float64Array.from(column)),
    isNoiseBound: false
  })
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

/**
 * Returns the sums of a column over the nodes with the same key.
 * @param {ArrayLike<number>} keys by node, such as its function or its colour
 * @param {number} count of keys
 * @param {Float64Array | undefined} costs by node
 * @param {Uint8Array} [isCounted] by node, 1: add its cost
 */
export function sumByKey(keys, count, costs, isCounted) {
  /** @type {number[]} */
  const sums = Array(count).fill(0)
  costs?.forEach((cost, node) => {
    const key = keys[node] ?? 0
    if (!isCounted || isCounted[node]) sums[key] = (sums[key] ?? 0) + cost
  })
  return sums
}
