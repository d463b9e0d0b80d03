/** @import { FlameGraph, LocatedRow } from '../../../flame/types.js' */
/** @import { FlameTree, Place, Scene } from '../types.js' */
/** @import { Scenes } from './scenes.js' */

/**
 * @typedef {{ tree: FlameTree, node: number }} TreeNode
 *
 * @typedef {object} NodeChange total cost of a node, candidate minus baseline
 * @property {number} difference
 * @property {number | null} noise half the 95% interval; null: unknown
 * @property {boolean} isSignificant
 * @property {'baseline' | 'candidate' | null} only the variant that has a cost where the other has none
 *
 * @typedef {object} BlamedFrames of the graph by owner
 * @property {Map<number, number>} sizes the difference of each row in µs or bytes, by its largest frame
 * @property {Float64Array} costs what of the rows is in each frame and below it
 * @property {Uint8Array} isInRow 1: the frame is in a row, or below a frame whose total is
 * @property {number} smallest the smallest difference of a row; 0 without rows
 */

/** Callees with this share of a difference stand for it. */
const CARRYING_SHARE = 0.8

/** Compares a candidate with the baseline. @type {(tree: FlameTree, node: number, candidate: number) => NodeChange} */
export function changeOf({ total, noise: noises }, node, candidate) {
  const before = total[0]?.[node] ?? 0
  const after = total[candidate]?.[node] ?? 0
  const difference = after - before
  const noise = noises[candidate - 1]?.[node] ?? null
  const only = difference === 0 ? null : before === 0 ? 'candidate' : after === 0 ? 'baseline' : null
  return { difference, noise, isSignificant: noise !== null && Math.abs(difference) > noise, only }
}

/** Returns the largest significant difference of a node. @param {FlameTree} tree @param {number} candidate */
export function largestChange(tree, candidate) {
  return tree.parent.reduce(function larger(largest, _, node) {
    const { difference, isSignificant } = changeOf(tree, node, candidate)
    return isSignificant ? Math.max(largest, Math.abs(difference)) : largest
  }, 0)
}

/** The share of the largest difference from which each shade is used, the palest first. */
const shadesFrom = [0, 0.05, 0.2, 0.5]
export const SHADES = shadesFrom.length

/** Returns 0: grey; then shades of more, then of less. @type {(change: NodeChange, largest: number) => number} */
export function shadeOf({ difference, isSignificant }, largest) {
  if (!isSignificant) return 0
  const shade = shadesFrom.findLastIndex(from => Math.abs(difference) >= from * largest)
  return 1 + shade + (difference > 0 ? 0 : SHADES)
}

/**
 * Returns 1: only in the candidate, 2: only in the baseline.
 * @type {(tree: FlameTree, candidate: number) => Uint8Array}
 */
export function markNodes(tree, candidate) {
  return Uint8Array.from(tree.parent, (_, node) => {
    const { only } = changeOf(tree, node, candidate)
    return only === null ? 0 : only === 'candidate' ? 1 : 2
  })
}

/**
 * Returns the bars of the differences that are rows of the blame, and of other significant ones as large as the smallest row; the
 * largest first. A row has one bar, that of its largest frame. A frame whose difference is nearly all in one of its callees, or in
 * rows below it, is left out: the callee is what differs. So is a call of a function that costs the same over all its calls: it
 * only moved below another caller.
 * @type {(scene: Scene, candidate: number, scenes: Pick<Scenes, 'graph' | 'tree' | 'ownerTree'>) => Place[]}
 */
