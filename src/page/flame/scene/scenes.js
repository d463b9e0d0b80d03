import { subtreeWeights } from '../../../profile/tree/tree-columns.js'
import { shown } from '../../../report/words/text.js'
import { calleesOf, callersOf, ownerTreeOf, treeOf, withoutGroups } from './tree.js'

/** @import { FlameFrame, FlameTimeline } from '../../../flame/types.js' */
/** @import { Bars, Detail, FlameTree, Lane, Order, PageGraph, Scene, View } from '../types.js' */

/**
 * @typedef {object} Choice what the reader has chosen to see
 * @property {View} view
 * @property {number} candidate index of a variant
 * @property {Detail} detail
 * @property {number} hidden code owners whose frames are left out of all frames, a bit for each of `hideableGroups`
 * @property {Order} order
 * @property {number | null} aroundFrame the function whose callers and callees are shown
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
  const ordered = lastResult((/** @type {'cost' | 'name'} */ order, /** @type {number} */ hidden) =>
    orderTree(withoutGroups(tree, hidden), order)
  )
  const orderedOwners = lastResult((/** @type {'cost' | 'name'} */ order) => orderTree(ownerTree, order))
  const aroundTrees = lastResult((/** @type {number} */ frame, /** @type {'cost' | 'name'} */ order) => ({
    callers: orderTree(callersOf(tree, frame), order),
    callees: orderTree(calleesOf(tree, frame), order)
  }))
  const timeline = lastResult(function timelineOf(/** @type {number} */ candidate) {
    const names = [0, candidate].map(variant => graph.variants[variant]?.name)
    const lanes = graph.timelines.filter(({ variant }) => names.includes(variant)).map(launchLane)
    const longestMicros = graph.timelines.reduce((longest, { durationMicros }) => Math.max(longest, durationMicros), 0)
    return sceneOfLanes(lanes, longestMicros, 'time')
  })
  return { graph, tree, ownerTree, variants, sceneOf }

  /** @type {(choice: Choice) => Scene} */
  function sceneOf({ view, candidate, detail, hidden, order, aroundFrame }) {
    const sorted = order === 'name' ? 'name' : 'cost'
    const compared = { baseline: [0], candidate: [candidate], difference: [0, candidate] }[view]
    if (aroundFrame !== null) {
      const { callers, callees } = aroundTrees(aroundFrame, sorted)
      return aroundScene(callers, callees, compared, [0, candidate])
    }
    if (order === 'time') return timeline(candidate)
    const heading = compared.map(variant => variants[variant]).reverse()
    const own = detail === 'owners' ? orderedOwners(sorted) : ordered(sorted, hidden)
    const widths = widthsOf(own.tree, [0, candidate])
    const lane = treeLane(own, compared, heading.join(' compared with '), widths)
    return sceneOfLanes([lane], rootWidth(own.tree, widths), 'cost')
  }

  /** @type {(timeline: FlameTimeline) => Lane} */
  function launchLane(timeline) {
    const heading = `${shown(timeline.variant)} (launch ${shown(timeline.launch)})`
    return { heading, tree, isInverted: false, rows: timeRows(tree, timeline), zoomWidths: null }
  }
}

/** @type {(tree: FlameTree, order: 'cost' | 'name') => OrderedTree} */
function orderTree(tree, order) {
  return { tree, ordered: orderChildren(tree, order, widthsOf(tree, [...tree.self.keys()])) }
}

/**
 * Returns a scene with a function in the middle, its callers above it, the direct ones next to it, and its callees below.
 * @type {(callers: OrderedTree, callees: OrderedTree, variants: number[], pair: number[]) => Scene}
 */
function aroundScene(callers, callees, variants, pair) {
  const [ofCallers, ofCallees] = [widthsOf(callers.tree, pair), widthsOf(callees.tree, pair)]
  const above = treeLane(callers, variants, 'Callers', ofCallers)
  const below = treeLane(callees, variants, 'The function and its callees', ofCallees)
  const rows = above.rows.slice(1).reverse()
  const heading = rows.length > 0 ? above.heading : 'No callers in this profile'
  const extent = Math.max(rootWidth(callers.tree, ofCallers), rootWidth(callees.tree, ofCallees))
  return sceneOfLanes([{ ...above, heading, rows, isInverted: true }, below], extent, 'cost')
}

/** @type {(ordered: OrderedTree, variants: number[], heading: string, zoomWidths: Float64Array) => Lane} */
function treeLane({ tree, ordered }, variants, heading, zoomWidths) {
  const rows = treeRows(tree, widthsOf(tree, variants), ordered)
  return { heading, tree, isInverted: false, rows, zoomWidths }
}

/** @type {(tree: FlameTree, widths: Float64Array) => number} */
function rootWidth(tree, widths) {
  return tree.parent.reduce((sum, parent, node) => sum + (parent < 0 ? (widths[node] ?? 0) : 0), 0)
}

/** @type {(lanes: Lane[], extent: number, axis: Scene['axis']) => Scene} */
function sceneOfLanes(lanes, extent, axis) {
  const rows = lanes.flatMap((lane, index) => [null, ...lane.rows].map(bars => ({ lane: index, bars })))
  return { lanes, rows, extent, axis }
}

/**
 * Returns the function with a memory of its last result.
 * @template {(string | number)[]} Arguments
 * @template Result
 * @param {(...asked: Arguments) => Result} compute @returns {(...asked: Arguments) => Result}
 */
function lastResult(compute) {
  /** @type {{ asked: Arguments, result: Result } | null} */
  let last = null
  return function remembered(...asked) {
    if (!last || last.asked.some((each, i) => each !== asked[i])) last = { asked, result: compute(...asked) }
    return last.result
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

/**
 * Returns `tree.children` with those of each node in order, the widest first or by name. The widths are those in all
 * variants, so that frames keep their order from view to view.
 * @type {(tree: FlameTree, order: 'cost' | 'name', widths: Float64Array) => Int32Array}
 */
function orderChildren({ children, childStart, frames, frame }, order, widths) {
  const ranks = order === 'name' ? nameRanks(frames) : null
  const keys = ranks ? Float64Array.from(frame, each => ranks[each] ?? 0) : widths
  const sign = ranks ? 1 : -1
  const ordered = children.slice()
  for (let i = 0; i + 1 < childStart.length; i++) {
    const [from = 0, to = 0] = [childStart[i], childStart[i + 1]]
    if (to - from > 1) ordered.subarray(from, to).sort((a, b) => sign * ((keys[a] ?? 0) - (keys[b] ?? 0)) || a - b)
  }
  return ordered
}

/** @type {(frames: FlameFrame[]) => Int32Array} */
function nameRanks(frames) {
  const ranks = new Int32Array(frames.length)
  const byName = frames.map(({ name }, index) => ({ key: name.toLowerCase(), index }))
  byName.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index))
  byName.forEach(({ index }, rank) => {
    ranks[index] = rank
  })
  return ranks
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
