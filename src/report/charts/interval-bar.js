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

/**
 * The reach of an axis that holds all of these, zero in its middle; what lies further out than `most` is cut off there.
 * @param {Bar[]} bars
 * @param {number} [most]
 */
export function reachOf(bars, most = Number.POSITIVE_INFINITY) {
  const ends = bars.flatMap(({ value, low, high }) => [value, low ?? 0, high ?? 0].map(Math.abs))
  return Math.min(most, Math.max(...ends, Number.MIN_VALUE))
}

/**
 * A value and its 95 % interval against zero, to stand beside the figures in a table: a picture for those who see it, the
 * text of the row says the same. Orange to the right costs more, blue costs less, grey lies within the noise.
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
    `<rect x="${from}" y="${MIDDLE - BAR_HEIGHT / 2}" width="${round(Number(to) - Number(from))}" height="${BAR_HEIGHT}"/>`
  ]
  if (low !== null && high !== null) {
    const [left, right] = [placeOf(low), placeOf(high)]
    parts.push(`<path d="M${left} ${MIDDLE}H${right}M${left} ${MIDDLE - 4}v8M${right} ${MIDDLE - 4}v8"/>`)
  }
  const box = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`
  return `<svg class="bar ${tone}" ${box} aria-hidden="true">${parts.join('')}</svg>`

  /** @param {number} at */
  function placeOf(at) {
    const share = Math.max(-1, Math.min(1, at / reach))
    return round(WIDTH / 2 + share * (WIDTH / 2 - 2))
  }
}

/**
 * @param {number | null} low
 * @param {number | null} high
 * @param {'worse' | 'better'} moreIs
 * @returns {'more' | 'less' | 'noise'}
 */
export function toneOf(low, high, moreIs) {
  if (low === null || high === null || low * high <= 0) return 'noise'
  return low > 0 === (moreIs === 'worse') ? 'more' : 'less'
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10
}
