import { fileURLToPath } from 'node:url'
import { WorkshopError } from '../errors/errors.js'
import { lowerPriority } from '../system/cores.js'
import { startMessageProcess } from './message-process.js'

/** @import { Answer } from './generator-process.js' */
/** @import { GeneratorName, LoadRequest, LoadResult } from './types.js' */

const entry = fileURLToPath(new URL('./generator-process.js', import.meta.url))
const READY_LIMIT_MS = 20_000
const TIMED_EXTRA_MS = 15_000
const BATCH_LIMIT_MS = 60_000

/** @typedef {Awaited<ReturnType<typeof startGenerator>>} Generator a load generator in a process of its own */

/**
 * Starts a generator's process and waits until it can play. Where it may, the generator runs at low priority: V8's
 * sampling thread waits when the generator holds the only other core, and samples then fall on what the server does
 * while the generator idles. A function of 104 µs in 265 was measured as 150, and as 118 to 125 with a generator at low
 * priority.
 * @param {GeneratorName} name
 * @param {{ logPath: string, signal?: AbortSignal }} options `logPath`: file that its output is appended to
 * @throws {WorkshopError} ERR_GENERATOR
 */
export async function startGenerator(name, { logPath, signal }) {
  /** @type {ReturnType<typeof startMessageProcess<Answer>>} */
  const child = startMessageProcess({
    entry,
    args: [name],
    env: withoutForeignSettings(process.env),
    logPath,
    makeError: (problem, tail) => new WorkshopError('ERR_GENERATOR', { generator: name, problem, tail })
  })
  if (child.pid !== undefined && generators[name]?.givesWay) lowerPriority(child.pid)
  let plays = 0

  await answerOrEnd({ limitMs: READY_LIMIT_MS, signal })
  return { name, pid: child.pid, play, end: () => child.end() }

  /**
   * Plays a load, beside those that it plays already; a failure also ends the process, and so the others.
   * @param {LoadRequest} request @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<LoadResult>} rejects with ERR_GENERATOR or with the signal's reason
   */
  async function play(request, options = {}) {
    const id = plays++
    child.send({ ...request, id })
    const limitMs = request.mode === 'batch' ? BATCH_LIMIT_MS : request.durationMs + TIMED_EXTRA_MS
    const { result } = await answerOrEnd({ limitMs, signal: options.signal, id })
    return /** @type {LoadResult} */ (result)
  }

  /** @param {Parameters<typeof child.next>[0]} bounds */
  async function answerOrEnd(bounds) {
    try {
      const given = await child.next(bounds)
      if (given.problem !== undefined) throw child.failure(given.problem)
      return given
    } catch (error) {
      await child.end()
      throw error
    }
  }
}

/**
 * Returns the environment without settings for servers and for other tools that would change the generator: a
 * profiler's preload, a proxy (artillery would send the load through it), and debug output (artillery would keep
 * response bodies).
 * @param {NodeJS.ProcessEnv} env
 */
function withoutForeignSettings(env) {
  const { NODE_OPTIONS, HTTP_PROXY, HTTPS_PROXY, DEBUG, ARTILLERY_EXTENDED_HTTP_METRICS, ...kept } = env
  return kept
}

/**
 * @typedef {object} GeneratorEntry
 * @property {boolean} givesWay to the server where both want a core; one that must be on time does not
 * @property {() => Promise<(toolResults: any[]) => string>} tablePrinter loads the generator, and returns what makes its own table
 *   over slices of one load on one variant, at least one slice; for `paced` and `sockets` the table is the workshop's. Plain text
 *   that ends with a newline
 * @property {string[]} notes sentences to print below that table: what its numbers do not mean
 */

/** @type {Partial<Record<GeneratorName, GeneratorEntry>>} */
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
