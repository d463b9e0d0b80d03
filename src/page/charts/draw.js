import * as Plot from '@observablehq/plot'
import { DOMParser } from 'linkedom'
import { tidySvg } from './tidy-svg.js'

/** In units of the view box, which a page draws at about a pixel each. */
const WIDE = 720
export const NARROW = 340
const FONT_SIZE = 12

/** As XML, so that what is in attributes is escaped as well. */
const document = /** @type {any} */ (
  new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image/svg+xml')
)

/**
 * One picture as SVG text to be put into a page: without styles, scripts or ids, coloured by the page's custom properties.
 * @param {object} picture
 * @param {string} picture.name what it shows, as a heading would tell it
 * @param {string} picture.description what is to be seen in it, in sentences
 * @param {string} [picture.className]
 * @param {Plot.PlotOptions} picture.plot
 * @returns {string}
 */
export function draw({ name, description, className = 'chart-svg', plot }) {
  const svg = tidySvg(Plot.plot({ document, ...plot }))
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', name)
  svg.setAttribute('font-size', FONT_SIZE)
  svg.setAttribute('class', className)
  const told = document.createElementNS('http://www.w3.org/2000/svg', 'desc')
  told.textContent = description
  svg.prepend(told)
  return svg.outerHTML
}

/**
 * The same picture wide and narrow; the page shows the one that fits.
 * @param {(width: number) => Omit<Parameters<typeof draw>[0], 'className'>} pictureAt
 * @returns {string}
 */
export function drawBoth(pictureAt) {
  return (
    draw({ ...pictureAt(WIDE), className: 'chart-svg chart-wide' }) +
    draw({ ...pictureAt(NARROW), className: 'chart-svg chart-narrow' })
  )
}

/**
 * A sign of a key, such as a dot, that the words beside it explain.
 * @param {Plot.Markish[]} marks
 * @param {number} [width]
 * @returns {string}
 */
export function drawSign(marks, width = 14) {
  const plot = { width, height: 14, margin: 0, x: { domain: [0, 1] }, y: { domain: [0, 1] }, axis: null, marks }
  const svg = tidySvg(Plot.plot({ document, ...plot }))
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('width', width)
  svg.setAttribute('height', 14)
  return svg.outerHTML
}

/**
 * @param {string} text
 * @returns {string} the same for a page
 */
export function escapeText(text) {
  return document.createTextNode(text).toString()
}
