/** Rows and cells of the Markdown tables that the proofs print. */

/**
 * @import { Change } from '../../../src/stats/types.js'
 * @import { Metric } from './slice-bank.js'
 */

/** @type {Record<Metric, string>} */
const metricNames = {
  cpuMainThread: 'main-thread CPU per request',
  cpuPerRequest: 'CPU per request',
  requestsPerSecond: 'requests/s'
}

/** @type {(metric: Metric) => string} */
export function metricName(metric) {
  return metricNames[metric]
}

/** @param {string[]} cells */
export function row(...cells) {
  return `| ${cells.join(' | ')} |`
}

/**
 * Returns the two lines above a table's rows.
 * @param {string[]} names of the columns; the first `textColumns` are aligned left
 * @param {number} [textColumns]
 */
export function header(names, textColumns = 1) {
  return [row(...names), row(...names.map((_, column) => (column < textColumns ? ':--' : '--:')))]
}

/**
 * @param {number} ratio
 * @param {number} [digits] after the point
 */
export function percent(ratio, digits = 1) {
  return Number.isFinite(ratio) ? `${(ratio * 100).toFixed(digits)}%` : '-'
}

/** @type {(ratio: number) => string} for small widths */
export function finePercent(ratio) {
  return percent(ratio, 2)
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1e3).toFixed(0)} s`
}

/** @param {Pick<Change, 'relative' | 'low' | 'high'>} change such as +5.12% (4.20 to 6.04) */
export function changeCell({ relative, low, high }) {
  const [middle, from, to] = [relative, low, high].map(value => (value * 100).toFixed(2))
  return `${relative > 0 ? '+' : ''}${middle}% (${from} to ${to})`
}

/**
 * Returns one of the values: the one with a share `q` of the others below it.
 * @param {number[]} values
 * @param {number} q
 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
