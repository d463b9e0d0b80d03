import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import { pathOf } from './cycle.js'
import { contentEncodingOf, startTally } from './tally.js'

/** @import { LoadRequest, SentRequest } from './types.js' */
/** @import { Client } from 'autocannon' */

/**
 * @typedef {Awaited<ReturnType<typeof playClosedLoop>>['toolResult']} AutocannonToolResult the tool's result of one slice, for
 *   autocannon-table.js: `raw` has autocannon's own counts and its own histogram of whole milliseconds
 *
 * @typedef {{ requests: number, bytes: number, ms: number }} RateSample the responses within a stretch of time
 */

/** autocannon checks at this interval whether it is done; its default of one second would be idle time. */
const END_CHECK_MS = 10
/** `drain` ends the load. If it fails, the tool ends the load after this time and drops the requests in flight. */
const TOOL_END_AFTER_MS = 12_000

/**
 * Plays a closed loop: keeps n connections busy for a time, then waits for the responses still due. All work of the
 * server is counted, and each request sent is either completed or an error.
 * @param {LoadRequest} request
 */
export async function playClosedLoop(request) {
  if (request.mode !== 'closed') throw new TypeError(`autocannon does not play ${request.mode} loads`)
  if (request.requests !== undefined) throw new TypeError('autocannon does not play a number of requests')
  const { url, connections, durationMs } = request
  const { requests: sent, order } = request.mix ?? { requests: [request], order: [0] }
  let taken = 0
  /** @type {Client[]} */
  const clients = []
  const tally = startTally()
  const sampling = startSampling(durationMs)
  const run = autocannon({
    url,
    requests: sent.map(toAutocannon),
    connections,
    duration: (durationMs + TOOL_END_AFTER_MS) / 1000,
    sampleInt: END_CHECK_MS,
    skipAggregateResult: true,
    setupClient
  })
  run.on('response', countResponse)
  run.on('reqError', error => tally.failed(error))
  setTimeout(drain, durationMs)
  const { requests, throughput, ...raw } = await run

  const tallied = tally.finish({ sent: raw.totalRequests, timeouts: raw.timeouts, bytesRead: raw.totalBytes })
  const toolResult = {
    raw,
    samples: sampling.finish(tallied.durationMs),
    path: pathOf(request),
    connections,
    durationMs: tallied.durationMs
  }
  return { ...tallied, toolResult }

  /** @param {Client} client */
  function setupClient(client) {
    clients.push(client)
    // A client goes through its requests from the first on. All clients take them from one sequence instead, whose shares are exact.
    client.getRequestBuffer = () => {
      const { requests } = client.requestIterator
      return requests[order[taken++ % order.length] ?? 0]?.requestBuffer ?? Buffer.alloc(0)
    }
    client.on('headers', response => tally.encoded(contentEncodingOf(response.headers)))
  }

  /** @param {Client} _client @param {number} statusCode @param {number} bytes @param {number} latencyMs */
  function countResponse(_client, statusCode, bytes, latencyMs) {
    tally.answered(statusCode, latencyMs)
    sampling.count(bytes)
  }

  function drain() {
    // A client closes itself instead of sending the next request when it has reached its limit.
    for (const client of clients) client.responseMax = 1
  }
}

/** @param {SentRequest} request */
function toAutocannon({ url, method = 'GET', headers, body }) {
  const { pathname, search } = new URL(url)
  return { path: pathname + search, method, headers, body }
}

/**
 * Starts to count responses in stretches of about one second that divide the load evenly. The last stretch lasts until
 * the last response.
 * @param {number} durationMs
 */
function startSampling(durationMs) {
  const pieces = Math.max(1, Math.round(durationMs / 1000))
  /** @type {RateSample[]} */
  const samples = []
  const startMs = performance.now()
  let closedMs = 0
  let requests = 0
  let bytes = 0
  const timer = setInterval(cut, durationMs / pieces)
  return { count, finish }

  /** @param {number} responseBytes */
  function count(responseBytes) {
    requests++
    bytes += responseBytes
  }

  function cut() {
    if (samples.length < pieces - 1) close(performance.now() - startMs)
  }

  /** @param {number} lastResponseMs since the start */
  function finish(lastResponseMs) {
    clearInterval(timer)
    if (requests > 0) close(lastResponseMs)
    return samples
  }

  /** @param {number} endMs since the start */
  function close(endMs) {
    samples.push({ requests, bytes, ms: endMs - closedMs })
    closedMs = endMs
    requests = 0
    bytes = 0
  }
}
