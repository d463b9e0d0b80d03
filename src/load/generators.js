/** @import { GeneratorName } from './types.js' */

/**
 * @typedef {object} GeneratorEntry
 * @property {boolean} givesWay to the server where both want a core; one that must be on time does not, and is played
 *   beside no profiler
 * @property {() => Promise<(toolResults: any[]) => string>} tablePrinter loads the generator, and returns what makes its own table
 *   over slices of one load on one variant, at least one slice; for `paced` and `sockets` the table is the workshop's. Plain text
 *   that ends with a newline
 * @property {string[]} notes sentences to print below that table: what its numbers do not mean
 */

/** @type {Record<GeneratorName, GeneratorEntry>} */
export const generators = {
  autocannon: {
    givesWay: true,
    tablePrinter: async () => (await import('./tables/autocannon-table.js')).printAutocannonTable,
    notes: [
      'Latencies in this table come from buckets of 1 ms. The report uses its own histogram in microseconds.',
      'Each slice opens new connections, sends requests for its duration, then waits for the remaining responses. The autocannon command drops the requests in flight when its time is over.',
      'Req/Sec and Bytes/Sec are samples of about one second, or of a whole slice that is shorter, scaled to one second.'
    ]
  },
  artillery: {
    givesWay: true,
    tablePrinter: async () => (await import('./tables/artillery-table.js')).printArtillerySummary,
    notes: [
      'http.response_time is the time to the first byte, in whole milliseconds. The report measures in microseconds, from the start of a request to the last byte of its response.',
      'All virtual users of a batch start at once. `artillery run` starts 50 users over one second, one every 20 ms, so that only a few of them are active at once.',
      'http.request_rate treats a batch that takes less than one second as one second: 1,000 requests in 0.2 s are printed as 1000/sec.',
      'Each virtual user opens one connection and sends its requests one after the other. A user whose request fails sends no more.',
      'Counts are sums over all batches, http.request_rate is the mean of the batches, and percentiles are accurate to 1%.'
    ]
  },
  paced: {
    givesWay: false,
    tablePrinter: async () => (await import('./tables/own-tables.js')).printPacedTable,
    notes: [
      'Response time starts when a request is due. It includes the wait behind slow responses and the delay of the generator itself (send delay).',
      'Service time starts when a request is written to a connection, and includes neither.',
      'The rate is set in advance: the requests per second in this table are not the capacity of a variant.',
      'In a saturated slice requests arrived faster than the server responded. Its response times grow with the length of the slice, and cannot be compared.',
      'Each slice opens 50 connections before its first request, and up to 256 when all are busy. The wait for a connection is part of the response time.',
      'Percentiles are of all slices together, accurate to three digits.'
    ]
  },
  sockets: {
    givesWay: true,
    tablePrinter: async () => (await import('./tables/own-tables.js')).printSocketsTable,
    notes: [
      'Each slice opens new connections, sends requests for its duration, then waits for the remaining responses.',
      'Latency ends at the last byte of a response. It starts when a request is sent, for the first request of a connection when the connection begins to open.',
      'Requests/s and kB/s are means over all slices. Percentiles are of all slices together, accurate to three digits.'
    ]
  }
}
