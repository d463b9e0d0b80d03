import { subtreeWeights } from '../../../profile/tree/tree-columns.js'
import { shown } from '../../../report/words/text.js'
import { ownerTreeOf, treeOf } from './tree.js'

/** @import { FlameTimeline } from '../../../flame/types.js' */
/** @import { Bars, Detail, FlameTree, Lane, PageGraph, Scene, View } from '../types.js' */

/**
 * @typedef {object} Choice what the reader has chosen to see
 * @property {View} view
 * @property {number} candidate index of a variant
 * @property {Detail} detail
 *
 * @typedef {ReturnType<typeof scenesOf>} Scenes
 * @typedef {{ tree: FlameTree, ordered: Int32Array }} OrderedTree `ordered`: children in the order of their widths in all variants,
 *   which stays the same from view to view
 */

/** Returns a graph as scenes; what the next scene needs again is computed once. @param {PageGraph} graph */
export function scenesOf(graph) {
  const tree = treeOf(graph)
  const ownerTree = ownerTreeOf(graph)
  const variants = graph.variants.map(({ name }) => shown(name))
  const ordered = { all: orderTree(tree), owners: orderTree(ownerTree) }
  const timeline = lastResult(function timelineOf(candidate) {
    const names = [0, candidate].map(variant => graph.variants[variant]?.name)
    const lanes = graph.timelines.filter(({ variant }) => names.includes(variant)).map(launchLane)
    const longestMicros = graph.timelines.reduce((longest, { durationMicros }) => Math.max(longest, durationMicros), 0)
    return sceneOfLanes(lanes, longestMicros, 'time')
  })
  return { graph, tree, ownerTree, variants, sceneOf }

  /** @type {(choice: Choice) => Scene} */
  function sceneOf({ view, candidate, detail }) {
    if (detail === 'time') return timeline(candidate)
    const compared = { baseline: [0], candidate: [candidate], difference: [0, candidate] }[view]
    const own = ordered[detail]
    const widths = widthsOf(own.tree, [0, candidate])
    const rows = treeRows(own.tree, widthsOf(own.tree, compared), own.ordered)
    return sceneOfLanes(
      [{ heading: '', tree: own.tree, rows, zoomWidths: widths }],
      rootWidth(own.tree, widths),
      'cost'
    )
  }

  /** @type {(timeline: FlameTimeline) => Lane} */
  function launchLane(timeline) {
    const heading = `${shown(timeline.variant)} (launch ${shown(timeline.launch)})`
    return { heading, tree, rows: timeRows(tree, timeline), zoomWidths: null }
  }
}

/** @type {(tree: FlameTree) => OrderedTree} */
function orderTree(tree) {
  return { tree, ordered: orderChildren(tree, widthsOf(tree, [...tree.self.keys()])) }
}

/** @type {(tree: FlameTree, widths: Float64Array) => number} */
function rootWidth(tree, widths) {
  return tree.parent.reduce((sum, parent, node) => sum + (parent < 0 ? (widths[node] ?? 0) : 0), 0)
}

/** @type {(lanes: Lane[], extent: number, axis: Scene['axis']) => Scene} */
function sceneOfLanes(lanes, extent, axis) {
  const rows = lanes.flatMap((lane, index) => {
    const drawn = lane.rows.map(bars => ({ lane: index, bars }))
    return lane.heading === '' ? drawn : [{ lane: index, bars: null }, ...drawn]
  })
  return { lanes, rows, extent, axis }
}

/** Returns the function with a memory of its last result. @type {(compute: (candidate: number) => Scene) => (candidate: number) => Scene} */
function lastResult(compute) {
  /** @type {{ candidate: number, scene: Scene } | null} */
  let last = null
  return function remembered(candidate) {
    if (last?.candidate !== candidate) last = { candidate, scene: compute(candidate) }
    return last.scene
  }
}

/**
 * Returns the width of each node in a view of the given variants: the larger of its self costs, and the widths of its
 * children. So code that only one variant calls is visible, and of one variant the width is the total cost.
 * @type {(tree: FlameTree, variants: number[]) => Float64Array}
 */
