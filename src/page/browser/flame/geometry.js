import { barAt } from './bars.js'
import { wholeRange } from './range.js'
import { barOf } from './scene.js'

/** @import { Place, Range, Scene } from './types.js' */

/**
 * Where bars are in a scene of some width in pixels.
 */

/** @param {Scene} scene */
export function wholeRanges({ lanes, extent }) {
  return lanes.map(() => wholeRange(extent))
}

/**
 * @param {Scene} scene
 * @param {Range[]} ranges by lane
 * @param {number} lane
 * @param {(range: Range) => Range} change
 * @returns {Range[]} lanes of time keep together
 */
export function changeRanges({ axis }, ranges, lane, change) {
  return ranges.map((range, index) => (axis === 'time' || index === lane ? change(range) : range))
}

/**
 * @param {Scene} scene
 * @param {Range[]} ranges
 * @param {Place} place
 * @returns {Range[]} with its bar as wide as its scale allows
 */
export function zoomTo(scene, ranges, place) {
  const bar = barOf(scene, place)
  if (!bar) return ranges
  const { lane, node, start, end, scale } = bar
  const to = start + Math.max(scale, end - start)
  const clip = scene.axis === 'time' ? null : { from: start, to: end, row: place.row, node }
  return changeRanges(scene, ranges, lane, () => ({ from: start, to, clip }))
}

/**
 * Whether a row is one of those that call the bar that was zoomed to: there one bar fills the row.
 * @param {Scene} scene
 * @param {Range} range
 * @param {number} row
 */
export function isAbove({ rows, lanes }, { clip }, row) {
  if (!clip) return false
  return lanes[rows[row]?.lane ?? 0]?.isInverted ? row > clip.row : row < clip.row
}

/**
 * @param {Scene} scene
 * @param {Range[]} ranges
 * @param {Place} place
 * @param {number} widthPx of the scene
 * @returns {{ left: number, right: number } | null} in pixels; null: not drawn
 */
export function edgesOf(scene, ranges, place, widthPx) {
  const bar = barOf(scene, place)
  const range = ranges[bar?.lane ?? 0]
  if (!bar || !range) return null
  const { from, to, clip } = range
  if (clip && (bar.end <= clip.from || bar.start >= clip.to)) return null
  if (isAbove(scene, range, place.row)) return { left: 0, right: widthPx }
  const scale = widthPx / (to - from)
  const left = Math.max(0, (bar.start - from) * scale)
  const right = Math.min(widthPx, (bar.end - from) * scale)
  return right < 0 || left > widthPx ? null : { left, right }
}

/**
 * @param {Scene} scene
 * @param {Range[]} ranges
 * @param {{ x: number, row: number }} point x in pixels
 * @param {number} widthPx
 * @returns {Place | null} the bar there
 */
export function placeAt(scene, ranges, { x, row }, widthPx) {
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const range = ranges[lane]
  if (!bars || !range) return null
  const { clip } = range
  const pointed = range.from + (x / widthPx) * (range.to - range.from)
  const at = clip && isAbove(scene, range, row) ? (clip.from + clip.to) / 2 : pointed
  if (clip && (at < clip.from || at > clip.to)) return null
  const bar = barAt(bars, at)
  return bar < 0 ? null : { row, bar }
}
