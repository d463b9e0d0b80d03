import * as Plot from '@observablehq/plot'
import { drawSign } from './draw.js'
import { toldName } from './shorten.js'

/** @typedef {import('./variant-looks.js').Look} Look */

/** More than these are drawn as one path, which is small but has no tips. */
const MOST_SINGLE = 240

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
  if (points.length > MOST_SINGLE) return dust(points, look.colour, place)
  return Plot.dot(points, { r: radius, ...paintOf(look), ...place })
}

/** @param {Look} look @returns {Plot.DotOptions} */
function paintOf({ colour, symbol, isHollow }) {
  const paint = isHollow ? { stroke: colour, strokeWidth: 1.5 } : { fill: colour, fillOpacity: 0.75 }
  return { symbol, className: 'chart-dot', ...paint }
}

/**
 * Lines without length, whose round ends are the dots.
 * @template Point
 * @param {Point[]} points
 * @param {string} colour
 * @param {{ x: (point: Point) => number, y: (point: Point) => number }} place
 * @returns {Plot.RenderFunction}
 */
function dust(points, colour, { x, y }) {
  return function renderDust(_index, scales, _values, _dimensions, { document }) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    const dots = points.map(point => `M${[scales.x?.(x(point)), scales.y?.(y(point))].map(toTenths).join(' ')}h0`)
    const paint = { class: 'chart-dust', stroke: colour, 'stroke-opacity': '0.6', 'stroke-linecap': 'round' }
    for (const [name, value] of Object.entries({ ...paint, 'stroke-width': '2.5', d: dots.join('') }))
      path.setAttribute(name, value)
    return path
  }
}

/** @param {number | undefined} number */
function toTenths(number = 0) {
  return Math.round(number * 10) / 10
}

/**
 * @param {Look} look
 * @returns {{ sign: string, words: string }} for the key of a chart
 */
export function variantKey(look) {
  const dot = Plot.dot([0], { frameAnchor: 'middle', r: 4, ...paintOf(look) })
  return { sign: drawSign([dot]), words: toldName(look.variant) }
}