export function widthsOf({ parent, self }, variants) {
  const widest = new Float64Array(parent.length)
  for (const variant of variants) {
    const costs = self[variant] ?? widest
    for (let node = 0; node < widest.length; node++) widest[node] = Math.max(widest[node] ?? 0, costs[node] ?? 0)
  }
  return subtreeWeights(parent, widest)
}

/** Returns `tree.children` with those of each node in order, the widest first. @type {(tree: FlameTree, widths: Float64Array) => Int32Array} */
function orderChildren({ children, childStart }, widths) {
  const ordered = children.slice()
  for (let i = 0; i + 1 < childStart.length; i++) {
    const [from = 0, to = 0] = [childStart[i], childStart[i + 1]]
    if (to - from > 1) ordered.subarray(from, to).sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0) || a - b)
  }
  return ordered
}

/**
 * Returns one row per depth, the roots first; nodes without a width are left out.
 * @type {(tree: FlameTree, widths: Float64Array, orderedChildren: Int32Array) => Bars[]}
 */
function treeRows({ childStart }, widths, ordered) {
  /** @type {Bars[]} */
  const rows = []
  /** @type {Bars} */
  let row = rowBelow({ node: Int32Array.of(-1), start: Float64Array.of(0), end: Float64Array.of(0) })
  for (; row.node.length > 0; row = rowBelow(row)) rows.push(row)
  return rows

  /** @type {(above: Bars) => Bars} */
  function rowBelow(above) {
    const count = above.node.reduce((sum, node) => sum + (childStart[node + 2] ?? 0) - (childStart[node + 1] ?? 0), 0)
    const row = { node: new Int32Array(count), start: new Float64Array(count), end: new Float64Array(count) }
    let used = 0
    for (let i = 0; i < above.node.length; i++) {
      const parent = above.node[i] ?? -1
      const to = childStart[parent + 2] ?? 0
      let left = above.start[i] ?? 0
      for (let place = childStart[parent + 1] ?? 0; place < to; place++) {
        const node = ordered[place] ?? 0
        const width = widths[node] ?? 0
        if (width <= 0) continue
        row.node[used] = node
        row.start[used] = left
        left += width
        row.end[used] = left
        used += 1
      }
    }
    return { node: row.node.slice(0, used), start: row.start.slice(0, used), end: row.end.slice(0, used) }
  }
}

/**
 * Returns one launch as a timeline, one row per depth: a frame is one bar for as long as it stays on the stack, from sample
 * to sample.
 * @type {(tree: FlameTree, timeline: FlameTimeline) => Bars[]}
 */
function timeRows({ parent, depth }, { nodes, startsMicros, durationMicros }) {
  /** @type {{ node: number[], start: number[], end: number[] }[]} */
  const rows = []
  /** Nodes on the stack, the outermost first. @type {number[]} */
  let open = []
  nodes.forEach((node, i) => {
    changeStack(stackOf(node), startsMicros[i] ?? 0)
  })
  changeStack([], durationMicros)
  return rows.map(({ node, start, end }) => ({
    node: Int32Array.from(node),
    start: Float64Array.from(start),
    end: Float64Array.from(end)
  }))

  /** @type {(node: number) => number[]} */
  function stackOf(node) {
    if (node < 0) return []
    /** @type {number[]} */
    const stack = new Array((depth[node] ?? 0) + 1)
    for (let each = node, level = stack.length - 1; level >= 0; level--) {
      stack[level] = each
      each = parent[each] ?? -1
    }
    return stack
  }

  /** @type {(stack: number[], micros: number) => void} */
  function changeStack(stack, micros) {
    let kept = 0
    while (kept < stack.length && stack[kept] === open[kept]) kept += 1
    for (let level = kept; level < open.length; level++) rows[level]?.end.push(micros)
    for (let level = kept; level < stack.length; level++) {
      rows[level] ??= { node: [], start: [], end: [] }
      rows[level]?.node.push(stack[level] ?? 0)
      rows[level]?.start.push(micros)
    }
    open = stack
  }
}
