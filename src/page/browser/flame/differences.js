import { changeOf } from './difference.js'

/** @import { FlameTree, Place, Scene } from './types.js' */

/** @typedef {{ tree: FlameTree, node: number }} TreeNode */

/** A callee with this share of a difference stands for it. */
const CARRYING_SHARE = 0.8

/**
 * Returns the bars of the significant differences of a graph, the largest first. A frame whose difference is nearly all in one of its
 * callees is left out: the callee is what differs.
 * @type {(scene: Scene, candidate: number) => Place[]}
 */
export function differencesIn({ lanes, rows, axis }, candidate) {
  const last = lanes.length - 1
  const lane = lanes[last]
  if (!lane || axis === 'time') return []
  const { tree } = lane
  const changes = Array.from(tree.parent, (_, node) => changeOf(tree, node, candidate))
  const isCarried = new Uint8Array(changes.length)
  changes.forEach(function carry({ difference, isSignificant }, node) {
    const parent = tree.parent[node] ?? -1
    const above = changes[parent]?.difference ?? 0
    if (isSignificant && difference / above >= CARRYING_SHARE) isCarried[parent] = 1
  })
  /** @type {(Place & { node: number })[]} */
  const places = []
  rows.forEach(function addRow({ lane: own, bars }, row) {
    if (own !== last) return
    bars?.node.forEach(function addBar(node, bar) {
      if (changes[node]?.isSignificant && !isCarried[node]) places.push({ row, bar, node })
    })
  })
  places.sort((a, b) => sizeOf(b.node) - sizeOf(a.node) || a.node - b.node)
  return places.map(({ row, bar }) => ({ row, bar }))

  /** @param {number} node */
  function sizeOf(node) {
    return Math.abs(changes[node]?.difference ?? 0)
  }
}
