import { sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'

/** @import { Histogram } from 'hdr-histogram-js' */
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
  const { path = '/', arrivals = 'constant' } = slices[0] ?? {}
  const seconds = sumOf(slices, 'durationMs') / 1000
  const intendedRate = sumOf(slices, 'intendedRatePerSecond') / slices.length
  const completed = sumOf(slices, 'completed')
  const errors = sumOf(slices, 'errors')
  const saturated = slices.filter(slice => slice.isSaturated).length
  const sendDelays = mergeHistograms(slices.map(slice => slice.sendDelayMicros))
  const lines = [
    `Running ${seconds.toFixed(2)}s test in ${slices.length} slices @ ${path}`,
    `${arrivals} arrivals, ${grouped(intendedRate)} requests/s intended, ${grouped(completed / seconds)} completed`,
    '',
    percentileTitles(),
    percentileRow('response time', mergeHistograms(slices.map(slice => slice.responseMicros))),
    percentileRow('service time', mergeHistograms(slices.map(slice => slice.serviceMicros))),
    percentileRow('send delay', sendDelays),
    '',
    `${grouped(completed + errors)} sent, ${grouped(completed)} completed, ${grouped(errors)} errors`,
    `saturated: ${saturated} of ${slices.length} slices`
  ]
  return `${lines.join('\n')}\n`
}

/** Prints the requests/s and the distribution of latencies of a closed loop. @param {SocketsToolResult[]} slices */
export function printSocketsTable(slices) {
  const { path = '/', connections = 0 } = slices[0] ?? {}
  const seconds = sumOf(slices, 'durationMs') / 1000
  const completed = sumOf(slices, 'completed')
  const errors = sumOf(slices, 'errors')
  const kilobytes = sumOf(slices, 'bytesRead') / 1000
  const lines = [
    `Running ${seconds.toFixed(2)}s test in ${slices.length} slices @ ${path}`,
    `${connections} connections, ${grouped(completed / seconds)} requests/s, ${grouped(kilobytes / seconds)} kB/s`,
    '',
    percentileTitles(),
    percentileRow('latency', mergeHistograms(slices.map(slice => slice.latencyMicros))),
    '',
    `${grouped(completed + errors)} sent, ${grouped(completed)} completed, ${grouped(errors)} errors`
  ]
  return `${lines.join('\n')}\n`
}

/**
 * @template {string} Field
 * @param {Record<Field, number>[]} slices @param {Field} field
 */
function sumOf(slices, field) {
  return sum(slices.map(slice => slice[field]))
}

/** Returns the row above rows of percentiles. */
function percentileTitles() {
  return row('', [...PERCENTILES.map(percentile => `p${percentile}`), 'max'])
}

/** Returns a row of the percentiles of times. @param {string} label @param {Histogram} histogram of microseconds */
function percentileRow(label, histogram) {
  return row(label, timesOf(histogram))
}

/** @param {Histogram} histogram of microseconds */
function timesOf(histogram) {
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
