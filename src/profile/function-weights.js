import { subtreeWeights } from './subtree-weights.js'

/** @import { Frame, Profile } from './types.js' */

/** @typedef {{ frame: Frame, self: number, total: number }} FunctionWeight */

/**
 * Self and total weight of each function, wherever it was called from. A function that calls itself, by whatever way,
 * counts once for a stack.
 * @param {Profile} profile
 * @returns {FunctionWeight[]} in the order of `frames`
 */
export function functionWeights({ frames, nodes }) {
  const weights = frames.map(frame => ({ frame, self: 0, total: 0 }))
  const subtrees = subtreeWeights(
    nodes.map(node => node.parent),
    nodes.map(node => node.self)
  )
  nodes.forEach(function addNode({ frame, parent, self }, index) {
    const weight = /** @type {FunctionWeight} */ (weights[frame])
    weight.self += self
    if (!isBelow(parent, frame)) weight.total += subtrees[index] ?? 0
  })
  return weights

  /**
   * @param {number} start
   * @param {number} frame
   */
  function isBelow(start, frame) {
    for (let node = nodes[start]; node; node = nodes[node.parent]) if (node.frame === frame) return true
    return false
  }
}
