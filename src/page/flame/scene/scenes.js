import { shown } from '../../../report/words/text.js'
import { calleesOf, callersOf, withoutGroups } from './merged-trees.js'
import { orderChildren, timeRows, treeRows, widthsOf } from './rows.js'
import { ownerTreeOf, treeOf } from './tree.js'

/** @import { FlameTimeline } from '../../../flame/types.js' */
/** @import { Detail, FlameTree, Lane, Order, PageGraph, Scene, View } from '../types.js' */

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
