import { calleesOf, callersOf } from './merged-trees.js'
import { orderTree, sandwichScene, timeScene, treeScene } from './scene.js'
import { treeOf } from './tree.js'
import { shownText } from './words.js'

/**
 * @import { FlameGraph } from '../../../flame/types.js'
 * @import { FlameTree, Order, Scene, View } from './types.js'
 */

/**
 * @typedef {object} Choice what a reader has chosen to see
 * @property {View} view
 * @property {number} candidate index of a variant
 * @property {Order} order
 * @property {number | null} aroundFrame whose callers and callees are shown
 *
 * @typedef {{ graph: FlameGraph, tree: FlameTree, sceneOf: (choice: Choice) => Scene }} Picture
 */

/**
 * A graph as scenes; what is the same from one to the next is computed once.
 * @param {FlameGraph} graph
 * @returns {Picture}
 */
export function pictureOf(graph) {
  const tree = treeOf(graph)
  const ordered = lastResult(
    (/** @type {'cost' | 'name'} */ order) => order,
    order => orderTree(tree, order)
  )
  const sandwich = lastResult(
    (/** @type {{ frame: number, order: 'cost' | 'name' }} */ { frame, order }) => `${frame} ${order}`,
    ({ frame, order }) => ({
      callers: orderTree(callersOf(tree, frame), order),
      callees: orderTree(calleesOf(tree, frame), order)
    })
  )
  const longestMicros = graph.timelines.reduce((longest, { durationMicros }) => Math.max(longest, durationMicros), 0)
  const inTime = lastResult(String, function pairInTime(/** @type {number} */ candidate) {
    const names = [0, candidate].map(variant => graph.variants[variant]?.name)
    const pair = graph.timelines.filter(({ variant }) => names.includes(variant))
    return timeScene(tree, pair, longestMicros)
  })
  return { graph, tree, sceneOf }

  /** @param {Choice} choice */
  function sceneOf({ view, candidate, order, aroundFrame }) {
    const sorted = order === 'name' ? 'name' : 'cost'
    const variants = { baseline: [0], candidate: [candidate], difference: [0, candidate] }[view]
    if (aroundFrame !== null) {
      const { callers, callees } = sandwich({ frame: aroundFrame, order: sorted })
      return sandwichScene(callers, callees, variants)
    }
    if (order === 'time') return inTime(candidate)
    return treeScene(ordered(sorted), variants, headingOf(view, candidate))
  }

  /**
   * @param {Choice['view']} view
   * @param {number} candidate
   */
  function headingOf(view, candidate) {
    const [baseline = '', other = ''] = [graph.variants[0]?.name, graph.variants[candidate]?.name].map(name =>
      shownText(name ?? '')
    )
    return { baseline, candidate: other, difference: `${other} against ${baseline}` }[view]
  }
}

/**
 * @template Asked, Result
 * @param {(asked: Asked) => string} keyOf
 * @param {(asked: Asked) => Result} compute
 * @returns {(asked: Asked) => Result} that remembers the last one
 */
function lastResult(keyOf, compute) {
  /** @type {{ key: string, result: Result } | null} */
  let last = null
  return function remembered(asked) {
    const key = keyOf(asked)
    if (last?.key !== key) last = { key, result: compute(asked) }
    return last.result
  }
}
