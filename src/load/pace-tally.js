import { microsHistogram } from '../stats/micros-histogram.js'
import { isSaturated } from './saturation.js'
import { monotonicMs } from './send-clock.js'

/**
 * @import { Exchange } from './exchange.js'
 * @import { Pace } from './types.js'
 */

/**
 * @typedef {object} PaceTally counts service times and delays of an open loop; moments of `monotonicMs`
 * @property {(dueMs: number) => number} handedOn is called when a request is passed to undici; returns that moment
 * @property {(index: number, handedOnMs: number, exchange: Exchange) => void} ended is called when
 *   a request has a response or has failed; `index` is its place in the schedule
 * @property {() => { pace: Pace, sendDelayMicros: string }} finish
 */

/**
 * Starts to count an open loop.
 * @param {{ requests: number, ratePerSecond: number }} intended
 * @returns {PaceTally}
 */
export function startPaceTally({ requests, ratePerSecond }) {
  const serviceTimes = microsHistogram()
  const sendDelays = microsHistogram()
  const waitsMs = new Float64Array(requests)
  return { handedOn, ended, finish }

  /** @type {PaceTally['handedOn']} */
  function handedOn(dueMs) {
    const nowMs = monotonicMs()
    sendDelays.record(nowMs - dueMs)
    return nowMs
  }

  /** @type {PaceTally['ended']} */
  function ended(index, handedOnMs, { endedMs, writtenMs, error }) {
    // Counted from here, and not from when it was due: a late generator must not look like a slow server.
    waitsMs[index] = endedMs - handedOnMs
    if (!error) serviceTimes.record(endedMs - writtenMs)
  }

  /** @type {PaceTally['finish']} */
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
