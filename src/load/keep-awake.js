import { performance } from 'node:perf_hooks'

/**
 * A turn of the event loop that does nothing takes 1 to 5 µs, one that reads a response 14 µs or more; between the two there is next to
 * nothing.
 */
const LONGEST_EMPTY_TURN_MS = 0.01

/**
 * Keeps the event loop of a load generator turning, so that the process never sleeps. To wake one that sleeps costs the server that
 * answers it up to 15 µs per response, and beside a slower server a generator sleeps more often: a function of 12 µs made a request of a
 * server on another core 16 µs dearer under a generator that sleeps, 13 µs under one that does not, and 13 µs too where
 * a single connection has one request at a time (docs/how-it-measures.md).
 * @returns {() => number} stops, and returns the milliseconds in which there was nothing to do
 */
export function keepAwake() {
  let emptyMs = 0
  let lastMs = performance.now()
  let isOver = false
  setImmediate(turn)
  return function stop() {
    isOver = true
    return emptyMs
  }

  function turn() {
    if (isOver) return
    const nowMs = performance.now()
    if (nowMs - lastMs < LONGEST_EMPTY_TURN_MS) emptyMs += nowMs - lastMs
    lastMs = nowMs
    setImmediate(turn)
  }
}
