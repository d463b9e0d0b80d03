import { sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'
import { grouped, percentileRow, percentileTitles } from './percentile-rows.js'

/** @import { SocketsToolResult } from '../types.js' */

/**
 * Prints the requests/s and the distribution of latencies of a closed loop.
 * @param {SocketsToolResult[]} slices
 */
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

/** @param {SocketsToolResult[]} slices @param {'durationMs' | 'completed' | 'errors' | 'bytesRead'} field */
function sumOf(slices, field) {
  return sum(slices.map(slice => slice[field]))
}
