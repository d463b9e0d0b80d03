import { isTooWide } from '../../report/too-few-samples.js'
import { toneOf } from '../tones.js'
import { toTenths } from './tidy-svg.js'

const WIDTH = 160
const HEIGHT = 18
const MIDDLE = HEIGHT / 2
const BAR_HEIGHT = 8
/** A shorter axis would make the smallest changes look large. */
const LEAST_REACH = 0.05
const ROUND_STEPS = [1, 1.5, 2, 3, 5, 10]

/** @import { Change } from '../../stats/types.js' */

/**
 * @typedef {object} Bar
 * @property {number} value
 * @property {number | null} low null where the interval is not known
 * @property {number | null} high
 * @property {boolean} [hasTooFewSamples] the text beside it says so instead of the value
 */

/** @param {Pick<Change, 'relative' | 'low' | 'high'>} change @returns {Bar} */
export function barOf({ relative, low, high }) {
  return { value: relative, low, high, hasTooFewSamples: isTooWide({ low, high }) }
}

/** Returns how far an axis with zero in its middle must reach to show all bars. @param {Bar[]} bars */
export function reachOf(bars) {
  const ends = bars.flatMap(({ value, low, high }) => [value, low ?? 0, high ?? 0].map(Math.abs))
  return Math.max(...ends, Number.MIN_VALUE)
}

/**
 * Returns the reach of an axis of changes: 1.5 times that of the changes that decide, so that a metric with few samples does not
 * make them too small to see. Longer intervals are cut at its ends.
 * @param {Bar[]} deciding
 */
export function decidingReach(deciding) {
  return roundReach(Math.max(LEAST_REACH, 1.5 * reachOf(deciding)))
}

/**
 * Returns the reach of an axis of costs: it shows every value and the interval of the largest one. Other intervals can be much
 * wider than their values.
 * @param {Bar[]} bars
 */
export function valueReach(bars) {
  const [largest = { value: 0, low: null, high: null }] = bars.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  return roundReach(reachOf([largest]))
}

/** Returns the next larger round value, such as 0.3 for 0.21. @param {number} reach */
export function roundReach(reach) {
  const decade = Math.floor(Math.log10(reach))
  const rounded = ROUND_STEPS.map(step => (decade < 0 ? step / 10 ** -decade : step * 10 ** decade))
  return rounded.find(each => each >= reach * (1 - 1e-9)) ?? reach
}

/**
 * Returns the reach of an axis on which one very wide interval does not make all others too small to see: at most three
 * times the median reach.
 * @param {Bar[]} bars
 */
export function usualReach(bars) {
  const drawn = bars.some(bar => !bar.hasTooFewSamples) ? bars.filter(bar => !bar.hasTooFewSamples) : bars
  const ends = drawn.map(bar => reachOf([bar])).sort((a, b) => a - b)
  return Math.min(ends.at(-1) ?? 0, 3 * (ends[ends.length >> 1] ?? 0))
}

/**
 * Draws a value and its 95% interval for a table whose text has the same figures: to the right is worse, whatever the metric.
 * Orange costs more, blue costs less, grey is not significant. An arrow marks an end beyond the axis; an interval that covers
 * the whole axis, or comes from too few samples, is dotted and has no value.
 * @param {Bar} bar
 * @param {number} reach of the axis to either side, in the bar's unit
 * @param {'worse' | 'better'} [moreIs]
 * @returns {string} SVG
 */
export function intervalBar(bar, reach, moreIs = 'worse') {
  const { value, low, high, hasTooFewSamples } = moreIs === 'worse' ? bar : reversed(bar)
  const tone = toneOf(low, high)
  const parts = [`<line x1="${placeOf(0)}" x2="${placeOf(0)}" y1="0" y2="${HEIGHT}" class="zero"/>`]
  const isVague = hasTooFewSamples || (low !== null && high !== null && low < -reach && high > reach)
  if (!isVague) {
    const [from, to] = [Math.min(0, value), Math.max(0, value)].map(placeOf)
    const size = `width="${toTenths(Number(to) - Number(from))}" height="${BAR_HEIGHT}"`
    parts.push(`<rect x="${from}" y="${MIDDLE - BAR_HEIGHT / 2}" ${size}/>`)
  }
  if (low !== null && high !== null) {
    const [left, right] = [placeOf(low), placeOf(high)]
    const ends = endAt(left, low < -reach, 1) + endAt(right, high > reach, -1)
    const line = `M${left} ${MIDDLE}H${right}`
    parts.push(
      isVague ? `<path d="${line}" stroke-dasharray="1.5 4"/><path d="${ends}"/>` : `<path d="${line}${ends}"/>`
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

/** @param {Bar} bar @returns {Bar} the change as a cost, of which more is worse */
function reversed({ value, low, high, ...others }) {
  return { ...others, value: -value, low: high === null ? null : -high, high: low === null ? null : -low }
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
