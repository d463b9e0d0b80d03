import { excludesZero } from '../../stats/intervals.js'
import { CONFIDENCE } from '../../stats/levels.js'
import {
  BINARY_UNITS,
  BYTE_UNITS,
  decimalsOf,
  fixed,
  halfWidthDecimals,
  LINK_UNITS,
  NO_UNITS,
  roundedTo3,
  SAMPLE_UNITS,
  signed,
  TIME_UNITS,
  unitFor,
  withUnit
} from './digits.js'
import { hasInterval, tooFewForChange } from './too-few-samples.js'

/** @import { CostDifference } from '../../blame/types.js' */
/** @import { FlameGraph } from '../../flame/types.js' */
/** @import { Change, Estimate, Mean } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Units } from './digits.js' */
/** @import { Source, TooFew } from './too-few-samples.js' */

/**
 * Numbers to text, the same on every surface: terminal, Markdown, page and the page's scripts. At most three significant
 * digits, but for counts. Nothing parses these texts. A figure whose interval is too wide has no number: too-few-samples.js.
 */

/**
 * @typedef {Pick<Change, 'relative' | 'low' | 'high'> & Partial<Pick<Change, 'pairs' | 'confidence' | 'machineRounds'>>} Interval
 * @typedef {FlameGraph['unit']} CostUnit
 */

const tickNumbers = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 9 })

/** @param {number} value of things that were counted, such as 12,345: not rounded but to a whole number */
export function formatCount(value) {
  return Math.round(value).toLocaleString('en-US')
}

