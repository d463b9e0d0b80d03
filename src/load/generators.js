import { fileURLToPath } from 'node:url'

/** @import { GeneratorName } from './types.js' */

/**
 * @typedef {object} GeneratorEntry
 * @property {string} entry the file its process runs
 * @property {boolean} givesWay to the server where both want a core; one that must be on time does not, and is played
 *   beside no profiler
 * @property {string[]} notes sentences to print beside its own table: what the numbers in it are not
 */

/** @type {Record<GeneratorName, GeneratorEntry>} */
export const generators = {
  autocannon: {
    entry: fileURLToPath(new URL('./autocannon-process.js', import.meta.url)),
    givesWay: true,
    notes: [
      'The latencies in this table come from buckets of 1 ms; the workshop judges by its own histogram in microseconds.',
      'Each slice opens its connections anew, sends for its time, then waits for the answers still due: sent and answered requests agree. The command line instead drops what is in flight when its time is over.',
      'Requests per second are samples of a slice, or of a second of it when it is longer, brought to one second.'
    ]
  },
  artillery: {
    entry: fileURLToPath(new URL('./artillery-process.js', import.meta.url)),
    givesWay: true,
    notes: [
      'http.response_time is the time to the first byte in whole milliseconds; the workshop judges by its own microseconds, from the sending of a request to the last byte of its answer.',
      'All virtual users of a batch start at the same moment. `artillery run` lets 50 users arrive over one second, one every 20 ms, so that only a few of them are active at once.',
      'http.request_rate counts a batch that ends within a second as if it had lasted a whole second: 1,000 requests in 0.2 s are printed as 1000/sec.',
      'Each virtual user opens one connection and sends its requests over it one after the other; a user whose request fails sends no more.',
      'Counts are sums over all batches, http.request_rate is the mean of the batches, percentiles are accurate to 1 %.'
    ]
  },
  paced: {
    entry: fileURLToPath(new URL('./paced-process.js', import.meta.url)),
    givesWay: false,
    notes: [
      'Response time counts from the moment a request was due, so the wait behind slow answers is in it, and so is the lateness of the generator itself (send delay). Service time counts from the writing of the request to a connection and leaves both out.',
      'The rate is set beforehand: the requests per second in this table are not what a variant can do.',
      'In a saturated slice requests came in faster than they were answered: its response times grow for as long as the load lasts and say no more than that.',
      'Each slice opens 50 connections before its first request, and more, up to 256, while all are busy; a request that waits for a connection does so in its response time.',
      'Percentiles are of all slices taken together, accurate to three digits.'
    ]
  }
}
