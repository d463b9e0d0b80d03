import { monotonicMs } from './monotonic.js'

/** @import { SendClock } from './send-clock.js' */

/**
 * Sends what is due when it is due; what came due together, or while this thread was busy, at once and in order.
 * @param {{ clock: SendClock, timesMs: Float64Array }} schedule times from now, ascending
 * @param {(index: number, dueMs: number) => void} send `dueMs` is a moment of `monotonicMs`
 * @returns {Promise<void>} resolves when the last has been sent
 */
export function followSchedule({ clock, timesMs }, send) {
  return new Promise(function untilLastIsSent(resolve) {
    const startMs = monotonicMs()
    let next = 0
    clock.follow({ startMs, timesMs }, sendDue)
    sendDue()

    function sendDue() {
      while (Number(timesMs[next]) <= monotonicMs() - startMs) {
        send(next, startMs + Number(timesMs[next]))
        next++
      }
      if (next === timesMs.length) resolve()
    }
  })
}
