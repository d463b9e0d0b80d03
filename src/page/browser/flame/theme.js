import { mix, parseHex, readableOn, toHex } from './colour.js'
import { paints } from './colouring.js'

/**
 * @import { Paint } from './colouring.js'
 * @import { ColouringName, Rgb } from './types.js'
 */

/**
 * @typedef {{ fill: string, text: string }} Ink
 * @typedef {{ full: Ink, faded: Ink }} Dye
 * @typedef {object} Theme
 * @property {Record<ColouringName, Dye[]>} dyes
 * @property {Record<'page' | 'surface' | 'text' | 'muted' | 'line' | 'accent' | 'thin' | 'faint', string>} plain
 */

/** How much of a colour is left of what is not looked for. */
const FADED = 0.28

/**
 * @param {HTMLElement} element
 * @returns {Theme} the colours its style gives it now
 */
export function readTheme(element) {
  const style = getComputedStyle(element)
  const pen = document.createElement('canvas').getContext('2d')
  const page = colourOf('--page')
  return {
    dyes: { group: paints.group.map(dye), tier: paints.tier.map(dye), difference: paints.difference.map(dye) },
    plain: {
      page: toHex(page),
      surface: toHex(colourOf('--surface')),
      text: toHex(colourOf('--text')),
      muted: toHex(colourOf('--muted')),
      line: toHex(colourOf('--line')),
      accent: toHex(colourOf('--accent')),
      thin: toHex(colourOf('--flame-thin')),
      faint: toHex(mix(colourOf('--flame-thin'), page, FADED))
    }
  }

  /** @param {Paint} paint */
  function dye({ property, share }) {
    const colour = mix(colourOf(property), page, share)
    return { full: ink(colour), faded: ink(mix(colour, page, FADED)) }
  }

  /** @param {string} property */
  function colourOf(property) {
    if (pen) pen.fillStyle = style.getPropertyValue(property).trim() // reads back as #rrggbb however it was written
    return parseHex(String(pen?.fillStyle))
  }
}

/** @param {Rgb} colour */
function ink(colour) {
  return { fill: toHex(colour), text: toHex(readableOn(colour)) }
}

/** @param {() => void} onChange the colours may be others: on paper it is always light */
export function watchTheme(onChange) {
  for (const query of ['(prefers-color-scheme: dark)', 'print']) matchMedia(query).addEventListener('change', onChange)
}
