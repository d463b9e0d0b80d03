import { quantile } from './resampling.js'

/**
 * @import { Change } from '../../src/stats/types.js'
 * @import { Metric } from './slice-bank.js'
 */

/** Cells and rows of the tables that the proofs print, and what they have in common. */

/** Slices of 5 s that a process of node core's way is given. */
export const PROCESS_SLICES = [1, 2, 4]
const MINUTE_MS = 60_000

/** @type {Record<Metric, string>} */
const names = {
  cpuMainThread: 'CPU of the main thread per request',
  cpuPerRequest: 'CPU of all threads per request',
  requestsPerSecond: 'requests/s'
}

/** @param {Metric} metric */
export function metricName(metric) {
  return names[metric]
}

/** @param {string[]} cells */
export function row(...cells) {
  return `| ${cells.join(' | ')} |`
}

/** @param {number} ratio */
export function percent(ratio) {
  return Number.isFinite(ratio) ? `${(ratio * 100).toFixed(1)} %` : '-'
}

/** @param {number} ratio of small widths */
export function finePercent(ratio) {
  return Number.isFinite(ratio) ? `${(ratio * 100).toFixed(2)} %` : '-'
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1e3).toFixed(0)} s`
}

/** @param {Change} change such as +5.1 % (4.2 to 6.0) */
export function change({ relative, low, high }) {
  const [middle, from, to] = [relative, low, high].map(value => (value * 100).toFixed(2))
  return `${relative > 0 ? '+' : ''}${middle} % (${from} to ${to})`
}

/** @param {{ halfWidth: number }[]} runs */
export function medianWidth(runs) {
  return quantile(
    runs.map(({ halfWidth }) => halfWidth),
    0.5
  )
}

/**
 * The half-width that a minute would have brought: half-widths go with the root of the time.
 * @param {number} halfWidth
 * @param {number} wallMs
 */
export function atMinute(halfWidth, wallMs) {
  return halfWidth * Math.sqrt(wallMs / MINUTE_MS)
}
