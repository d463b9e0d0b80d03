/**
 * @typedef {import('../types.js').Profile} Profile
 * @typedef {{ frame: import('../types.js').Frame, self: number, total: number }} FunctionWeight
 */

/**
 * Self and total weight of each function, wherever it was called from. A function that calls itself, by whatever way,
 * counts once for a stack.
 * @param {Profile} profile
 * @returns {FunctionWeight[]} in the order of `frames`
 */
export function functionWeights({ frames, nodes }) {
  const weights = frames.map(frame => ({ frame, self: 0, total: 0 }))
  const subtrees = nodes.map(node => node.self)
  for (const [index, { parent }] of [...nodes.entries()].reverse()) {
    if (parent !== -1) subtrees[parent] = (subtrees[parent] ?? 0) + (subtrees[index] ?? 0)
  }
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
