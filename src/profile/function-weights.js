import { listChildren, outermostNodes, subtreeWeights, sumByKey } from './tree-columns.js'

/** @import { Frame, Profile } from './types.js' */

/** @typedef {{ frame: Frame, self: number, total: number }} FunctionWeight */

/**
 * Returns the self and total weight of each function, wherever it is called. A function that calls itself, directly or not,
 * counts once per stack.
 * @param {Profile} profile
 * @returns {FunctionWeight[]} in the order of `frames`
 */
export function functionWeights({ frames, nodes }) {
  const parents = nodes.map(node => node.parent)
  const called = nodes.map(node => node.frame)
  const subtrees = subtreeWeights(
    parents,
    nodes.map(node => node.self)
  )
  const totals = sumByKey(called, frames.length, subtrees, outermostNodes(called, listChildren(parents)))
  const weights = frames.map((frame, index) => ({ frame, self: 0, total: totals[index] ?? 0 }))
  for (const { frame, self } of nodes) /** @type {FunctionWeight} */ (weights[frame]).self += self
  return weights
}
