import { barAt, barOf } from '../draw/bars.js'

/** @import { Place, Range, Scene } from '../types.js' */

/** Where bars are in a scene of some width in pixels. */

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

/**
 * Returns whether a row holds a caller of the bar that was zoomed to: there one bar fills the row.
 * @type {(scene: Scene, range: Range, row: number) => boolean}
 */
export function isCallerRow({ rows, lanes }, { clip }, row) {
  if (!clip) return false
  return lanes[rows[row]?.lane ?? 0]?.isInverted ? row > clip.row : row < clip.row
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
  if (isCallerRow(scene, range, place.row)) return { left: 0, right: widthPx }
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
  const at = clip && isCallerRow(scene, range, row) ? (clip.from + clip.to) / 2 : pointed
  if (clip && (at < clip.from || at > clip.to)) return null
  const bar = barAt(bars, at)
  return bar < 0 ? null : { row, bar }
}
