import { median } from '../stats/means.js'
import { microsHistogram } from '../stats/micros-histogram.js'
import { arrivalTimes } from './arrivals.js'
import { cycleOf, pathOf } from './cycle.js'
import { exchange } from './exchange.js'
import { openPool } from './open-pool.js'
import { followSchedule, monotonicMs, startSendClock } from './send-clock.js'
import { startTally } from './tally.js'

/** @import { Exchange } from './exchange.js' */
/** @import { SendClock } from './send-clock.js' */
/** @import { LoadRequest, Pace, PacedToolResult, SentRequest } from './types.js' */
/** @import { Dispatcher } from 'undici' */

/** A queue may grow by this many standard deviations of a Poisson count before it counts as growth. */
const BURST_DEVIATIONS = 2

/** Opened before the first request: a server well below its capacity seldom has more requests in flight. */
const FIRST_CONNECTIONS = 50
/** Opened as needed: a request waits for a connection only when more requests than this are in flight. */
const MOST_CONNECTIONS = 256
const ANSWER_LIMIT_MS = 10_000

/** Returns the function that plays an open loop with a clock of this process. */
export async function openLoopPlayer() {
  const clock = await startSendClock()
  return (/** @type {LoadRequest} */ request) => playOpenLoop(request, { clock })
}

/**
 * Plays an open loop: sends each request when it is due, whether or not earlier ones have a response, then waits for
 * the responses still due, up to a limit. Latency counts from the moment when a request was due, so that it includes
 * the queue behind a slow response; service time counts from the moment when the request is written to a connection.
 * @param {LoadRequest} request @param {{ clock: SendClock, answerLimitMs?: number }} options
 */
export async function playOpenLoop(request, { clock, answerLimitMs = ANSWER_LIMIT_MS }) {
  if (request.mode !== 'open') throw new TypeError(`paced does not play ${request.mode} loads`)
  if (!request.pace) throw new TypeError('an open loop needs a pace')
  const { arrivals, durationMs, refusalStatus, connectionLimit: limit } = request
  const { ratePerSecond, seed } = request.pace
  const cycle = cycleOf(request, toDispatch)
  const timesMs = arrivalTimes({ arrivals, ratePerSecond, durationMs, seed })
  const connections = { first: limit ?? FIRST_CONNECTIONS, most: limit ?? MOST_CONNECTIONS }
  const { pool, bytesRead, close } = await openPool(request.url, connections, answerLimitMs)
  const paceTally = startPaceTally({ requests: timesMs.length, ratePerSecond })
  /** @type {Promise<void>[]} */
  const underWay = []
  const tally = startTally()
  await followSchedule({ clock, timesMs }, (index, dueMs) => underWay.push(send(index, dueMs)))
  const end = setTimeout(giveUp, answerLimitMs)
  await Promise.all(underWay)
  clearTimeout(end)

  const { pace, sendDelayMicros } = paceTally.finish()
  const tallied = tally.finish({ sent: timesMs.length, bytesRead: bytesRead() })
  await close()
  const { completed, errors, latencyMicros: responseMicros } = tallied
  const { intendedRatePerSecond, isSaturated, serviceMicros } = pace
  /** @type {PacedToolResult} */
  const toolResult = {
    sendDelayMicros,
    path: pathOf(request),
    arrivals,
    intendedRatePerSecond,
    durationMs: tallied.durationMs,
    completed,
    errors,
    isSaturated,
    responseMicros,
    serviceMicros
  }
  return { ...tallied, pace, toolResult }

  /** @param {number} index @param {number} dueMs */
  async function send(index, dueMs) {
    const handedOnMs = paceTally.handedOn(dueMs)
    const ended = await exchange(pool, /** @type {Dispatcher.DispatchOptions} */ (cycle[index % cycle.length]))
    paceTally.ended(index, handedOnMs, ended)
    if (ended.error) return tally.failed(ended.error)
    tally.encoded(ended.contentEncoding)
    if (ended.statusCode === refusalStatus) tally.refused()
    else tally.answered(ended.statusCode, ended.endedMs - dueMs)
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
 * Starts to count service times and delays of an open loop. Moments are those of `monotonicMs`.
 * @param {{ requests: number, ratePerSecond: number }} intended
 */
function startPaceTally({ requests, ratePerSecond }) {
  const serviceTimes = microsHistogram()
  const sendDelays = microsHistogram()
  const waitsMs = new Float64Array(requests)
  return { handedOn, ended, finish }

  /** Counts a request that is passed to undici, and returns that moment. @param {number} dueMs */
  function handedOn(dueMs) {
    const nowMs = monotonicMs()
    sendDelays.record(nowMs - dueMs)
    return nowMs
  }

  /**
   * Counts a request that has a response or has failed.
   * @param {number} index its place in the schedule
   * @param {number} handedOnMs @param {Exchange} exchange
   */
  function ended(index, handedOnMs, { endedMs, writtenMs, error }) {
    // Counted from here, and not from when it was due: a late generator must not look like a slow server.
    waitsMs[index] = endedMs - handedOnMs
    if (!error) serviceTimes.record(endedMs - writtenMs)
  }

  /** @returns {{ pace: Pace, sendDelayMicros: string }} */
  function finish() {
    const pace = {
      intendedRatePerSecond: ratePerSecond,
      serviceMicros: serviceTimes.encode(),
      sendDelayP99Micros: sendDelays.at(99),
      isSaturated: isSaturated(waitsMs, ratePerSecond)
    }
    return { pace, sendDelayMicros: sendDelays.encode() }
  }
}

/**
 * Returns whether requests arrived faster than the server responded: requests of the last third of the schedule waited
 * longer than those of the first third, by more than the queue of a burst, and those of the middle third lie in
 * between. The number of n Poisson arrivals varies by √n, so a burst makes a queue of some √n requests, which are due
 * within √n / rate. On a server that is slow but keeps up all requests wait equally; a server that stops for a moment
 * has no growing queue. Simulated with 1,500 Poisson arrivals at one server with exponential service times: none of 400
 * runs at 95% of its capacity was saturated, 63% of those at 110%, 97% of those at 120% (with 400 arrivals 72%).
 * @param {Float64Array} waitsMs how long each request waited after it was sent, in the order they were due
 * @param {number} ratePerSecond
 */
export function isSaturated(waitsMs, ratePerSecond) {
  const third = Math.floor(waitsMs.length / 3)
  const starts = [0, third, 2 * third]
  const [early = 0, middle = 0, late = 0] = starts.map(start => median([...waitsMs.slice(start, start + third)]) ?? 0)
  const burstMs = (BURST_DEVIATIONS * Math.sqrt(waitsMs.length) * 1000) / ratePerSecond
  return late - early > burstMs && middle - early > (late - early) / 4
}
