import { listChildren, subtreeWeights } from '../profile/tree/tree-columns.js'

/** @import { GrowingColumns } from '../profile/tree/packed-profile.js' */

/** Two nodes are one if the one has less than this share of the cost of the other in the variant that calls it another way. */
const NOTABLE_SHARE = 0.1

/**
 * Returns which nodes of a tree of two variants are others of its nodes, because a function that only one variant has stands
 * between a caller and what it called: with `a > b` in the one variant and `a > wrapper > b` in the other one, both are
 * `a > wrapper > b`. So a new middleware does not make all below it vanished and new.
 * @param {Pick<GrowingColumns, 'frame' | 'parent'>} nodes
 * @param {[Float64Array, Float64Array]} self costs of the nodes in each variant
 * @returns {Map<number, number>} `b` below the wrapper, by the other `b`
 */
export function insertedCalls({ frame, parent }, self) {
  const listed = listChildren(parent)
  const [one, other] = self.map(costs => subtreeWeights(parent, costs))
  if (!one || !other) return new Map()
  return new Map([...redirects(one, other), ...redirects(other, one)])

  /** @type {(direct: Float64Array, wrapped: Float64Array) => [number, number][]} */
  function redirects(direct, wrapped) {
    const known = new Set(frame.filter((_, node) => direct[node]))
    return [-1, ...frame.keys()].flatMap(function below(node) {
      const children = childrenOf(node)
      const wrappers = children.filter(child => wrapped[child] && !known.has(frame[child] ?? -1))
      if (wrappers.length === 0) return []
      return children.filter(isLeft).flatMap(function redirect(child) {
        const same = wrappers.flatMap(wrapper => findBelow(wrapper, frame[child] ?? -1))
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

  /** Returns the nearest calls of a function below a node. @type {(node: number, called: number) => number[]} */
  function findBelow(node, called) {
    const found = []
    const ahead = childrenOf(node).reverse()
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (frame[next] === called) found.push(next)
      else for (const child of childrenOf(next).reverse()) ahead.push(child)
    }
    return found
  }

  /** @param {number} node */
  function childrenOf(node) {
    return [...listed.children.subarray(listed.childStart[node + 1], listed.childStart[node + 2])]
  }
}

/** @type {(costs: Float64Array, node: number) => number} */
function costIn(costs, node) {
  return costs[node] ?? 0
}
