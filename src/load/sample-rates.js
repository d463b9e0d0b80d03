import { performance } from 'node:perf_hooks'

/**
 * @typedef {{ requests: number, bytes: number, ms: number }} RateSample what was answered within a stretch of time
 */

/**
 * Counts answers in stretches of about a second that divide the load evenly; the last one lasts until the last answer.
 * @param {number} durationMs
 */
export function startSampling(durationMs) {
  const pieces = Math.max(1, Math.round(durationMs / 1000))
  /** @type {RateSample[]} */
  const samples = []
  const startMs = performance.now()
  let closedMs = 0
  let requests = 0
  let bytes = 0
  const timer = setInterval(cut, durationMs / pieces)
  return { count, finish }

  /** @param {number} answerBytes */
  function count(answerBytes) {
    requests++
    bytes += answerBytes
  }

  function cut() {
    if (samples.length < pieces - 1) close(performance.now() - startMs)
  }

  /** @param {number} lastAnswerMs since the start */
  function finish(lastAnswerMs) {
    clearInterval(timer)
    if (requests > 0) close(lastAnswerMs)
    return samples
  }

  /** @param {number} endMs since the start */
  function close(endMs) {
    samples.push({ requests, bytes, ms: endMs - closedMs })
    closedMs = endMs
    requests = 0
    bytes = 0
  }
}
