import { mergeHistograms } from '../stats/micros-histogram.js'

/**
 * @import { PacedToolResult } from './paced.js'
 * @import { Histogram } from 'hdr-histogram-js'
 */

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
    row('', [...PERCENTILES.map(percentile => `p${percentile}`), 'max']),
    row('response time', timesOf(mergeHistograms(slices.map(slice => slice.responseMicros)))),
    row('service time', timesOf(mergeHistograms(slices.map(slice => slice.serviceMicros)))),
    row('send delay', timesOf(sendDelays)),
    '',
    `${grouped(completed + errors)} sent, ${grouped(completed)} completed, ${grouped(errors)} errors`,
    `saturated: ${saturated} of ${slices.length} slices`
  ]
  return `${lines.join('\n')}\n`
}

/** @param {PacedToolResult[]} slices @param {'durationMs' | 'intendedRatePerSecond' | 'completed' | 'errors'} field */
function sumOf(slices, field) {
  return slices.reduce((sum, slice) => sum + slice[field], 0)
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

/** @param {number} value @param {number} [digits] after the point */
function grouped(value, digits = 0) {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
