import * as Plot from '@observablehq/plot'
import { drawSign } from './draw.js'
import { INK } from './frame-marks.js'
import { MOST_SINGLE, onePath } from './one-path.js'

const CROSS = 'm-2.5-2.5l5 5m0-5l-5 5'
const PAINT = { class: 'chart-void', fill: 'none', 'stroke-width': '1' }

/**
 * One cross a slice that does not count.
 * @template Point
 * @param {Point[]} points
 * @param {string} stroke
 * @param {{ x: (point: Point) => number, y: (point: Point) => number, title: (point: Point) => string }} place
 * @returns {Plot.Markish}
 */
export function voidCrosses(points, stroke, place) {
  if (points.length > MOST_SINGLE) return onePath(points, place, CROSS, { ...PAINT, stroke })
  return Plot.dot(points, { ...crossIn(stroke), ...place })
}

/** What stands for them in a key. */
export function voidSign() {
  return drawSign([Plot.dot([0.5], { ...crossIn(INK), x: 0.5, y: 0.5 })])
}

/** @param {string} stroke @returns {Plot.DotOptions} */
function crossIn(stroke) {
  return { symbol: 'times', r: 3.5, stroke, strokeWidth: 1.5, className: 'chart-void' }
}
