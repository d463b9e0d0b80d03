import { listChildren, subtreeWeights } from '../profile/tree-columns.js'

/** @import { CallNode } from '../profile/types.js' */

/** Two nodes are one if the one has less than this share of the cost of the other in the variant that calls it another way. */
const NOTABLE_SHARE = 0.1

/**
 * Returns which nodes of a tree of two variants are others of its nodes, because a function that only one variant has stands
 * between a caller and what it called: with `a > b` in the one variant and `a > wrapper > b` in the other one, both are
 * `a > wrapper > b`. So a new middleware does not make all below it vanished and new.
 * @param {Pick<CallNode, 'frame' | 'parent'>[]} nodes
 * @param {[Float64Array, Float64Array]} self costs of the nodes in each variant
 * @returns {Map<number, number>} `b` below the wrapper, by the other `b`
 */
export function insertedCalls(nodes, self) {
  const parents = nodes.map(node => node.parent)
  const listed = listChildren(parents)
  const [one, other] = self.map(costs => subtreeWeights(parents, costs))
  if (!one || !other) return new Map()
  return new Map([...redirects(one, other), ...redirects(other, one)])

  /** @type {(direct: Float64Array, wrapped: Float64Array) => [number, number][]} */
  function redirects(direct, wrapped) {
    const known = new Set(nodes.flatMap(({ frame }, node) => (direct[node] ? [frame] : [])))
    return [-1, ...nodes.keys()].flatMap(function below(node) {
      const children = childrenOf(node)
      const wrappers = children.filter(child => wrapped[child] && !known.has(frameOf(child)))
      if (wrappers.length === 0) return []
      return children.filter(isLeft).flatMap(function redirect(child) {
        const same = wrappers.flatMap(wrapper => findBelow(wrapper, frameOf(child)))
        const [most] = same.sort((a, b) => costIn(wrapped, b) - costIn(wrapped, a))
        const isSame = most !== undefined && costIn(wrapped, most) > NOTABLE_SHARE * costIn(direct, child)
        return isSame ? [/** @type {[number, number]} */ ([child, most])] : []
      })
    })

    /** @param {number} child */
    function isLeft(child) {
      return costIn(direct, child) > 0 && costIn(wrapped, child) < NOTABLE_SHARE * costIn(direct, child)
    }
  }

  /** Returns the nearest calls of a function below a node. @type {(node: number, frame: number) => number[]} */
  function findBelow(node, frame) {
    const found = []
    const ahead = childrenOf(node).reverse()
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (frameOf(next) === frame) found.push(next)
      else for (const child of childrenOf(next).reverse()) ahead.push(child)
    }
    return found
  }

  /** @param {number} node */
  function childrenOf(node) {
    return [...listed.children.subarray(listed.childStart[node + 1], listed.childStart[node + 2])]
  }

  /** @param {number} node */
  function frameOf(node) {
    return nodes[node]?.frame ?? -1
  }
}

/** @type {(costs: Float64Array, node: number) => number} */
function costIn(costs, node) {
  return costs[node] ?? 0
}
