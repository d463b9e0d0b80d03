/** @import { Rgb } from './types.js' */

/**
 * @param {string} text #rrggbb
 * @returns {Rgb} black where it is nothing of the kind
 */
export function parseHex(text) {
  const value = Number.parseInt(/^#([0-9a-f]{6})$/i.exec(text)?.[1] ?? '0', 16)
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }
}

/** @param {Rgb} colour */
export function toHex({ red, green, blue }) {
  return `#${[red, green, blue].map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/**
 * @param {Rgb} one
 * @param {Rgb} other
 * @param {number} share of the first
 * @returns {Rgb}
 */
export function mix(one, other, share) {
  return { red: part('red'), green: part('green'), blue: part('blue') }

  /** @param {keyof Rgb} name */
  function part(name) {
    return one[name] * share + other[name] * (1 - share)
  }
}

/**
 * Contrast ratio as WCAG 2.2 defines it.
 * @param {Rgb} one
 * @param {Rgb} other
 * @returns {number} 1 to 21
 */
export function contrast(one, other) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** @param {Rgb} colour */
function luminance({ red, green, blue }) {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(function linear(part) {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const black = { red: 0, green: 0, blue: 0 }
const white = { red: 255, green: 255, blue: 255 }

/**
 * @param {Rgb} background
 * @returns {Rgb} black or white, whichever reads better: at least 4.58 on any colour
 */
export function readableOn(background) {
  return contrast(black, background) >= contrast(white, background) ? black : white
}
