import { listChildren, outermostNodes, subtreeWeights } from '../../../profile/tree-columns.js'

/**
 * @import { FlameGraph } from '../../../flame/types.js'
 * @import { FlameTree, TreeColumns } from './types.js'
 */

/**
 * @param {FlameGraph} graph
 * @returns {FlameTree}
 */
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

/**
 * @param {TreeColumns} columns
 * @returns {FlameTree} with all that is computed once
 */
export function growTree(columns) {
  const { parent } = columns
  const listed = listChildren(parent)
  return {
    ...columns,
    ...listed,
    depth: depthsOf(parent),
    total: columns.self.map(self => subtreeWeights(parent, self)),
    isOutermost: outermostNodes(columns.frame, listed)
  }
}

/**
 * @param {FlameTree} tree
 * @param {number} variant
 * @returns {number} the cost of all there is
 */
export function wholeCost({ self }, variant) {
  return self[variant]?.reduce((sum, cost) => sum + cost, 0) ?? 0
}

/** @param {Int32Array} parent */
function depthsOf(parent) {
  const depths = new Int32Array(parent.length)
  parent.forEach(function deeper(above, node) {
    if (above >= 0) depths[node] = (depths[above] ?? 0) + 1
  })
  return depths
}
