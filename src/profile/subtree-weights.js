/**
 * @param {ArrayLike<number>} parents by node, each smaller than the node; -1 for the outermost
 * @param {ArrayLike<number>} weights by node, its own
 * @returns {Float64Array} by node, with all below it
 */
export function subtreeWeights(parents, weights) {
  const totals = Float64Array.from(weights)
  for (let node = totals.length - 1; node >= 0; node--) {
    const parent = parents[node] ?? -1
    if (parent !== -1) totals[parent] = (totals[parent] ?? 0) + (totals[node] ?? 0)
  }
  return totals
}
