import { sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'

/** @import { PacedToolResult, SocketsToolResult } from '../types.js' */

/** The tables of the generators that have no table of their own: rows of percentiles. */
const PERCENTILES = [50, 75, 90, 95, 99, 99.9]
const LABEL_WIDTH = 15
const CELL_WIDTH = 12

/**
 * Prints the distribution of response and service times of an open loop, and whether the rate was kept.
 * @param {PacedToolResult[]} slices
 */
export function printPacedTable(slices) {
  const { arrivals = 'constant' } = slices[0] ?? {}
  const intended = grouped(sumOf(slices, 'intendedRatePerSecond') / slices.length)
  const completed = grouped(sumOf(slices, 'completed') / secondsOf(slices))
  const saturated = slices.filter(slice => slice.isSaturated).length
  return printTable(slices, {
    load: `${arrivals} arrivals, ${intended} requests/s intended, ${completed} completed`,
    times: { 'response time': 'responseMicros', 'service time': 'serviceMicros', 'send delay': 'sendDelayMicros' },
    last: [`saturated: ${saturated} of ${slices.length} slices`]
  })
}

/** Prints the requests/s and the distribution of latencies of a closed loop. @param {SocketsToolResult[]} slices */
export function printSocketsTable(slices) {
  const { connections = 0 } = slices[0] ?? {}
  const completed = grouped(sumOf(slices, 'completed') / secondsOf(slices))
  const kilobytes = grouped(sumOf(slices, 'bytesRead') / 1000 / secondsOf(slices))
  const load = `${connections} connections, ${completed} requests/s, ${kilobytes} kB/s`
  return printTable(slices, { load, times: { latency: 'latencyMicros' }, last: [] })
}

/**
 * @template {string} Field
 * @param {(Pick<SocketsToolResult, 'path' | 'durationMs' | 'completed' | 'errors'> & Record<Field, string>)[]} slices
 * @param {{ load: string, times: Record<string, Field>, last: string[] }} texts `times`: histograms by the label of their row
 */
function printTable(slices, { load, times, last }) {
  const { path = '/' } = slices[0] ?? {}
  const completed = sumOf(slices, 'completed')
  const errors = sumOf(slices, 'errors')
  const lines = [
    `Running ${secondsOf(slices).toFixed(2)}s test in ${slices.length} slices @ ${path}`,
    load,
    '',
    row('', [...PERCENTILES.map(percentile => `p${percentile}`), 'max']),
    ...Object.entries(times).map(([label, field]) => row(label, percentilesOf(slices.map(slice => slice[field])))),
    '',
    `${grouped(completed + errors)} sent, ${grouped(completed)} completed, ${grouped(errors)} errors`,
    ...last
  ]
  return `${lines.join('\n')}\n`
}

/** @param {{ durationMs: number }[]} slices */
function secondsOf(slices) {
  return sumOf(slices, 'durationMs') / 1000
}

/**
 * @template {string} Field
 * @param {Record<Field, number>[]} slices @param {Field} field
 */
function sumOf(slices, field) {
  return sum(slices.map(slice => slice[field]))
}

/** @param {string[]} encoded histograms of microseconds */
function percentilesOf(encoded) {
  const histogram = mergeHistograms(encoded)
  if (histogram.totalCount === 0) return [...PERCENTILES, 'max'].map(() => '-')
  const micros = [...PERCENTILES, 100].map(percentile => histogram.getValueAtPercentile(percentile))
  return micros.map(value => `${grouped(value / 1000, 2)} ms`)
}

/** @param {string} label @param {string[]} cells */
function row(label, cells) {
  return [label.padEnd(LABEL_WIDTH), ...cells.map(cell => cell.padStart(CELL_WIDTH))].join('')
}

/** Returns a number with commas. @param {number} value @param {number} [digits] after the point */
function grouped(value, digits = 0) {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
