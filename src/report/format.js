/**
 * @import { CostDifference } from '../blame/types.js'
 * @import { Change } from '../stats/types.js'
 */

/** The last step: numbers to text. Nothing here is ever read back. */

/** @typedef {Pick<Change, 'relative' | 'low' | 'high'>} Interval */

/** @param {number} value */
export function formatCount(value) {
  return Math.round(value).toLocaleString('en-US')
}

/** @param {number} value */
export function formatTenths(value) {
  return value.toFixed(1)
}

/** @param {number} micros */
export function formatMicros(micros) {
  if (micros < 10) return `${micros.toFixed(1)} µs`
  if (micros < 10_000) return `${formatCount(micros)} µs`
  return `${(micros / 1e3).toFixed(1)} ms`
}

/** @param {number} bytes */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes.toFixed(0)} B`
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * @param {number} cost per request
 * @param {'micros' | 'bytes'} unit
 */
export function formatCost(cost, unit) {
  return unit === 'bytes' ? formatBytes(cost) : formatMicros(cost)
}

/**
 * @param {Pick<CostDifference, 'difference' | 'low' | 'high'>} cost such as +17 µs ± 5 µs; without ± where `low` is null
 * @param {'micros' | 'bytes'} unit
 */
export function formatCostDifference({ difference, low, high }, unit) {
  const size = formatCost(Math.abs(difference), unit)
  const text = size === formatCost(0, unit) ? size : `${difference < 0 ? '-' : '+'}${size}`
  return low === null || high === null ? text : `${text} ± ${formatCost((high - low) / 2, unit)}`
}

/** @param {number} ms */
export function formatSeconds(ms) {
  return `${(ms / 1e3).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** @param {number} ratio */
export function formatPercent(ratio) {
  return `${(ratio * 100).toFixed(1)} %`
}

/** @param {number} ratio */
function formatSigned(ratio) {
  const text = (ratio * 100).toFixed(1)
  if (Number(text) === 0) return '0.0'
  return ratio > 0 ? `+${text}` : text
}

/** @param {Interval} change such as +11.5 % (+8.9 to +14.0) */
export function formatChange(change) {
  return `${formatChangePoint(change)} (${formatInterval(change)})`
}

/** @param {Interval} change such as +11.5 % */
export function formatChangePoint({ relative }) {
  return `${formatSigned(relative)} %`
}

/** @param {Interval} change such as +8.9 to +14.0 */
export function formatInterval({ low, high }) {
  return `${formatSigned(low)} to ${formatSigned(high)}`
}

/** @param {number} pValue */
export function formatPValue(pValue) {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(pValue < 0.1 ? 3 : 2)}`
}

/** @param {number} ms such as 40 s, 2 min 05 s */
export function formatDuration(ms) {
  const seconds = Math.max(1, Math.round(ms / 1e3))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** @param {number} ratio its size in per cent */
function points(ratio) {
  return Math.abs(ratio * 100).toFixed(1)
}

/**
 * A change in words: 11.5 % more CPU per request (95 % CI 8.9 to 14.0).
 * @param {Interval} change
 * @param {{ more: string, less: string }} words
 * @param {{ label?: string, chance?: string }} [told] what the interval is called, and what follows it
 */
export function changeInWords({ relative, low, high }, words, { label = '95 % CI ', chance = '' } = {}) {
  const size = `${points(relative)} % ${relative < 0 ? words.less : words.more}`
  const crossesZero = low < 0 && high > 0
  if (crossesZero) return `${size} (${label}${points(low)} % less to ${points(high)} % more${chance})`
  const [from, to] = low < 0 ? [high, low] : [low, high]
  return `${size} (${label}${points(from)} to ${points(to)}${chance})`
}
