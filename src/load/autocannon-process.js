import autocannon from 'autocannon'
import { startSampling } from './sample-rates.js'
import { serveLoads } from './serve-loads.js'
import { contentEncodingOf, startTally } from './tally.js'

/**
 * @import { RateSample } from './sample-rates.js'
 * @import { LoadRequest } from './types.js'
 * @import { Client, RawResult } from 'autocannon'
 */

/**
 * @typedef {object} AutocannonToolResult one slice, as autocannon-table.js merges and prints it
 * @property {RawResult} raw autocannon's own counts and its own histogram of whole milliseconds
 * @property {RateSample[]} samples
 * @property {string} path
 * @property {number} connections
 * @property {number} durationMs
 */

/** autocannon looks only this often whether it is done; the tool's default of a second would be idle time. */
const END_CHECK_MS = 10
/** The load is ended by `drain`; this is the tool's own end, which drops what is in flight, should `drain` not work. */
const TOOL_END_AFTER_MS = 12_000

serveLoads(playClosedLoop)

/**
 * Keeps n connections busy for a time, then waits for the answers still due: what the server worked for is counted,
 * and each request sent is either completed or an error.
 * @param {LoadRequest} request
 */
async function playClosedLoop(request) {
  if (request.mode !== 'closed') throw new TypeError(`autocannon does not play ${request.mode} loads`)
  const { url, headers, connections, durationMs } = request
  /** @type {Client[]} */
  const clients = []
  const tally = startTally()
  const sampling = startSampling(durationMs)
  const run = autocannon({
    url,
    headers,
    connections,
    duration: (durationMs + TOOL_END_AFTER_MS) / 1000,
    sampleInt: END_CHECK_MS,
    skipAggregateResult: true,
    setupClient
  })
  run.on('response', countAnswer)
  run.on('reqError', error => tally.failed(error.message))
  setTimeout(drain, durationMs)
  const { requests, throughput, ...raw } = await run

  const tallied = tally.finish({ sent: raw.totalRequests, timeouts: raw.timeouts, bytesRead: raw.totalBytes })
  const toolResult = {
    raw,
    samples: sampling.finish(tallied.durationMs),
    path: new URL(url).pathname,
    connections,
    durationMs: tallied.durationMs
  }
  return { ...tallied, toolResult }

  /** @param {Client} client */
  function setupClient(client) {
    clients.push(client)
    client.on('headers', answer => tally.encoded(contentEncodingOf(answer.headers)))
  }

  /**
   * @param {Client} _client
   * @param {number} statusCode
   * @param {number} bytes
   * @param {number} latencyMs
   */
  function countAnswer(_client, statusCode, bytes, latencyMs) {
    tally.answered(statusCode, latencyMs)
    sampling.count(bytes)
  }

  function drain() {
    // A client that has made as many requests as it may closes itself instead of sending the next.
    for (const client of clients) client.responseMax = 1
  }
}
