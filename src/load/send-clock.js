import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * @typedef {object} SendClock
 * @property {(schedule: { startMs: number, timesMs: Float64Array }, wake: () => void) => void} follow calls `wake` soon
 *   after each moment, and once for all moments that have passed by then; `startMs` is a moment of `monotonicMs`,
 *   `timesMs` count from there
 * @property {() => Promise<unknown>} end
 */

/**
 * Returns the system's monotonic clock in milliseconds, the same in every thread: performance.now() counts from the
 * start of each thread.
 */
export function monotonicMs() {
  return Number(process.hrtime.bigint()) / 1e6
}

/**
 * Starts a clock in a thread of its own, which sleeps until the next moment and then wakes this thread. A timer of
 * Node.js counts whole milliseconds, and a loop that polls the time would take a core from a server of several threads.
 * @returns {Promise<SendClock>}
 */
export async function startSendClock() {
  const worker = new Worker(new URL('./send-clock-worker.js', import.meta.url))
  await once(worker, 'message')
  worker.unref()
  return { follow, end: () => worker.terminate() }

  /** @type {SendClock['follow']} */
  function follow(schedule, wake) {
    worker.removeAllListeners('message')
    worker.on('message', wake)
    worker.postMessage(schedule)
  }
}

/**
 * Sends each request when it is due. Those that came due at once, or while this thread was busy, are sent at once and
 * in order.
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
