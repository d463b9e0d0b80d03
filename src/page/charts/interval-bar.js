import { isTooWide } from '../../report/words/too-few-samples.js'
import { toneOf } from '../parts/tones.js'

/** @import { Change } from '../../stats/types.js' */

const BAR_WIDTH = 110
const HEIGHT = 18
const MIDDLE = HEIGHT / 2
/** A shorter axis would make the smallest changes look large. */
const LEAST_REACH = 0.05
const ROUND_STEPS = [1, 1.5, 2, 3, 5, 10]
/** So much longer than the interval is the axis. */
const AXIS_REACH = 1.1
/** Wider than most letters of the labels of an axis. */
const LETTER_WIDTH = 7

/**
 * @typedef {{ low: number, high: number }} Axis where it begins and ends: zero is between, and more is worse
 * @typedef {{ value: number, low: number, high: number, hasTooFewSamples?: boolean }} Cost a change of which more is worse, whatever
 *   the metric. With too few samples the text beside its bar says so instead of the value
 */

/** @param {Pick<Change, 'relative' | 'low' | 'high'>} change @param {'worse' | 'better'} [moreIs] @returns {Cost} */
export function costOf({ relative, low, high }, moreIs = 'worse') {
  const hasTooFewSamples = isTooWide({ low, high })
  if (moreIs === 'worse') return { value: relative, low, high, hasTooFewSamples }
  return { value: -relative, low: -high, high: -low, hasTooFewSamples }
}

/** Returns how far an axis with zero in its middle must reach to show all bars. @param {Cost[]} bars */
export function reachOf(bars) {
  const ends = bars.flatMap(({ value, low, high }) => [value, low, high].map(Math.abs))
  return Math.max(...ends, Number.MIN_VALUE)
}

/** @param {number} reach to either side @returns {Axis} */
export function evenAxis(reach) {
  return { low: -reach, high: reach }
}

/**
 * Returns the axis that shows the whole intervals of changes. The shorter side is at least a third of the longer one; nothing costs
 * more than 100% less.
 * @param {Cost[]} costs @returns {Axis}
 */
export function wholeAxis(costs) {
  const ends = costs.flatMap(({ value, low, high }) => [value, low, high].map(end => AXIS_REACH * end))
  const [less, more] = [-Math.min(0, ...ends), Math.max(0, ...ends)]
  const longer = Math.max(LEAST_REACH, less, more)
  const shortest = longer / 3
  const low = roundReach(Math.max(shortest, less > more ? longer : less))
  const high = roundReach(Math.max(shortest, less > more ? more : longer))
  return { low: -Math.min(1, low), high }
}

/**
 * Returns the axis of changes: at most three times as long as the median change. One very wide interval does
 * not make all others too small to see.
 * @param {Cost[]} costs
 * @returns {Axis | null} null where all have too few samples
 */
export function usualAxis(costs) {
  const known = costs.filter(({ hasTooFewSamples }) => !hasTooFewSamples)
  if (known.length === 0) return null
  const ends = known.map(cost => reachOf([cost])).sort((a, b) => a - b)
  const reach = Math.min(ends.at(-1) ?? 0, 3 * (ends[ends.length >> 1] ?? 0))
  const cut = known.map(cost => cutAt(cost, evenAxis(reach)).shown)
  return wholeAxis(cut)
}

/**
 * Returns a change as far as an axis reaches.
 * @type {(cost: Cost, axis: Axis) => { shown: Cost, isLowCut: boolean, isHighCut: boolean }}
 */
export function cutAt({ value, low, high }, axis) {
  const shown = { value: within(axis, value), low: within(axis, low), high: within(axis, high) }
  return { shown, isLowCut: low < axis.low, isHighCut: high > axis.high }
}

/** Returns a position as far as an axis reaches. @type {(axis: Axis, at: number) => number} */
function within({ low, high }, at) {
  return Math.max(low, Math.min(high, at))
}

/** Returns the next larger round value, such as 0.3 for 0.21. @param {number} reach */
export function roundReach(reach) {
  const decade = Math.floor(Math.log10(reach))
  const rounded = ROUND_STEPS.map(step => (decade < 0 ? step / 10 ** -decade : step * 10 ** decade))
  return rounded.find(each => each >= reach * (1 - 1e-9)) ?? reach
}

/**
 * Draws a cost and its 95% interval for a table whose text has the same figures: to the right is worse, whatever the metric.
 * Orange costs more, blue costs less, grey is not significant. An arrow marks an end beyond the axis; an interval that covers
 * the whole axis, or comes from too few samples, is dotted and has no value.
 * @param {Cost} cost @param {Axis} axis
 * @returns {string} SVG
 */
export function intervalBar({ value, low, high, hasTooFewSamples }, axis) {
  const zero = `<path d="M${placeOn(axis, 0)} 0v${HEIGHT}" class="zero"/>`
  const isVague = hasTooFewSamples || (low < axis.low && high > axis.high)
  const [left, right] = [placeOn(axis, low), placeOn(axis, high)]
  const ends = [low < axis.low ? arrowAt(left, 1) : '', high > axis.high ? arrowAt(right, -1) : ''].join('')
  const line = `<path d="M${left} ${MIDDLE}H${right}"${isVague ? ' stroke-dasharray="1.5 4"' : ''}/>`
  const dot =
    isVague || value < axis.low || value > axis.high
      ? ''
      : `<circle cx="${placeOn(axis, value)}" cy="${MIDDLE}" r="4.5"/>`
  return svgOf(`bar ${toneOf(low, high)}`, 'aria-hidden="true"', [zero, line, ends && `<path d="${ends}"/>`, dot])
}

/**
 * Draws the labels of an axis: its ends and zero. None touches another: zero comes before the low end, the high end before zero.
 * @param {Axis} axis
 * @param {string[]} ends words of the low end, and of the high one
 * @returns {string} SVG
 */
export function axisLabels(axis, [low = '', high = '']) {
  const zero = Number(placeOn(axis, 0))
  const isZeroShown = BAR_WIDTH - zero - LETTER_WIDTH > high.length * LETTER_WIDTH
  const isLowShown = !isZeroShown || zero - LETTER_WIDTH > low.length * LETTER_WIDTH
  const label = `role="img" aria-label="${low} to ${high}"`
  return svgOf('ends', label, [
    ...(isLowShown ? [`<text x="0" y="13">${low}</text>`] : []),
    ...(isZeroShown ? [`<text x="${zero}" y="13" text-anchor="middle">0</text>`] : []),
    `<text x="${BAR_WIDTH}" y="13" text-anchor="end">${high}</text>`
  ])
}

/** @type {(axis: Axis, at: number) => number} */
function placeOn(axis, at) {
  const share = (within(axis, at) - axis.low) / (axis.high - axis.low)
  return toTenths(2 + share * (BAR_WIDTH - 4))
}

/** @param {string} name of the class @param {string} role @param {string[]} parts */
function svgOf(name, role, parts) {
  const box = `viewBox="0 0 ${BAR_WIDTH} ${HEIGHT}" width="${BAR_WIDTH}" height="${HEIGHT}"`
  return `<svg class="${name}" ${box} ${role}>${parts.join('')}</svg>`
}

/** @param {number} x where an interval leaves the axis @param {1 | -1} inwards */
function arrowAt(x, inwards) {
  return `M${toTenths(x + inwards * 5)} ${MIDDLE - 4}L${x} ${MIDDLE}l${inwards * 5} 4`
}

/** Rounds a length. Nothing finer than a tenth of a unit is visible in a picture. @param {number} value */
export function toTenths(value) {
  return Math.round(value * 10) / 10
}
