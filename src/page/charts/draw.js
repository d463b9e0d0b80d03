import * as Plot from '@observablehq/plot'
import { DOMParser } from 'linkedom'
import { visibleLines } from '../../report/words/text.js'
import { toTenths } from './interval-bar.js'

/**
 * @typedef {Omit<Plot.PlotOptions, 'className'> & { name: string, description: string }} Picture the options of Plot with a heading, and a
 *   description in sentences for those who do not see it
 */

/** Colours of what is around the data. */
export const INK = 'var(--text)'
export const QUIET_INK = 'var(--muted)'
export const LINE = 'var(--line)'
/** Widths in units of the view box, about one pixel each on a page. */
const WIDE = 720
export const NARROW = 340
const FONT_SIZE = 12

const STYLE_PROPERTY = /\s*([a-z-]+)\s*:\s*([^;]+)/g
const LONG_NUMBER = /-?\d+\.\d{2,}(?!\d|em)/g
/** Attributes in units of the view box. */
const LENGTHS = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'width', 'height']
/** The class of Plot's style sheet, its font, and sizes that the page sets. */
const UNUSED = ['class', 'font-family', 'width', 'height']
/** Names of Plot's groups: assistive technology reads a picture by its own name and description. */
const UNUSED_WITHIN = ['aria-label', 'aria-hidden', 'aria-description', 'font-variant']

/** An XML document, which escapes the text of attributes as well. */
const document = /** @type {any} */ (
  new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image/svg+xml')
)

/**
 * Draws a picture as SVG text for a page: without styles, scripts or ids, in colours of the page's custom properties.
 * @param {Picture & { className?: string }} picture @returns {string}
 */
export function draw({ name, description, className = 'chart-svg', ...plot }) {
  const svg = tidySvg(Plot.plot({ document, ...plot }))
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', name)
  svg.setAttribute('font-size', FONT_SIZE)
  svg.setAttribute('class', className)
  const desc = document.createElementNS('http://www.w3.org/2000/svg', 'desc')
  desc.textContent = description
  svg.prepend(desc)
  return visibleLines(svg.outerHTML)
}

/**
 * Draws a picture wide and narrow; the page shows the one that fits.
 * @type {(pictureAt: (width: number) => Omit<Picture, 'width'>) => string}
 */
export function drawBoth(pictureAt) {
  return (
    draw({ ...pictureAt(WIDE), width: WIDE, className: 'chart-svg chart-wide' }) +
    draw({ ...pictureAt(NARROW), width: NARROW, className: 'chart-svg chart-narrow' })
  )
}

/** Draws a sign of a key, such as a dot. @param {Plot.Markish[]} marks @param {number} [width] @returns {string} */
export function drawSign(marks, width = 14) {
  const plot = { width, height: 14, margin: 0, x: { domain: [0, 1] }, y: { domain: [0, 1] }, axis: null, marks }
  const svg = tidySvg(Plot.plot({ document, ...plot }))
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('width', width)
  svg.setAttribute('height', 14)
  return svg.outerHTML
}

/** Returns a key as a list that breaks between entries. @param {{ sign: string, words: string }[]} entries */
export function keyOf(entries) {
  const items = entries.map(({ sign, words }) => `<li>${sign}${escapeText(words)}</li>`)
  return `<ul class="chart-key">${items.join('')}</ul>`
}

/** Returns the title above a picture. @param {string} text */
export function titleLine(text) {
  return `<p class="chart-title">${escapeText(text)}</p>`
}

/** @param {string} text @returns {string} */
export function escapeText(text) {
  return document.createTextNode(visibleLines(text)).toString()
}

/**
 * Returns grid lines with their values at the left; the name of the axis, with its unit, is above them.
 * @param {string} label @param {Plot.AxisYOptions & Pick<Plot.GridYOptions, 'ticks'>} options
 */
export function yAxis(label, options) {
  return [
    Plot.gridY({ stroke: LINE, strokeOpacity: 1, ticks: options.ticks }),
    Plot.axisY({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'top', ...options })
  ]
}

/** @param {string} label @param {Plot.AxisXOptions} options */
export function xAxis(label, options) {
  return Plot.axisX({ color: QUIET_INK, tickSize: 0, label, labelArrow: 'none', labelAnchor: 'center', ...options })
}

/**
 * Changes a picture of Plot for a page that allows no inline styles: removes the style element, turns style attributes into
 * presentation attributes, and rounds lengths.
 * @param {any} svg of any DOM
 * @returns {any} the same
 */
export function tidySvg(svg) {
  const within = [...svg.querySelectorAll('*')]
  for (const element of within) if (element.localName === 'style') element.remove()
  for (const name of UNUSED) svg.removeAttribute(name)
  for (const element of within) for (const name of UNUSED_WITHIN) element.removeAttribute(name)
  for (const element of [svg, ...within]) presentStyle(element)
  for (const element of within) roundNumbers(element)
  return svg
}

/** @param {any} element */
function presentStyle(element) {
  const style = element.getAttribute('style')
  if (style === null) return
  element.removeAttribute('style')
  for (const [, name, value] of style.matchAll(STYLE_PROPERTY)) element.setAttribute(name, value.trim())
}

/** @param {any} element */
function roundNumbers(element) {
  for (const name of LENGTHS) {
    const value = String(element.getAttribute(name) ?? '')
    const rounded = value.replace(LONG_NUMBER, number => String(toTenths(Number(number))))
    if (rounded !== value) element.setAttribute(name, rounded)
  }
}
