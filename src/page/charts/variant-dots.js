import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/text.js'
import { drawSign } from './draw.js'
import { MOST_SINGLE, onePath } from './one-path.js'

/** @import { Look } from './variant-styles.js' */

/** A line without length, whose round ends are a dot. */
const DOT = 'h0'
const DUST = { class: 'chart-dust', 'stroke-opacity': '0.6', 'stroke-linecap': 'round', 'stroke-width': '2.5' }

/**
 * One dot a slice in the colour and shape of its variant.
 * @template Point
 * @param {Point[]} points
 * @param {Look} look
 * @param {object} place
 * @param {(point: Point) => number} place.x
 * @param {(point: Point) => number} place.y
 * @param {(point: Point) => string} place.title
 * @param {number} [radius]
 * @returns {Plot.Markish}
 */
export function variantDots(points, look, place, radius = 3) {
  if (points.length > MOST_SINGLE) return onePath(points, place, DOT, { ...DUST, stroke: look.colour })
  return Plot.dot(points, { r: radius, ...paintOf(look), ...place })
}

/** @param {Look} look @returns {Plot.DotOptions} */
function paintOf({ colour, symbol, isHollow }) {
  const paint = isHollow ? { stroke: colour, strokeWidth: 1.5 } : { fill: colour, fillOpacity: 0.75 }
  return { symbol, className: 'chart-dot', ...paint }
}

/**
 * @param {Look} look
 * @returns {{ sign: string, words: string }} for the key of a chart
 */
export function variantKey(look) {
  const dot = Plot.dot([0], { frameAnchor: 'middle', r: 4, ...paintOf(look) })
  return { sign: drawSign([dot]), words: shortName(look.variant) }
}
