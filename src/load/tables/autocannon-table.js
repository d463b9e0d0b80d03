import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import autocannon from 'autocannon'
import * as hdr from 'hdr-histogram-js'

/** @import { AutocannonToolResult } from '../autocannon.js' */

/** The percentiles that autocannon's printer formats, whether it shows them or not. */
const PERCENTILES = [0.001, 0.01, 0.1, 1, 2.5, 10, 25, 50, 75, 90, 97.5, 99, 99.9, 99.99, 99.999]

/**
 * Prints autocannon's own table. Autocannon merges the latencies from its own histograms. It does not merge rates:
 * their rows come from the samples of the slices, each scaled to one second.
 * @param {AutocannonToolResult[]} toolResults
 */
export function printAutocannonTable(toolResults) {
  const { path = '/', connections = 0 } = toolResults[0] ?? {}
  const samples = toolResults.flatMap(slice => slice.samples)
  const durationMs = toolResults.reduce((sum, slice) => sum + slice.durationMs, 0)
  const merged = autocannon.aggregateResult(
    toolResults.map(slice => structuredClone(slice.raw)),
    { url: `http://localhost${path}`, connections, sampleInt: 1000 }
  )
  const result = {
    ...merged,
    duration: Math.round(durationMs / 10) / 100,
    samples: samples.length,
    requests: { ...rateRow(samples.map(sample => (sample.requests / sample.ms) * 1000)), sent: merged.requests.sent },
    throughput: { ...rateRow(samples.map(sample => (sample.bytes / sample.ms) * 1000)), total: merged.throughput.total }
  }
  const table = autocannon.printResult(result, { outputStream: new PassThrough() })
  const title = `Running ${result.duration}s test in ${toolResults.length} slices @ ${path}`
  return `${title}\n${connections} connections\n${stripVTControlCharacters(table)}`
}

/** @param {number[]} rates per second @returns {Record<string, number>} */
function rateRow(rates) {
  const histogram = hdr.build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 })
  for (const rate of rates) histogram.recordValue(Math.round(rate))
  const percentiles = PERCENTILES.map(percentile => [
    `p${percentile}`.replace('.', '_'),
    histogram.getValueAtPercentile(percentile)
  ])
  return {
    ...Object.fromEntries(percentiles),
    average: upToHundredths(histogram.mean),
    stddev: upToHundredths(histogram.stdDeviation),
    min: rates.length > 0 ? histogram.minNonZeroValue : 0,
    max: histogram.maxValue
  }
}

/** @param {number} value */
function upToHundredths(value) {
  return Math.ceil(value * 100) / 100
}
