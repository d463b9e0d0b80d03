import { createHistogram, performance } from 'node:perf_hooks'

/** A histogram of Node.js holds nothing below 1. */
const LEAST_RECORDED = 1
const NO_WAIT = { mean: 0, p50: 0, p99: 0, max: 0 }

/**
 * @typedef {object} Limits
 * @property {number} min tasks that run at once before one waits
 * @property {number} capacity tasks that may wait; 0 hands each over to a thread or refuses it
 * @property {number} max tasks that run at once when no further one may wait
 */

/**
 * @template Task, Result
 * @typedef {ReturnType<typeof createAdmission<Task, Result>>} Admission
 */

/**
 * Decides which tasks run, wait or are refused, by the rule of Java's `ThreadPoolExecutor` with a keep-alive of 0: a task runs while
 * fewer than `min` run; else it waits while the queue has room; else it runs while fewer than `max` run; else it is refused. A task
 * that ends makes room for the one that has waited longest. An unbounded queue therefore never has more than `min` tasks running.
 * @template Task, Result
 * @param {Limits} limits
 * @param {(task: Task) => Promise<Result>} run does not throw, but may reject
 */
export function createAdmission({ min, capacity, max }, run) {
  /** @typedef {{ task: Task, sinceMs: number, start: (result: Promise<Result>) => void, next: Waiting | null }} Waiting */
  const wait = createHistogram()
  /** @type {Waiting | null} */
  let first = null
  /** @type {Waiting | null} */
  let last = null
  let running = 0
  let waiting = 0
  let tally = emptyTally()
  return { submit, counts, restartCounts }

  /** Runs a task, now or later; null refuses it, and it never runs. @param {Task} task @returns {Promise<Result> | null} */
  function submit(task) {
    tally.submitted++
    if (running < min) return start(task, 0)
    if (waiting < capacity) return enqueue(task)
    if (running < max) return start(task, 0)
    tally.refused++
    return null
  }

  /** @param {Task} task @param {number} waitedMs */
  function start(task, waitedMs) {
    running++
    tally.mostRunning = Math.max(tally.mostRunning, running)
    tally.waitedMicros += waitedMs * 1e3
    wait.record(Math.round(waitedMs * 1e3) + LEAST_RECORDED)
    const result = run(task)
    result.then(countCompleted, countFailed)
    return result
  }

  /** @param {Task} task @returns {Promise<Result>} */
  function enqueue(task) {
    waiting++
    tally.mostWaiting = Math.max(tally.mostWaiting, waiting)
    return new Promise(function untilStarted(start) {
      const added = { task, sinceMs: performance.now(), start, next: null }
      if (last) last.next = added
      else first = added
      last = added
    })
  }

  function countCompleted() {
    tally.completed++
    startNext()
  }

  function countFailed() {
    tally.failed++
    startNext()
  }

  function startNext() {
    running--
    if (!first) return
    const { task, sinceMs, start: handOver, next } = first
    first = next
    if (!next) last = null
    waiting--
    handOver(start(task, performance.now() - sinceMs))
  }

  /** Returns the counts since the last restart; `submitted` is `completed + failed + refused + running + waiting`. */
  function counts() {
    return { ...tally, running, waiting, waitMicros: wait.count === 0 ? NO_WAIT : waitMicros() }
  }

  /** Returns the times from submission to start, of all tasks that started. */
  function waitMicros() {
    return {
      mean: wait.mean - LEAST_RECORDED,
      p50: wait.percentile(50) - LEAST_RECORDED,
      p99: wait.percentile(99) - LEAST_RECORDED,
      max: wait.max - LEAST_RECORDED
    }
  }

  /** Counts again from now; tasks that run or wait remain. */
  function restartCounts() {
    wait.reset()
    tally = { ...emptyTally(), submitted: running + waiting, mostRunning: running, mostWaiting: waiting }
  }
}

function emptyTally() {
  return { submitted: 0, completed: 0, failed: 0, refused: 0, mostRunning: 0, mostWaiting: 0, waitedMicros: 0 }
}
