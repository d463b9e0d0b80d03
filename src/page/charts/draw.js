import * as Plot from '@observablehq/plot'
import { DOMParser } from 'linkedom'
import { shortName, visibleLines } from '../../report/words/text.js'
import { tidySvg } from './tidy-svg.js'

/** Widths in units of the view box, about one pixel each on a page. */
const WIDE = 720
export const NARROW = 340
const FONT_SIZE = 12

/** An XML document, which escapes the text of attributes as well. */
const document = /** @type {any} */ (
  new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'image/svg+xml')
)

/**
 * Draws a picture as SVG text for a page: without styles, scripts or ids, in colours of the page's custom properties.
 * @param {object} picture
 * @param {string} picture.name as a heading
 * @param {string} picture.description in sentences, for those who do not see it
 * @param {string} [picture.className] @param {Plot.PlotOptions} picture.plot @returns {string}
 */
export function draw({ name, description, className = 'chart-svg', plot }) {
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
 * @type {(pictureAt: (width: number) => Omit<Parameters<typeof draw>[0], 'className'>) => string}
 */
export function drawBoth(pictureAt) {
  return (
    draw({ ...pictureAt(WIDE), className: 'chart-svg chart-wide' }) +
    draw({ ...pictureAt(NARROW), className: 'chart-svg chart-narrow' })
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

/** Returns what a chart compares. @type {(names: { candidate: string, baseline: string }) => string} */
export function comparedNames({ candidate, baseline }) {
  return `${shortName(candidate)} compared with ${shortName(baseline)}`
}

/** Returns the title above a picture. @param {string} text */
export function titleLine(text) {
  return `<p class="chart-title">${escapeText(text)}</p>`
}

/** @param {string} text @returns {string} */
export function escapeText(text) {
  return document.createTextNode(visibleLines(text)).toString()
}
