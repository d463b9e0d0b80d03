import { microsHistogram } from '../stats/micros-histogram.js'
import { isSaturated } from './saturation.js'
import { monotonicMs } from './send-clock.js'

/**
 * @import { Exchange } from './exchange.js'
 * @import { Pace } from './types.js'
 */

/**
 * @typedef {object} PaceTally counts what only an open loop has; moments of `monotonicMs`
 * @property {(dueMs: number) => number} handedOn a request is handed on just now; returns when
 * @property {(index: number, handedOnMs: number, exchange: Exchange) => void} ended one with an
 *   answer or without one; `index` is its place in the schedule
 * @property {() => { pace: Pace, sendDelayMicros: string }} finish
 */

/**
 * @param {{ requests: number, ratePerSecond: number }} meant
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
    // From here and not from when it was due: a generator that is late itself must not look like a slow server.
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
