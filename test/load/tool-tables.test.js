import { EventEmitter } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from '@jest/globals'
import '@artilleryio/int-core'
import ssms from '@artilleryio/int-core/lib/ssms.js'
import createConsoleReporter from 'artillery/console-reporter.js'
import * as hdr from 'hdr-histogram-js'
import { recordMetrics } from '../../src/load/artillery.js'
import { printArtillerySummary } from '../../src/load/tables/artillery-table.js'
import { printAutocannonTable } from '../../src/load/tables/autocannon-table.js'
import { printPacedTable, printSocketsTable } from '../../src/load/tables/own-tables.js'
import { microsHistogram } from '../../src/stats/micros-histogram.js'

/** @import { RateSample } from '../../src/load/autocannon.js' */
/** @import { PacedToolResult } from '../../src/load/types.js' */

const { SSMS } = ssms

test('slices become one autocannon table', () => {
  const slices = [
    autocannonSlice({ latenciesMs: [10, 20, 30], samples: [{ requests: 1000, bytes: 2_000_000, ms: 1000 }] }),
    autocannonSlice({ latenciesMs: [40, 50], samples: [{ requests: 1000, bytes: 2_000_000, ms: 500 }] })
  ]
  const table = printAutocannonTable(slices)

  expect(rowsOf(table)).toEqual([
    'Running 1.5s test in 2 slices @ /info',
    '100 connections',
    'Stat 2.5% 50% 97.5% 99% Avg Stdev Max',
    'Latency 10 ms 30 ms 50 ms 50 ms 30 ms 14.15 ms 50 ms',
    'Stat 1% 2.5% 50% 97.5% Avg Stdev Min',
    'Req/Sec 1,000 1,000 1,000 2,000 1,500 500 1,000',
    'Bytes/Sec 2 MB 2 MB 2 MB 4 MB 3 MB 1 MB 2 MB',
    'Req/Bytes counts sampled once per second.',
    '# of samples: 2',
    '5 requests in 1.5s, 4 MB read'
  ])
})

test('an autocannon slice without responses still prints', () => {
  const table = printAutocannonTable([autocannonSlice({ latenciesMs: [], samples: [] })])

  expect(rowsOf(table)).toContain('Req/Sec 0 0 0 0 0 0 0')
})

test('printing does not change the tool results', () => {
  const slices = [1, 2].map(() => autocannonSlice({ latenciesMs: [10], samples: [{ requests: 1, bytes: 1, ms: 1 }] }))

  expect(printAutocannonTable(slices)).toBe(printAutocannonTable(slices))
})

test('batches become one artillery summary', () => {
  const lines = printArtillerySummary([artilleryBatch([3, 5, 8]), artilleryBatch([13])]).split('\n')

  expect(lines[1]).toMatch(/^Summary report @ \d\d:\d\d:\d\d\([+-]\d{4}\)$/)
  expect(lines[0]).toBe('-'.repeat(String(lines[1]).length))
  expect(lines.map(undotted)).toEqual(
    expect.arrayContaining([
      'http.codes.200: 4',
      'http.request_rate: 2/sec',
      'http.response_time:',
      '  min: 3',
      '  max: 13',
      'vusers.completed: 2',
      'vusers.failed: 2',
      'errors.ECONNRESET: 2'
    ])
  )
})

test("the artillery summary reads as artillery's own reporter prints it", () => {
  const batch = artilleryBatch([1, 2, 3, 5, 8, 13, 21])
  const printed = printArtillerySummary([batch])

  expect(withoutTime(printed)).toEqual(withoutTime(printByArtillery(batch)))
})

test('slices of an open loop become one table of percentiles', () => {
  const slices = [
    pacedSlice({ responsesMs: [1, 2, 3, 4], servicesMs: [1, 1, 1, 1] }),
    pacedSlice({ responsesMs: [5, 6, 7, 8, 9, 2500], servicesMs: [1, 1, 1, 1, 2, 2], errors: 2, isSaturated: true })
  ]

  expect(printPacedTable(slices)).toBe(
    [
      'Running 2.00s test in 2 slices @ /info',
      'poisson arrivals, 6 requests/s intended, 5 completed',
      '',
      '                        p50         p75         p90         p95         p99       p99.9         max',
      'response time       5.00 ms     8.00 ms     9.01 ms 2,500.61 ms 2,500.61 ms 2,500.61 ms 2,500.61 ms',
      'service time        1.00 ms     1.00 ms     2.00 ms     2.00 ms     2.00 ms     2.00 ms     2.00 ms',
      'send delay          0.10 ms     0.10 ms     0.10 ms     0.10 ms     0.10 ms     0.10 ms     0.10 ms',
      '',
      '12 sent, 10 completed, 2 errors',
      'saturated: 1 of 2 slices',
      ''
    ].join('\n')
  )
})

test('an open loop without responses still prints', () => {
  const table = printPacedTable([pacedSlice({ responsesMs: [], servicesMs: [], errors: 6 })])

  expect(rowsOf(table)).toContain('service time - - - - - - -')
})

