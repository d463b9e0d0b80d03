import { calloutInWords, figureInWords } from '../panel/words.js'
import { colours } from './colouring.js'

/** @import { Drawing } from '../draw/painter.js' */
/** @import { Viewer } from '../viewer.js' */
/** @import { Colour, ColouringName } from './colouring.js' */
/** @import { Viewport } from './viewport.js' */

/**
 * @typedef {Omit<Drawing, 'hovered' | 'hasFocus' | keyof Viewport>} Appearance
 * @typedef {{ red: number, green: number, blue: number }} Rgb
 * @typedef {{ fill: string, text: string }} Fill a background, and the colour of text on it
 * @typedef {{ normal: Fill, faded: Fill }} Swatch
 * @typedef {object} Theme
 * @property {Record<ColouringName, Swatch[]>} palettes
 * @property {Record<'page' | 'surface' | 'text' | 'muted' | 'accent' | 'thin' | 'faint', string>} plain
 */

/** The share of its colour that a bar keeps when others are highlighted. */
const FADED = 0.28
const black = { red: 0, green: 0, blue: 0 }
const white = { red: 255, green: 255, blue: 255 }

/** Returns the colours that the style of an element has now. @type {(element: HTMLElement) => Theme} */
export function readTheme(element) {
  const style = getComputedStyle(element)
  const context = document.createElement('canvas').getContext('2d')
  const page = readColour('--page')
  const thin = readColour('--flame-thin')
  return {
    palettes: {
      group: colours.group.map(swatchOf),
      difference: colours.difference.map(swatchOf)
    },
    plain: {
      page: toHex(page),
      surface: toHex(readColour('--surface')),
      text: toHex(readColour('--text')),
      muted: toHex(readColour('--muted')),
      accent: toHex(readColour('--accent')),
      thin: toHex(thin),
      faint: toHex(mix(thin, page, FADED))
    }
  }

  /** @type {(colour: Colour) => Swatch} */
  function swatchOf({ property, share }) {
    const colour = mix(readColour(property), page, share)
    return { normal: fillOf(colour), faded: fillOf(mix(colour, page, FADED)) }
  }

  /** @type {(property: string) => Rgb} */
  function readColour(property) {
    if (context) context.fillStyle = style.getPropertyValue(property).trim() // reads back as #rrggbb in any notation
    return parseHex(String(context?.fillStyle))
  }
}

/** Reports that the colours may have changed: on paper they are always light. @type {(onChange: () => void) => void} */
export function watchTheme(onChange) {
  for (const query of ['(prefers-color-scheme: dark)', 'print']) matchMedia(query).addEventListener('change', onChange)
}

/** @type {(colour: Rgb) => Fill} */
function fillOf(colour) {
  return { fill: toHex(colour), text: toHex(readableOn(colour)) }
}

/** Reads #rrggbb; anything else is black. @type {(text: string) => Rgb} */
export function parseHex(text) {
  const value = Number.parseInt(/^#([0-9a-f]{6})$/i.exec(text)?.[1] ?? '0', 16)
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }
}

/** @type {(colour: Rgb) => string} */
export function toHex({ red, green, blue }) {
  return `#${[red, green, blue].map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Mixes two colours; the share is that of the first. @type {(one: Rgb, other: Rgb, share: number) => Rgb} */
export function mix(one, other, share) {
  return { red: part('red'), green: part('green'), blue: part('blue') }

  /** @type {(name: keyof Rgb) => number} */
  function part(name) {
    return one[name] * share + other[name] * (1 - share)
  }
}

/** Returns the contrast ratio as WCAG 2.2 defines it, 1 to 21. @type {(one: Rgb, other: Rgb) => number} */
export function contrast(one, other) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** @type {(colour: Rgb) => number} */
function luminance({ red, green, blue }) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(function linear(part) {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns black or white, whichever has more contrast: at least 4.58 on any. @type {(background: Rgb) => Rgb} */
export function readableOn(background) {
  return contrast(black, background) >= contrast(white, background) ? black : white
}

/** Returns how what a viewer shows is drawn. @type {(viewer: Viewer, theme: Theme) => Appearance} */
export function appearanceOf({ choice, scenes, state }, { palettes, plain }) {
  const { scene, ranges, styles, selected, colouring } = state()
  const { unit } = scenes.graph
  return {
    scene,
    ranges,
    styles,
    selected,
    figureOf: (tree, node) => figureInWords(tree, node, choice, unit),
    calloutOf: (tree, node) => calloutInWords(tree, node, choice, unit),
    palette: palettes[colouring],
    plain
  }
}
