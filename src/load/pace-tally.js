import { median } from '../stats/means.js'
import { microsHistogram } from '../stats/micros-histogram.js'
import { monotonicMs } from './send-clock.js'

/**
 * @import { Exchange } from './exchange.js'
 * @import { Pace } from './types.js'
 */

/** A queue may grow by this many standard deviations of a Poisson count before it counts as growth. */
const BURST_DEVIATIONS = 2

/**
 * Starts to count service times and delays of an open loop. Moments are those of `monotonicMs`.
 * @param {{ requests: number, ratePerSecond: number }} intended
 */
export function startPaceTally({ requests, ratePerSecond }) {
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
   * @param {number} handedOnMs
   * @param {Exchange} exchange
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
