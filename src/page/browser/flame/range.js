/** @import { Range } from './types.js' */

/** How far one can zoom in: to this part of everything. */
const SMALLEST = 1e-7

/**
 * @param {number} extent
 * @returns {Range} all of it
 */
export function wholeRange(extent) {
  return { from: 0, to: extent, clip: null }
}

/**
 * @param {Range} range
 * @param {number} extent
 * @param {number} factor below 1: closer
 * @param {number} pivot stays where it is
 * @returns {Range}
 */
export function zoomRange(range, extent, factor, pivot) {
  const span = range.to - range.from
  const newSpan = Math.min(extent, Math.max(span * factor, extent * SMALLEST))
  const from = pivot - ((pivot - range.from) / span) * newSpan
  return keptInside(from, newSpan, extent)
}

/**
 * @param {Range} range
 * @param {number} extent
 * @param {number} distance
 * @returns {Range}
 */
export function panRange({ from, to }, extent, distance) {
  return keptInside(from + distance, to - from, extent)
}

/**
 * @param {number} from
 * @param {number} span
 * @param {number} extent
 * @returns {Range}
 */
function keptInside(from, span, extent) {
  const kept = Math.max(0, Math.min(from, extent - span))
  return { from: kept, to: kept + span, clip: null }
}

/**
 * Round figures for a ruler.
 * @param {{ from: number, to: number }} range
 * @param {number} most how many fit
 * @returns {number[]}
 */
export function ticksIn({ from, to }, most) {
  const rough = (to - from) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find(each => each * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}
