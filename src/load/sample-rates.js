import { performance } from 'node:perf_hooks'

/**
 * @typedef {{ requests: number, bytes: number, ms: number }} RateSample the responses within a stretch of time
 */

/**
 * Starts to count responses in stretches of about one second that divide the load evenly. The last stretch lasts until
 * the last response.
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

  /** @param {number} responseBytes */
  function count(responseBytes) {
    requests++
    bytes += responseBytes
  }

  function cut() {
    if (samples.length < pieces - 1) close(performance.now() - startMs)
  }

  /** @param {number} lastResponseMs since the start */
  function finish(lastResponseMs) {
    clearInterval(timer)
    if (requests > 0) close(lastResponseMs)
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
