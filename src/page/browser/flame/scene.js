import { timeRows } from './time-rows.js'
import { orderChildren, treeRows, widthsOf } from './tree-rows.js'

/**
 * @import { FlameTimeline } from '../../../flame/types.js'
 * @import { FlameTree, Lane, Place, Scene } from './types.js'
 */

/**
 * @typedef {object} OrderedTree what stays the same from view to view
 * @property {FlameTree} tree
 * @property {Float64Array} scale widths with all variants seen at once
 * @property {Int32Array} ordered children
 */

/**
 * @param {FlameTree} tree
 * @param {'cost' | 'name'} order
 * @returns {OrderedTree}
 */
export function orderTree(tree, order) {
  const scale = widthsOf(
    tree,
    tree.self.map((_, variant) => variant)
  )
  return { tree, scale, ordered: orderChildren(tree, order, scale) }
}

/**
 * @param {OrderedTree} ordered
 * @param {number[]} variants that are seen
 * @param {string} heading
 * @returns {Scene} the roots on top
 */
export function treeScene(ordered, variants, heading) {
  return sceneOf([treeLane(ordered, variants, heading)], rootScale(ordered), 'cost')
}

/**
 * A function in the middle: who calls it above, the nearest caller next to it; what it calls below.
 * @param {OrderedTree} callers
 * @param {OrderedTree} callees
 * @param {number[]} variants that are seen
 * @returns {Scene}
 */
export function sandwichScene(callers, callees, variants) {
  const above = treeLane(callers, variants, 'Called by')
  const below = treeLane(callees, variants, 'The function, and what it calls')
  const rows = above.rows.slice(1).reverse()
  const heading = rows.length > 0 ? above.heading : 'Called by nothing else here'
  const extent = Math.max(rootScale(callers), rootScale(callees))
  return sceneOf([{ ...above, heading, rows, isInverted: true }, below], extent, 'cost')
}

/**
 * @param {FlameTree} tree
 * @param {FlameTimeline[]} timelines
 * @param {number} extentMicros
 * @returns {Scene} one lane a launch, all from the same left end
 */
export function timeScene(tree, timelines, extentMicros) {
  const lanes = timelines.map(timeline => ({
    heading: `${timeline.variant} (launch ${timeline.launch})`,
    tree,
    isInverted: false,
    rows: timeRows(tree, timeline),
    scale: null
  }))
  return sceneOf(lanes, extentMicros, 'time')
}

/**
 * @param {OrderedTree} ordered
 * @param {number[]} variants
 * @param {string} heading
 * @returns {Lane}
 */
function treeLane({ tree, scale, ordered }, variants, heading) {
  return { heading, tree, isInverted: false, rows: treeRows(tree, widthsOf(tree, variants), ordered), scale }
}

/** @param {OrderedTree} ordered */
function rootScale({ tree, scale }) {
  return tree.parent.reduce((sum, parent, node) => sum + (parent < 0 ? (scale[node] ?? 0) : 0), 0)
}

/**
 * @param {Lane[]} lanes
 * @param {number} extent
 * @param {Scene['axis']} axis
 * @returns {Scene}
 */
function sceneOf(lanes, extent, axis) {
  const rows = lanes.flatMap((lane, index) => [
    { lane: index, bars: null },
    ...lane.rows.map(bars => ({ lane: index, bars }))
  ])
  return { lanes, rows, extent, axis }
}

/**
 * @param {Scene} scene
 * @param {Place} place
 * @returns {{ lane: number, tree: FlameTree, node: number, start: number, end: number, scale: number } | null}
 */
export function barOf({ rows, lanes }, { row, bar }) {
  const { lane = 0, bars = null } = rows[row] ?? {}
  const node = bars?.node[bar]
  const found = lanes[lane]
  if (!bars || !found || node === undefined) return null
  const [start = 0, end = 0] = [bars.start[bar], bars.end[bar]]
  return { lane, tree: found.tree, node, start, end, scale: found.scale?.[node] ?? end - start }
}