test('slices of a closed loop over sockets become one table', () => {
  const slices = [
    socketsSlice({ latenciesMs: [1, 2, 3, 4] }),
    socketsSlice({ latenciesMs: [5, 6, 7, 2500], errors: 2 })
  ]

  expect(printSocketsTable(slices)).toBe(
    [
      'Running 2.00s test in 2 slices @ /info',
      '100 connections, 4 requests/s, 1,500 kB/s',
      '',
      '                        p50         p75         p90         p95         p99       p99.9         max',
      'latency             4.00 ms     6.00 ms 2,500.61 ms 2,500.61 ms 2,500.61 ms 2,500.61 ms 2,500.61 ms',
      '',
      '10 sent, 8 completed, 2 errors',
      ''
    ].join('\n')
  )
})

test('a closed loop over sockets without responses still prints', () => {
  const table = printSocketsTable([socketsSlice({ latenciesMs: [], errors: 6 })])

  expect(rowsOf(table)).toContain('latency - - - - - - -')
})

/** @param {{ latenciesMs: number[], errors?: number }} slice */
function socketsSlice({ latenciesMs, errors = 0 }) {
  return {
    path: '/info',
    connections: 100,
    durationMs: 1000,
    completed: latenciesMs.length,
    errors,
    bytesRead: 1_500_000,
    latencyMicros: encodedMicros(latenciesMs)
  }
}

/**
 * @param {{ responsesMs: number[], servicesMs: number[], errors?: number, isSaturated?: boolean }} slice
 * @returns {PacedToolResult}
 */
function pacedSlice({ responsesMs, servicesMs, errors = 0, isSaturated = false }) {
  return {
    path: '/info',
    arrivals: 'poisson',
    intendedRatePerSecond: 6,
    durationMs: 1000,
    completed: responsesMs.length,
    errors,
    isSaturated,
    responseMicros: encodedMicros(responsesMs),
    serviceMicros: encodedMicros(servicesMs),
    sendDelayMicros: encodedMicros([0.1])
  }
}

/** @param {number[]} timesMs */
function encodedMicros(timesMs) {
  const histogram = microsHistogram()
  for (const timeMs of timesMs) histogram.record(timeMs)
  return histogram.encode()
}

/** @param {{ latenciesMs: number[], samples: RateSample[] }} slice */
function autocannonSlice({ latenciesMs, samples }) {
  const latencies = hdr.build({ numberOfSignificantValueDigits: 5 })
  for (const latency of latenciesMs) latencies.recordValue(latency)
  const answers = latenciesMs.length
  const codes = { '1xx': 0, '2xx': answers, '3xx': 0, '4xx': 0, '5xx': 0 }
  return {
    path: '/info',
    connections: 100,
    durationMs: samples.reduce((sum, { ms }) => sum + ms, 0),
    samples,
    raw: {
      latencies: hdr.encodeIntoCompressedBase64(latencies),
      totalRequests: answers,
      totalCompletedRequests: answers,
      totalBytes: samples.reduce((sum, { bytes }) => sum + bytes, 0),
      samples: 1,
      errors: 0,
      timeouts: 0,
      mismatches: 0,
      non2xx: 0,
      resets: 0,
      statusCodeStats: { 200: { count: answers } },
      ...codes
    }
  }
}

/** @param {number[]} responseTimesMs of one virtual user that completes; a second one fails */
function artilleryBatch(responseTimesMs) {
  const events = new EventEmitter()
  const metrics = recordMetrics(events)
  const [endFirst, endSecond] = [metrics.userStarted(), metrics.userStarted()]
  for (const time of responseTimesMs) {
    events.emit('counter', 'http.codes.200', 1)
    events.emit('rate', 'http.request_rate')
    events.emit('histogram', 'http.response_time', time)
  }
  const error = Object.assign(new Error('lost'), { code: 'ECONNRESET' })
  events.emit('error', error.code)
  endFirst(null)
  endSecond(error)
  return metrics.finish()
}

/** @param {string} batch */
function printByArtillery(batch) {
  /** @type {string[]} */
  const printed = []
  const { artillery } = /** @type {any} */ (globalThis)
  artillery.log = (/** @type {string} */ text) => printed.push(text)
  const reporter = createConsoleReporter(new EventEmitter(), {})
  reporter.spinner.stop()
  const { histograms, ...metrics } = SSMS.deserializeMetrics(batch)
  const summaries = Object.fromEntries(
    Object.entries(histograms).map(([name, sketch]) => [name, SSMS.summarizeHistogram(sketch)])
  )
  reporter.done({ ...metrics, summaries })
  return stripVTControlCharacters(printed.join('\n'))
}

/** @param {string} report */
function withoutTime(report) {
  const lines = report.trim().split('\n')
  return lines.map(line => undotted(line).replace(/\d\d:\d\d:\d\d/, 'now'))
}

/** @param {string} line */
function undotted(line) {
  return line.replace(/ \.+ /, ' ')
}

/** @param {string} table */
function rowsOf(table) {
  const rows = table.split('\n').map(line =>
    line
      .replace(/[│┌┬┐├┼┤└┴┘─]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim()
  )
  return rows.filter(row => row !== '')
}