export function differencesIn({ lanes, rows, axis }, candidate, { graph, tree: wholeTree, ownerTree }) {
  const last = lanes.length - 1
  const lane = lanes[last]
  if (!lane || axis === 'time') return []
  const { tree } = lane
  const { sizes, costs, isInRow, smallest } = blamedFrames(
    ownerTree,
    graph.owners.blamed[candidate - 1] ?? [],
    candidate
  )
  const isByRow = tree === ownerTree
  const isChanged = tree.frames === wholeTree.frames ? changedFunctions(wholeTree, graph, candidate) : null
  const changes = Array.from(tree.parent, (_, node) => changeOf(tree, node, candidate))
  const isCarried = new Uint8Array(changes.length)
  changes.forEach(function carry({ difference, isSignificant }, node) {
    const parent = tree.parent[node] ?? -1
    const above = changes[parent]?.difference ?? 0
    if (isSignificant && !isMoved(node) && difference / above >= CARRYING_SHARE) isCarried[parent] = 1
    if (isByRow && (costs[node] ?? 0) / difference >= CARRYING_SHARE) isCarried[node] = 1
  })
  /** @type {(Place & { node: number, size: number })[]} */
  const places = []
  rows.forEach(function addRow({ lane: own, bars }, row) {
    if (own !== last) return
    bars?.node.forEach(function addBar(node, bar) {
      const size = sizeOf(node)
      if (size > 0) places.push({ row, bar, node, size })
    })
  })
  places.sort((a, b) => b.size - a.size || a.node - b.node)
  return places.map(({ row, bar }) => ({ row, bar }))

  /** Returns whether the function of a call costs the same over all its calls. @param {number} node */
  function isMoved(node) {
    return isChanged !== null && !isChanged[tree.frame[node] ?? -1]
  }

  /** Returns the size of a difference to show; 0: none. @param {number} node */
  function sizeOf(node) {
    if (isByRow && isInRow[node]) return sizes.get(node) ?? 0
    const { difference, isSignificant } = changes[node] ?? { difference: 0, isSignificant: false }
    if (isMoved(node)) return 0
    const isShown = isSignificant && !isCarried[node] && Math.abs(difference) >= smallest
    return isShown ? Math.abs(difference) : 0
  }
}

/** @type {(tree: FlameTree, located: LocatedRow[], candidate: number) => BlamedFrames} */
function blamedFrames({ parent, self, total }, located, candidate) {
  const sizes = new Map()
  const costs = new Float64Array(parent.length)
  const isInRow = new Uint8Array(parent.length)
  const isWhole = new Uint8Array(parent.length)
  for (const { frames, figure, ownFrames = [] } of located) {
    const [first] = frames
    if (first === undefined) continue
    let difference = 0
    for (const node of frames) {
      const isOwn = figure === 'own' || ownFrames.includes(node)
      const columns = isOwn ? self : total
      const part = (columns[candidate]?.[node] ?? 0) - (columns[0]?.[node] ?? 0)
      difference += part
      costs[node] = (costs[node] ?? 0) + part
      isInRow[node] = 1
      if (!isOwn && figure !== 'other') isWhole[node] = 1
    }
    sizes.set(first, Math.max(sizes.get(first) ?? 0, Math.abs(difference)))
  }
  parent.forEach(function inherit(above, node) {
    if (isWhole[above]) isWhole[node] = isInRow[node] = 1
  })
  for (let node = parent.length - 1; node >= 0; node--) {
    const above = parent[node] ?? -1
    if (above >= 0) costs[above] = (costs[above] ?? 0) + (costs[node] ?? 0)
  }
  return { sizes, costs, isInRow, smallest: sizes.size > 0 ? Math.min(...sizes.values()) : 0 }
}

/**
 * Returns by frame 1: the function differs significantly over all its calls.
 * @type {(tree: FlameTree, graph: Pick<FlameGraph, 'functionNoise'>, candidate: number) => Uint8Array}
 */
function changedFunctions({ frames, frame, total, isOutermost }, { functionNoise }, candidate) {
  const differences = new Float64Array(frames.length)
  frame.forEach(function add(own, node) {
    if (isOutermost[node])
      differences[own] = (differences[own] ?? 0) + (total[candidate]?.[node] ?? 0) - (total[0]?.[node] ?? 0)
  })
  const noise = functionNoise[candidate - 1]
  return Uint8Array.from(differences, (difference, own) => (Math.abs(difference) > (noise?.[own] ?? Infinity) ? 1 : 0))
}
