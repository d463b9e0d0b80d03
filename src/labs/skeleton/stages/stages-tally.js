import { sum } from '../../../stats/means.js'
import { microsHistogram } from '../../../stats/micros-histogram.js'

/** @import { Exchange } from '../../../load/exchange.js' */
/** @import { LoadPoint, PlayedStage, PlayedStages, StagesOrder } from './types.js' */

const MAX_MESSAGES = 10

/**
 * Starts to count the requests of each stage, and what happens between points of equal length. Moments are those of `monotonicMs`.
 * @param {Pick<StagesOrder, 'stages' | 'pointMs' | 'timings' | 'intended'>} order @param {number} startMs
 */
export function startStagesTally({ stages, pointMs, timings, intended = '' }, startMs) {
  const endMs = sum(stages.map(({ durationMs }) => durationMs))
  const counts = stages.map((_, index) =>
    stageCounts(timings, sum(stages.slice(0, index).map(each => each.durationMs)))
  )
  const series = startSeries(pointMs)
  /** @type {Record<string, number>} */
  const errorMessages = {}
  let lastResponseMs = 0
  return { sent, notSent, ended, finish }

  /** @param {number} stage @param {number} dueMs @param {number} nowMs */
  function sent(stage, dueMs, nowMs) {
    const own = counts[stage]
    if (!own) return
    own.sent++
    own.sendDelays.record(nowMs - dueMs)
    series.begin(nowMs - startMs)
  }

  /** Counts a request that was due and is not sent. @param {number} stage */
  function notSent(stage) {
    const own = counts[stage]
    if (own) own.notSent++
  }

  /** @param {number} stage @param {number} dueMs @param {Exchange} exchange */
  function ended(stage, dueMs, { writtenMs, endedMs, statusCode, error, timings: found }) {
    const own = counts[stage]
    if (!own) return
    const isSuccess = !error && statusCode >= 200 && statusCode <= 299
    series.end(endedMs - startMs, isSuccess)
    lastResponseMs = Math.max(lastResponseMs, endedMs - startMs - endMs)
    if (error) return failed(own, error.message)
    if (!isSuccess) return void own.non2xx++
    own.completed++
    own.latencies.record(endedMs - dueMs)
    own.sumLatencyMs += endedMs - dueMs
    for (const [name, ms] of Object.entries(found)) {
      const timing = own.timings[name]
      if (!timing) continue
      timing.sumMs += ms
      timing.count++
      timing.histogram.record(ms)
    }
    const intendedMs = found[intended]
    if (intendedMs === undefined) return
    own.hasAdded = true
    // A timer of whole milliseconds may be early by a part of one.
    own.added.record(Math.max(0, endedMs - writtenMs - intendedMs))
  }

  /** @param {{ errors: number }} own @param {string} message */
  function failed(own, message) {
    own.errors++
    const isNew = errorMessages[message] === undefined
    if (isNew && Object.keys(errorMessages).length === MAX_MESSAGES) return
    errorMessages[message] = (errorMessages[message] ?? 0) + 1
  }

  /** @returns {Omit<PlayedStages, 'startedAt'>} */
  function finish() {
    const played = stages.map((stage, index) => ({ ...stage, ...resultOf(counts[index] ?? stageCounts(timings, 0)) }))
    return { stages: played, points: series.finish(), errorMessages, lastResponseMs }
  }
}

/** @param {string[]} timings @param {number} fromMs */
function stageCounts(timings, fromMs) {
  return {
    fromMs,
    sent: 0,
    notSent: 0,
    completed: 0,
    non2xx: 0,
    errors: 0,
    sumLatencyMs: 0,
    latencies: microsHistogram(),
    sendDelays: microsHistogram(),
    hasAdded: false,
    added: microsHistogram(),
    timings: Object.fromEntries(timings.map(name => [name, { sumMs: 0, count: 0, histogram: microsHistogram() }]))
  }
}

/** @param {ReturnType<typeof stageCounts>} counts @returns {Omit<PlayedStage, 'ratePerSecond' | 'durationMs'>} */
function resultOf({ latencies, sendDelays, added, hasAdded, timings, ...counts }) {
  return {
    ...counts,
    latencyMicros: latencies.encode(),
    sendDelayP99Micros: sendDelays.at(99),
    timings: Object.fromEntries(
      Object.entries(timings).map(([name, { histogram, ...sums }]) => [name, { ...sums, micros: histogram.encode() }])
    ),
    addedMicros: hasAdded ? added.encode() : null
  }
}

/**
 * Starts a series of points: how many requests began and ended between them, and how many were in flight on average.
 * @param {number} pointMs
 */
export function startSeries(pointMs) {
  /** @type {LoadPoint[]} */
  const points = []
  let inFlight = 0
  let countedMs = 0
  return { begin, end, finish }

  /** @param {number} atMs */
  function begin(atMs) {
    addUpTo(atMs)
    inFlight++
    at(atMs).sent++
  }

  /** @param {number} atMs @param {boolean} isSuccess */
  function end(atMs, isSuccess) {
    addUpTo(atMs)
    inFlight--
    at(atMs)[isSuccess ? 'completed' : 'failed']++
  }

  function finish() {
    return points
  }

  /** Adds the requests in flight to every point between the last event and this one. @param {number} atMs */
  function addUpTo(atMs) {
    while (countedMs < atMs) {
      const point = at(countedMs)
      const untilMs = Math.min(atMs, point.atMs + pointMs)
      point.inFlight += (inFlight * (untilMs - countedMs)) / pointMs
      countedMs = untilMs
    }
  }

  /** @param {number} atMs @returns {LoadPoint} */
  function at(atMs) {
    const index = Math.max(0, Math.floor(atMs / pointMs))
    while (points.length <= index) {
      points.push({ atMs: points.length * pointMs, sent: 0, completed: 0, failed: 0, inFlight: 0 })
    }
    return /** @type {LoadPoint} */ (points[index])
  }
}