/** @param {number} count @param {string} noun in the singular, as in 1 round or 1,200 rounds */
export function formatCounted(count, noun, plural = `${noun}s`) {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

/** @param {number} count of rounds, or of machines where a run has several @param {Pick<Analysis, 'machines'>} analysis */
export function formatSamples(count, { machines }) {
  return formatCounted(count, machines ? 'machine' : 'round')
}

/** @param {Pick<Change, 'pairs' | 'machineRounds'>} change over so many rounds, or machines */
export function formatPairs({ pairs, machineRounds }) {
  return formatCounted(pairs, machineRounds === undefined ? 'round' : 'machine')
}

/** @param {number} value without a unit, such as 12,300, 12.3 or 0.12 */
export function formatFigure(value) {
  return withUnit(value, NO_UNITS)
}

/** @param {number} micros such as 0.86 µs, 12.3 µs, 1.25 ms or 3.42 s */
export function formatMicros(micros) {
  return withUnit(micros, TIME_UNITS)
}

/** @param {number} ms such as 850 ms or 12.3 s */
export function formatSeconds(ms) {
  return formatMicros(ms * 1e3)
}

/** @param {number} bytes such as 812 B, 8.19 kB (of 1,000 bytes) or 2.50 MB */
export function formatBytes(bytes) {
  return withUnit(bytes, BYTE_UNITS)
}

/** @param {number} bytes a power of two, the size of a file or a buffer, such as 64 KiB or 1 MiB (of 1,048,576 bytes) */
export function formatBinarySize(bytes) {
  const { size, name } = unitFor(bytes, BINARY_UNITS)
  return `${formatTick(bytes / size)} ${name}`
}

/** @param {number} bytes of memory, such as 287 MiB (of 1,048,576 bytes), to compare with a limit in MiB */
export function formatMemory(bytes) {
  return withUnit(bytes, BINARY_UNITS)
}

/** @param {number} cost per request @param {CostUnit} unit */
export function formatCost(cost, unit) {
  return withUnit(cost, unitsOf(unit))
}

/**
 * Returns a difference between two costs with half the width of its interval, such as +17 µs ± 5 or -1.24 kB ± 0.11.
 * The half-width decides the decimals: it has one significant digit, or two where the first is a 1, and the difference has at
 * most three.
 * @param {Pick<CostDifference, 'difference' | 'low' | 'high'>} cost without ± where `low` or `high` is null
 * @param {CostUnit} unit
 */
export function formatCostDifference(cost, unit) {
  return differenceWithUnit(cost, unitsOf(unit))
}

/**
 * Returns a cost of one variant, such as 243 µs ± 8, or ~243 µs where no interval is known or half of it is wider than the cost.
 * @param {Mean} cost @param {CostUnit} unit
 */
export function formatCostMean({ value, low, high }, unit) {
  if (low === null || high === null || (high - low) / 2 > value) return `~${formatCost(value, unit)}`
  return withHalf(value, { half: (high - low) / 2, units: unitsOf(unit), write: text => text })
}

/** @param {number} bitsPerSecond of a link, such as 470 Mbit/s */
export function formatLinkSpeed(bitsPerSecond) {
  return withUnit(bitsPerSecond, LINK_UNITS)
}

/** @param {Pick<CostDifference, 'difference' | 'low' | 'high'>} count without a unit, such as +1.00 ± 0.01 */
export function formatFigureDifference(count) {
  return differenceWithUnit(count, NO_UNITS)
}

/**
 * Returns a mean with half the width of its interval as a share of the mean, such as 1.25 ms ± 14%, or ~1.25 ms where that is not known
 * or too wide.
 * @param {Pick<Estimate, 'value' | 'halfWidthRatio'>} estimate
 * @param {(value: number) => string} format of the value
 */
export function formatMean({ value, halfWidthRatio }, format) {
  if (halfWidthRatio === null || !hasInterval({ halfWidthRatio })) return `~${format(value)}`
  const percent = halfWidthRatio * 100
  return `${format(value)} ± ${fixed(percent, percent < 9.95 ? 1 : 0)}%`
}

/** @param {TooFew} [few] such as too few samples (3 more rounds) */
export function formatTooFew({ more } = { more: null }) {
  return more === null ? 'too few samples' : `too few samples (${formatCounted(more, 'more round')})`
}

/** @param {number} ratio that was measured, such as 7.6%, 0.0% or 137% */
export function formatPercent(ratio) {
  return `${fixed(roundedTo3(ratio * 100), percentDecimals(ratio))}%`
}

/** @param {number} ratio that can be very small, with two digits, such as 17% or 0.0013% */
export function formatSmallPercent(ratio) {
  return `${Number((ratio * 100).toPrecision(2))}%`
}

/** @param {number} ratio that somebody chose, a margin or a limit, such as 2% or 2.5% */
export function formatExactPercent(ratio) {
  return `${Number((ratio * 100).toFixed(4))}%`
}

/** @param {number} ratio at a tick of an axis, such as -5%, 0 or +2.5% */
export function formatPercentTick(ratio) {
  const text = formatExactPercent(Math.abs(ratio))
  return text === '0%' ? '0' : signed(ratio, text)
}

/** @param {number} value at a tick of an axis, such as 1,150 or 0.5 */
export function formatTick(value) {
  return tickNumbers.format(value)
}

/** @param {Interval} change in a sentence, such as +7.6% (95% CI 3.2 to 12.2) @param {Source} [source] */
export function formatChangeInText(change, source) {
  return (
    wideChange(change, source) ??
    `${formatChangePoint(change)} (${formatConfidence(change)} CI ${formatInterval(change)})`
  )
}

/** @param {{ confidence?: number }} change such as 95%, or 98.3% where three candidates are compared with one baseline */
export function formatConfidence({ confidence = CONFIDENCE }) {
  return `${Number((confidence * 100).toFixed(1))}%`
}

/** @param {Interval} change in a column whose header names the interval, such as +7.6% (3.2 to 12.2) @param {Source} [source] */
export function formatChange(change, source) {
  return wideChange(change, source) ?? `${formatChangePoint(change)} (${formatInterval(change)})`
}

/**
 * Returns the text of a change whose interval is too wide: that of a significant one has the limit nearer to zero.
 * @param {Interval} change @param {Source} [source]
 * @returns {string | null} null for a change with a figure
 */
function wideChange(change, source) {
  const few = tooFewForChange(change, source)
  if (!few) return null
  if (!excludesZero(change)) return formatTooFew(few)
  const relative = change.low > 0 ? change.low : change.high
  return `at least ${formatChangePoint({ relative })}; ${formatTooFew(few)}`
}

/** @param {Pick<Interval, 'relative'>} change such as +7.6% */
export function formatChangePoint({ relative }) {
  return signed(relative, formatPercent(Math.abs(relative)))
}

/** @param {Interval} change its ends in percent, with the decimals of the estimate, such as -3.2 to 12.2 */
export function formatInterval({ relative, low, high }) {
  const decimals = percentDecimals(relative)
  return [low, high].map(end => fixed(end * 100, decimals)).join(' to ')
}

/** @param {number} pValue such as p = 0.016 */
export function formatPValue(pValue) {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(pValue < 0.1 ? 3 : 2)}`
}

/** @param {number} quantile such as p50, p99.9 or, for 1, max */
export function formatPercentile(quantile) {
  return quantile === 1 ? 'max' : `p${Number((quantile * 100).toFixed(3))}`
}

/** @param {number} ms to wait for, such as 40 s or 2 min 05 s */
export function formatDuration(ms) {
  const seconds = Math.max(1, Math.round(ms / 1e3))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** @param {string} isoTime in UTC, such as 2026-01-31 09:30 */
export function formatMoment(isoTime) {
  return isoTime.slice(0, 16).replace('T', ' ')
}

/**
 * Returns a change in words, such as 11.5% more CPU per request (95% CI 8.9 to 14.0), or with signs in the interval where it
 * contains zero.
 * @param {Interval} change @param {{ more: string, less: string, name?: string }} words
 * @param {{ label?: string }} [options] what the interval is called
 */
export function changeInWords(change, words, { label = '95% CI ' } = {}) {
  const { relative, low, high } = change
  const { more, less, name } = words
  const few = tooFewForChange(change)
  if (few) return formatTooFew(few)
  const size = [formatPercent(Math.abs(relative)), relative < 0 ? less : more, ...(name ? [name] : [])].join(' ')
  const isNegative = high <= 0 && low < 0
  const interval = formatInterval(isNegative ? { relative, low: Math.abs(high), high: -low } : change)
  return `${size} (${label}${interval})`
}

/** @param {Pick<CostDifference, 'difference' | 'low' | 'high'>} cost @param {Units} units */
function differenceWithUnit({ difference, low, high }, units) {
  const write = (/** @type {string} */ text) => signed(difference, text)
  if (low === null || high === null) return write(withUnit(Math.abs(difference), units))
  return withHalf(Math.abs(difference), { half: Math.abs(high - low) / 2, units, write })
}

/** @param {number} value @param {{ half: number, units: Units, write: (figure: string) => string }} interval */
function withHalf(value, { half, units, write }) {
  const { size, name } = unitFor(Math.max(value, half), units)
  const [estimate, width] = [value / size, half / size]
  const decimals = Math.min(decimalsOf(Math.max(estimate, width)), halfWidthDecimals(width))
  return `${write(`${fixed(estimate, decimals)} ${name}`.trimEnd())} ± ${fixed(width, decimals)}`
}

/** @param {CostUnit} unit */
function unitsOf(unit) {
  if (unit === 'samples') return SAMPLE_UNITS
  return unit === 'bytes' ? BYTE_UNITS : TIME_UNITS
}

/** @param {number} ratio */
function percentDecimals(ratio) {
  return Math.abs(roundedTo3(ratio * 100)) >= 100 ? 0 : 1
}
