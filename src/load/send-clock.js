import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * @typedef {object} SendClock
 * @property {(schedule: { startMs: number, timesMs: Float64Array }, wake: () => void) => void} follow calls `wake` soon
 *   after each moment (`startMs` of `monotonicMs`, `timesMs` from there); once for those that have passed together
 * @property {() => Promise<unknown>} end
 */

/**
 * A clock of its own thread, which sleeps until the next moment and then wakes this one: a timer of Node.js knows whole
 * milliseconds only, and a loop that watches the clock would take a core from a server of several threads.
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
