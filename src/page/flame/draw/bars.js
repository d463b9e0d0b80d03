/** @import { Bars, FlameTree, Place, Scene } from '../types.js' */

/** @typedef {{ lane: number, tree: FlameTree, node: number, start: number, end: number, zoomWidth: number }} BarInfo */

/**
 * Returns the first bar that ends after a position, or the number of bars.
 * @type {(bars: Bars, at: number) => number}
 */
function firstBar({ end }, at) {
  let low = 0
  let high = end.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((end[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the bar at a position, -1 where there is none. @type {(bars: Bars, at: number) => number} */
export function barAt(bars, at) {
  const bar = firstBar(bars, at)
  return (bars.start[bar] ?? Infinity) <= at ? bar : -1
}

/**
 * Visits the visible bars of a row. Bars narrower than `thinnest` are grouped with their narrow neighbours, so that none
 * disappears.
 * @param {Bars} bars
 * @param {{ from: number, to: number }} range
 * @param {number} thinnest in the unit of the bars
 * @param {(bar: number) => void} onBar
 * @param {(first: number, last: number) => void} onThin
 */
export function eachBar(bars, range, thinnest, onBar, onThin) {
  const { start, end } = bars
  let firstThin = -1
  let bar = firstBar(bars, range.from)
  for (; bar < start.length && (start[bar] ?? 0) < range.to; bar++) {
    const from = start[bar] ?? 0
    const isThin = (end[bar] ?? 0) - from < thinnest
    if (firstThin >= 0 && (!isThin || from - (end[bar - 1] ?? 0) >= thinnest)) {
      onThin(firstThin, bar - 1)
      firstThin = -1
    }
    if (!isThin) onBar(bar)
    else if (firstThin < 0) firstThin = bar
  }
  if (firstThin >= 0) onThin(firstThin, bar - 1)
}

/**
 * Returns the bar that an arrow key selects: the next one in its row, or the one above or below where it begins.
 * @type {(scene: Scene, place: Place, direction: 'up' | 'down' | 'left' | 'right') => Place | null}
 */
export function neighbourOf({ rows }, { row, bar }, direction) {
  const bars = rows[row]?.bars
  if (!bars) return null
  if (direction === 'left') return bar > 0 ? { row, bar: bar - 1 } : null
  if (direction === 'right') return bar + 1 < bars.node.length ? { row, bar: bar + 1 } : null
  const step = direction === 'up' ? -1 : 1
  const other = rows[row + step]?.bars ? row + step : row + 2 * step // over a heading
  const others = rows[other]?.bars
  if (!others) return null
  const [from = 0, to = 0] = [bars.start[bar], bars.end[bar]]
  const found = firstBar(others, from + (to - from) * 1e-6) // sums of adjacent bars can differ by a rounding error
  return (others.start[found] ?? Infinity) < to ? { row: other, bar: found } : null
}

/** Returns the widest bar of a node. @type {(scene: Scene, tree: FlameTree, node: number) => Place | null} */
export function placeOf({ rows, lanes }, tree, node) {
  /** @type {Place | null} */
  let widest = null
  let widestSize = 0
  rows.forEach(function visit({ lane, bars }, row) {
    if (!bars || lanes[lane]?.tree !== tree) return
    for (let bar = bars.node.indexOf(node); bar >= 0; bar = bars.node.indexOf(node, bar + 1)) {
      const size = (bars.end[bar] ?? 0) - (bars.start[bar] ?? 0)
      if (size <= widestSize) continue
      widest = { row, bar }
      widestSize = size
    }
  })
  return widest
}

/** Returns what a bar shows, and where. @type {(scene: Scene, place: Place) => BarInfo | null} */
export function barOf({ rows, lanes }, { row, bar }) {
  const { lane = 0, bars = null } = rows[row] ?? {}
  const node = bars?.node[bar]
  const found = lanes[lane]
  if (!bars || !found || node === undefined) return null
  const [start = 0, end = 0] = [bars.start[bar], bars.end[bar]]
  return { lane, tree: found.tree, node, start, end, zoomWidth: Math.max(found.zoomWidths?.[node] ?? 0, end - start) }
}
