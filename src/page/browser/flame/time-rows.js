/**
 * @import { FlameTimeline } from '../../../flame/types.js'
 * @import { Bars, FlameTree } from './types.js'
 */

/**
 * One launch in the order of time: a frame is one bar for as long as it stays on the stack, from sample to sample.
 * @param {FlameTree} tree
 * @param {FlameTimeline} timeline
 * @returns {Bars[]} one row a depth, from microsecond 0
 */
export function timeRows({ parent, depth }, { nodes, startsMicros, durationMicros }) {
  /** @type {{ node: number[], start: number[], end: number[] }[]} */
  const rows = []
  /** @type {number[]} nodes on the stack, the outermost first */
  let open = []
  nodes.forEach(function change(node, i) {
    const stack = stackOf(node)
    const startMicros = startsMicros[i] ?? 0
    const firstNew = stack.findIndex((each, level) => each !== open[level])
    const kept = firstNew < 0 ? stack.length : firstNew
    closeFrom(kept, startMicros)
    openFrom(kept, stack, startMicros)
    open = stack
  })
  closeFrom(0, durationMicros)
  return rows.map(({ node, start, end }) => ({
    node: Int32Array.from(node),
    start: Float64Array.from(start),
    end: Float64Array.from(end)
  }))

  /** @param {number} node */
  function stackOf(node) {
    if (node < 0) return []
    /** @type {number[]} */
    const stack = new Array((depth[node] ?? 0) + 1)
    for (let each = node, level = depth[node] ?? 0; level >= 0; level--) {
      stack[level] = each
      each = parent[each] ?? -1
    }
    return stack
  }

  /**
   * @param {number} level
   * @param {number} endMicros
   */
  function closeFrom(level, endMicros) {
    for (let i = level; i < open.length; i++) rows[i]?.end.push(endMicros)
  }

  /**
   * @param {number} level
   * @param {number[]} stack
   * @param {number} startMicros
   */
  function openFrom(level, stack, startMicros) {
    for (let i = level; i < stack.length; i++) {
      rows[i] ??= { node: [], start: [], end: [] }
      rows[i]?.node.push(stack[i] ?? 0)
      rows[i]?.start.push(startMicros)
    }
  }
}
