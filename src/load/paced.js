import { Pool } from 'undici'
import { arrivalTimes } from './arrivals.js'
import { cycleOf, pathOf } from './cycle.js'
import { exchange } from './exchange.js'
import { openConnections } from './open-connections.js'
import { startPaceTally } from './pace-tally.js'
import { followSchedule, startSendClock } from './send-clock.js'
import { startTally } from './tally.js'

/**
 * @import { Dispatcher } from 'undici'
 * @import { SendClock } from './send-clock.js'
 * @import { Tallied } from './tally.js'
 * @import { LoadRequest, Pace, PacedToolResult, SentRequest } from './types.js'
 */

/** Opened before the first request: a server well below its capacity seldom has more requests in flight. */
const FIRST_CONNECTIONS = 50
/** Opened as needed: a request waits for a connection only when more requests than this are in flight. */
const MOST_CONNECTIONS = 256
const ANSWER_LIMIT_MS = 10_000
const TIMEOUT_CODES = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']

/** Returns the function that plays an open loop with a clock of this process. */
export async function openLoopPlayer() {
  const clock = await startSendClock()
  return (/** @type {LoadRequest} */ request) => playOpenLoop(request, { clock })
}

/**
 * Plays an open loop: sends each request when it is due, whether or not earlier ones have a response, then waits for
 * the responses still due, up to a limit. Latency counts from the moment when a request was due, so that it includes
 * the queue behind a slow response; service time counts from the moment when the request is written to a connection.
 * @param {LoadRequest} request
 * @param {{ clock: SendClock, answerLimitMs?: number }} options
 */
export async function playOpenLoop(request, { clock, answerLimitMs = ANSWER_LIMIT_MS }) {
  if (request.mode !== 'open') throw new TypeError(`paced does not play ${request.mode} loads`)
  if (!request.pace) throw new TypeError('an open loop needs a pace')
  const { arrivals, durationMs, refusalStatus, connectionLimit = MOST_CONNECTIONS } = request
  const { ratePerSecond, seed } = request.pace
  const url = new URL(request.url)
  const cycle = cycleOf(request, toDispatch)
  const timesMs = arrivalTimes({ arrivals, ratePerSecond, durationMs, seed })
  const connections = await openConnections(url, request.connectionLimit ?? FIRST_CONNECTIONS)
  const pool = new Pool(url.origin, {
    connect: connections.connect,
    connections: connectionLimit,
    pipelining: 1,
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs
  })
  const paceTally = startPaceTally({ requests: timesMs.length, ratePerSecond })
  /** @type {Promise<void>[]} */
  const underWay = []
  let timeouts = 0
  const tally = startTally()
  await followSchedule({ clock, timesMs }, (index, dueMs) => underWay.push(send(index, dueMs)))
  const limit = setTimeout(giveUp, answerLimitMs)
  await Promise.all(underWay)
  clearTimeout(limit)

  const { pace, sendDelayMicros } = paceTally.finish()
  const tallied = tally.finish({ sent: timesMs.length, timeouts, bytesRead: connections.bytesRead() })
  connections.close()
  await pool.destroy()
  return {
    ...tallied,
    pace,
    toolResult: toolResultOf({ tallied, pace, sendDelayMicros, path: pathOf(request), arrivals })
  }

  /** @param {number} index @param {number} dueMs */
  async function send(index, dueMs) {
    const handedOnMs = paceTally.handedOn(dueMs)
    const ended = await exchange(pool, /** @type {Dispatcher.DispatchOptions} */ (cycle[index % cycle.length]))
    paceTally.ended(index, handedOnMs, ended)
    if (ended.error) {
      if (TIMEOUT_CODES.includes(ended.error.code ?? '')) timeouts++
      tally.failed(ended.error.message)
    } else {
      tally.encoded(ended.contentEncoding)
      if (ended.statusCode === refusalStatus) tally.refused()
      else tally.answered(ended.statusCode, ended.endedMs - dueMs)
    }
  }

  function giveUp() {
    const message = `no response within ${answerLimitMs} ms after the last request was due`
    pool.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  }
}

/** @param {SentRequest} request @returns {Dispatcher.DispatchOptions} */
function toDispatch({ url, method = 'GET', headers, body }) {
  const { pathname, search } = new URL(url)
  return { method: /** @type {Dispatcher.HttpMethod} */ (method), path: pathname + search, headers, body }
}

/**
 * @param {Pick<PacedToolResult, 'sendDelayMicros' | 'path' | 'arrivals'> & { tallied: Tallied, pace: Pace }} slice
 * @returns {PacedToolResult}
 */
function toolResultOf({ tallied, pace, ...others }) {
  const { durationMs, completed, errors, latencyMicros: responseMicros } = tallied
  const { intendedRatePerSecond, isSaturated, serviceMicros } = pace
  return { ...others, intendedRatePerSecond, durationMs, completed, errors, isSaturated, responseMicros, serviceMicros }
}
