import { toneOf } from '../tones.js'
import { toTenths } from './tidy-svg.js'

const WIDTH = 160
const HEIGHT = 18
const MIDDLE = HEIGHT / 2
const BAR_HEIGHT = 8

/**
 * @typedef {object} Bar
 * @property {number} value
 * @property {number | null} low null where the interval is not known
 * @property {number | null} high
 */

/** Returns how far an axis with zero in its middle must reach to show all bars. @param {Bar[]} bars */
export function reachOf(bars) {
  const ends = bars.flatMap(({ value, low, high }) => [value, low ?? 0, high ?? 0].map(Math.abs))
  return Math.max(...ends, Number.MIN_VALUE)
}

/**
 * Returns the reach of an axis on which one very wide interval does not make all others too small to see: at most three
 * times the median reach.
 * @param {Bar[]} bars
 */
export function usualReach(bars) {
  const ends = bars.map(bar => reachOf([bar])).sort((a, b) => a - b)
  return Math.min(ends.at(-1) ?? 0, 3 * (ends[ends.length >> 1] ?? 0))
}

/**
 * Draws a value and its 95% interval for a table whose text has the same figures. Orange costs more, blue costs less, grey is
 * not significant; an arrow marks an end beyond the axis.
 * @param {Bar} bar
 * @param {number} reach of the axis to either side, in the bar's unit
 * @param {'worse' | 'better'} [moreIs]
 * @returns {string} SVG
 */
export function intervalBar({ value, low, high }, reach, moreIs = 'worse') {
  const tone = toneOf(low, high, moreIs)
  const [from, to] = [Math.min(0, value), Math.max(0, value)].map(placeOf)
  const parts = [
    `<line x1="${placeOf(0)}" x2="${placeOf(0)}" y1="0" y2="${HEIGHT}" class="zero"/>`,
    `<rect x="${from}" y="${MIDDLE - BAR_HEIGHT / 2}" width="${toTenths(Number(to) - Number(from))}" height="${BAR_HEIGHT}"/>`
  ]
  if (low !== null && high !== null) {
    const [left, right] = [placeOf(low), placeOf(high)]
    parts.push(
      `<path d="M${left} ${MIDDLE}H${right}${endAt(left, low < -reach, 1)}${endAt(right, high > reach, -1)}"/>`
    )
  }
  const box = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`
  return `<svg class="bar ${tone}" ${box} aria-hidden="true">${parts.join('')}</svg>`

  /** @param {number} at */
  function placeOf(at) {
    const share = Math.max(-1, Math.min(1, at / reach))
    return toTenths(WIDTH / 2 + share * (WIDTH / 2 - 2))
  }
}

/**
 * Returns the end of an interval: a line across, or an arrow where the interval ends beyond the axis.
 * @param {number} x
 * @param {boolean} isBeyond
 * @param {1 | -1} inwards
 */
function endAt(x, isBeyond, inwards) {
  if (!isBeyond) return `M${x} ${MIDDLE - 4}v8`
  return `M${toTenths(x + inwards * 5)} ${MIDDLE - 4}L${x} ${MIDDLE}l${inwards * 5} 4`
}
