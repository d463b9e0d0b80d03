import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/words/text.js'
import { drawSign, INK } from './draw.js'
import { toTenths } from './interval-bar.js'

/** @import { SlicePoint } from './slice-charts.js' */

/**
 * @typedef {ReturnType<typeof variantStyles>[0]} VariantStyle a colour and, for those who do not see colours and for print, a shape
 * @typedef {{ y: (point: SlicePoint) => number, title: (point: SlicePoint) => string }} Place
 */

const COLOURS = ['var(--baseline)', 'var(--candidate)', 'var(--candidate-2)', 'var(--candidate-3)', 'var(--more)']
const SYMBOLS = ['circle', 'circle', 'triangle', 'square', 'diamond']
/** More points than these are drawn as one path, which is small but has no tips. */
const MOST_SINGLE = 240
/** A line without length, whose round ends are a dot. */
const DOT_PATH = 'h0'
const DOT_STYLE = { class: 'chart-dust', 'stroke-opacity': '0.6', 'stroke-linecap': 'round', 'stroke-width': '2.5' }
const CROSS_PATH = 'm-2.5-2.5l5 5m0-5l-5 5'
const CROSS_STYLE = { class: 'chart-discarded', fill: 'none', 'stroke-width': '1' }

/**
 * Returns how each variant is drawn: the fifth candidate has the style of the first, and so on.
 * @param {string[]} variants the baseline first
 */
export function variantStyles(variants) {
  return variants.map(function styleOf(variant, index) {
    const at = index === 0 ? 0 : 1 + ((index - 1) % (COLOURS.length - 1))
    return { variant, colour: COLOURS[at] ?? '', symbol: SYMBOLS[at] ?? '', isHollow: index === 0 }
  })
}

/**
 * Returns one dot per slice in the style of its variant.
 * @type {(points: SlicePoint[], style: VariantStyle, place: Place, radius?: number) => Plot.Markish}
 */
export function variantDots(points, style, place, radius = 3) {
  if (points.length > MOST_SINGLE) return onePath(points, place, DOT_PATH, { ...DOT_STYLE, stroke: style.colour })
  return Plot.dot(points, { r: radius, ...dotOptions(style), x: 'position', ...place })
}

/** Returns the entry of a variant in the key of a chart. @type {(style: VariantStyle) => { sign: string, words: string }} */
export function variantKey(style) {
  const dot = Plot.dot([0], { frameAnchor: 'middle', r: 4, ...dotOptions(style) })
  return { sign: drawSign([dot]), words: shortName(style.variant) }
}

/** Returns one cross per discarded slice. @type {(points: SlicePoint[], stroke: string, place: Place) => Plot.Markish} */
export function discardedCrosses(points, stroke, place) {
  if (points.length > MOST_SINGLE) return onePath(points, place, CROSS_PATH, { ...CROSS_STYLE, stroke })
  return Plot.dot(points, { ...crossOptions(stroke), x: 'position', ...place })
}

/** Returns the entry of discarded slices in the key of a chart. */
export function discardedKey() {
  return { sign: drawSign([Plot.dot([0.5], { ...crossOptions(INK), x: 0.5, y: 0.5 })]), words: 'discarded' }
}

/** @param {VariantStyle} style @returns {Plot.DotOptions} */
function dotOptions({ colour, symbol, isHollow }) {
  const paint = isHollow ? { stroke: colour, strokeWidth: 1.5 } : { fill: colour, fillOpacity: 0.75 }
  return { symbol, className: 'chart-dot', ...paint }
}

/** @param {string} stroke @returns {Plot.DotOptions} */
function crossOptions(stroke) {
  return { symbol: 'times', r: 3.5, stroke, strokeWidth: 1.5, className: 'chart-discarded' }
}

/**
 * Returns the same sign at every point, as one path.
 * @param {SlicePoint[]} points @param {Place} place
 * @param {string} sign path commands, from the point on
 * @param {Record<string, string>} attributes @returns {Plot.RenderFunction}
 */
function onePath(points, { y }, sign, attributes) {
  return function renderPath(_index, scales, _values, _dimensions, { document }) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    const signs = points.map(function signAt(point) {
      const [left, top] = [scales.x?.(point.position) ?? 0, scales.y?.(y(point)) ?? 0]
      return `M${toTenths(left)} ${toTenths(top)}${sign}`
    })
    for (const [name, value] of Object.entries({ ...attributes, d: signs.join('') })) path.setAttribute(name, value)
    return path
  }
}
