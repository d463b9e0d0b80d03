import { subtreeWeights } from '../../../profile/tree-columns.js'

/**
 * @import { FlameFrame } from '../../../flame/types.js'
 * @import { Bars, FlameTree } from './types.js'
 */

/**
 * How wide each node is when the given variants are seen at once: its own part is as wide as in the dearest of them, and
 * its children are beside each other. So what only one of them calls is seen, and of one variant it is the total cost.
 * @param {FlameTree} tree
 * @param {number[]} variants
 * @returns {Float64Array}
 */
export function widthsOf({ parent, self }, variants) {
  const widest = new Float64Array(parent.length)
  for (const variant of variants) {
    const costs = self[variant] ?? []
    for (let node = 0; node < widest.length; node++) {
      const cost = costs[node] ?? 0
      if (cost > (widest[node] ?? 0)) widest[node] = cost
    }
  }
  return subtreeWeights(parent, widest)
}

/**
 * @param {FlameTree} tree
 * @param {'cost' | 'name'} order by the cost in all variants, so that frames keep their order from view to view
 * @param {Float64Array} widths in all variants
 * @returns {Int32Array} like `tree.children`, those of each node in order
 */
export function orderChildren({ children, childStart, frames, frame }, order, widths) {
  const ordered = children.slice()
  const names = order === 'name' ? rankNames(frames) : null
  for (let i = 0; i + 1 < childStart.length; i++) {
    const [from = 0, to = 0] = [childStart[i], childStart[i + 1]]
    if (to - from > 1) ordered.subarray(from, to).sort(names ? byName(names) : byWidth)
  }
  return ordered

  /**
   * @param {number} a
   * @param {number} b
   */
  function byWidth(a, b) {
    return (widths[b] ?? 0) - (widths[a] ?? 0) || a - b
  }

  /** @param {Int32Array} ranks */
  function byName(ranks) {
    return (/** @type {number} */ a, /** @type {number} */ b) =>
      (ranks[frame[a] ?? 0] ?? 0) - (ranks[frame[b] ?? 0] ?? 0) || a - b
  }
}

/**
 * @param {FlameTree} tree
 * @param {Float64Array} widths
 * @param {Int32Array} ordered children
 * @returns {Bars[]} one row a depth, the roots first; nodes without a width are left out
 */
export function treeRows({ childStart }, widths, ordered) {
  /** @type {Bars[]} */
  const rows = []
  let above = /** @type {Bars} */ ({ node: Int32Array.of(-1), start: Float64Array.of(0), end: Float64Array.of(0) })
  while (above.node.length > 0) {
    const row = rowBelow(above)
    if (row.node.length > 0) rows.push(row)
    above = row
  }
  return rows

  /**
   * @param {Bars} above
   * @returns {Bars}
   */
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

/** @param {FlameFrame[]} frames */
function rankNames(frames) {
  const ranks = new Int32Array(frames.length)
  const byName = frames.map((frame, index) => ({ key: frame.name.slice(0, 200).toLowerCase(), index }))
  byName.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index))
  byName.forEach(({ index }, rank) => {
    ranks[index] = rank
  })
  return ranks
}
