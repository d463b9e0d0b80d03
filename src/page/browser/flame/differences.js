import { changeOf } from './difference.js'

/** @import { FlameTree, Scene } from './types.js' */

/** @typedef {{ tree: FlameTree, node: number }} TreeNode */

/** A callee with this share of a difference stands for it. */
const CARRYING_SHARE = 0.8

/**
 * Returns the significant differences of a graph, the largest first. A frame whose difference is nearly all in one of its
 * callees is left out: the callee is what differs.
 * @type {(scene: Pick<Scene, 'lanes' | 'axis'>, candidate: number) => TreeNode[]}
 */
export function differencesIn({ lanes, axis }, candidate) {
  const [lane] = lanes.slice(-1)
  if (!lane || axis === 'time') return []
  const { tree } = lane
  const changes = Array.from(tree.parent, (_, node) => changeOf(tree, node, candidate))
  const isCarried = new Uint8Array(changes.length)
  changes.forEach(function carry({ difference, isSignificant }, node) {
    const parent = tree.parent[node] ?? -1
    const above = changes[parent]?.difference ?? 0
    if (isSignificant && difference / above >= CARRYING_SHARE) isCarried[parent] = 1
  })
  return [...changes.keys()]
    .filter(node => changes[node]?.isSignificant && !isCarried[node])
    .sort((a, b) => sizeOf(b) - sizeOf(a) || a - b)
    .map(node => ({ tree, node }))

  /** @param {number} node */
  function sizeOf(node) {
    return Math.abs(changes[node]?.difference ?? 0)
  }
}
