import { sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'
import { grouped, percentileRow, percentileTitles } from './percentile-rows.js'

/** @import { PacedToolResult } from '../types.js' */

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

/** @param {PacedToolResult[]} slices @param {'durationMs' | 'intendedRatePerSecond' | 'completed' | 'errors'} field */
function sumOf(slices, field) {
  return sum(slices.map(slice => slice[field]))
}
