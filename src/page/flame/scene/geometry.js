/** @import { Bars, FlameTree, Place, Range, Scene } from '../types.js' */

/** @typedef {{ lane: number, tree: FlameTree, node: number, start: number, end: number, zoomWidth: number }} BarInfo */

/** The smallest range one can zoom to, as a share of everything. */
const SMALLEST = 1e-7

/** @type {(scene: Pick<Scene, 'lanes' | 'extent'>) => Range[]} */
export function wholeRanges({ lanes, extent }) {
  return lanes.map(() => ({ from: 0, to: extent, clip: null }))
}

/**
 * Zooms in by a factor below 1; the pivot stays where it is.
 * @type {(range: Range, extent: number, factor: number, pivot: number) => Range}
 */
export function zoomRange(range, extent, factor, pivot) {
  const span = range.to - range.from
  const newSpan = Math.min(extent, Math.max(span * factor, extent * SMALLEST))
  return rangeInside(pivot - ((pivot - range.from) / span) * newSpan, newSpan, extent)
}

/** @type {(range: Range, extent: number, distance: number) => Range} */
export function panRange({ from, to }, extent, distance) {
  return rangeInside(from + distance, to - from, extent)
}

/** @type {(from: number, span: number, extent: number) => Range} */
function rangeInside(from, span, extent) {
  const kept = Math.max(0, Math.min(from, extent - span))
  return { from: kept, to: kept + span, clip: null }
}

/**
 * Changes the range of a lane; timelines all have the same range.
 * @type {(scene: Scene, ranges: Range[], lane: number, change: (range: Range) => Range) => Range[]}
 */
export function changeRanges({ axis }, ranges, lane, change) {
  return ranges.map((range, index) => (axis === 'time' || index === lane ? change(range) : range))
}

/** Returns ranges with a bar as wide as possible. @type {(scene: Scene, ranges: Range[], place: Place) => Range[]} */
export function zoomTo(scene, ranges, place) {
  const bar = barOf(scene, place)
  if (!bar) return ranges
  const { lane, node, start, end, zoomWidth } = bar
  const clip = scene.axis === 'time' ? null : { from: start, to: end, row: place.row, node }
  return changeRanges(scene, ranges, lane, () => ({ from: start, to: start + zoomWidth, clip }))
}

/** Returns whether a row holds a caller of the bar that was zoomed to: there one bar fills the row. @type {(range: Range, row: number) => boolean} */
export function isCallerRow({ clip }, row) {
  return clip !== null && row < clip.row
}

/**
 * Returns where a bar is in pixels; null: it is not drawn.
 * @type {(scene: Scene, ranges: Range[], place: Place, widthPx: number) => { left: number, right: number } | null}
 */
export function edgesOf(scene, ranges, place, widthPx) {
  const bar = barOf(scene, place)
  const range = ranges[bar?.lane ?? 0]
  if (!bar || !range) return null
  const { from, to, clip } = range
  if (clip && (bar.end <= clip.from || bar.start >= clip.to)) return null
  if (isCallerRow(range, place.row)) return { left: 0, right: widthPx }
  const scale = widthPx / (to - from)
  const left = Math.max(0, (bar.start - from) * scale)
  const right = Math.min(widthPx, (bar.end - from) * scale)
  return right < 0 || left > widthPx ? null : { left, right }
}

/**
 * Returns the bar at a point; x is in pixels.
 * @type {(scene: Scene, ranges: Range[], point: { x: number, row: number }, widthPx: number) => Place | null}
 */
export function placeAt(scene, ranges, { x, row }, widthPx) {
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const range = ranges[lane]
  if (!bars || !range) return null
  const { clip } = range
  const pointed = range.from + (x / widthPx) * (range.to - range.from)
  const at = clip && isCallerRow(range, row) ? (clip.from + clip.to) / 2 : pointed
  if (clip && (at < clip.from || at > clip.to)) return null
  const bar = barAt(bars, at)
  return bar < 0 ? null : { row, bar }
}

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
 * @param {Bars} bars @param {{ from: number, to: number }} range
 * @param {number} thinnest in the unit of the bars
 * @param {(bar: number) => void} onBar @param {(first: number, last: number) => void} onThin
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
