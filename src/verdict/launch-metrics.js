import { sum } from '../stats/means.js'
import { mergeHistograms } from '../stats/micros-histogram.js'

/**
 * @import { SliceRecord } from '../runs/types.js'
 * @import { MetricRow } from './types.js'
 */

/**
 * @typedef {MetricRow['metric']} RowName
 *
 * @typedef {object} LaunchMetrics
 * @property {string} launch
 * @property {string} variant
 * @property {number} round
 * @property {string} profiler
 * @property {number} requests
 * @property {number} loadMs
 * @property {Record<RowName, number[]>} values in the order the slices were played, or one of all slices together; empty
 *   where the platform does not tell. CPU and latencies are in microseconds.
 */

/**
 * What every launch says of every metric. What each request pays is told slice by slice, so that a disturbed slice can be
 * told from the others. What comes in bursts (the garbage collector, other threads) or is a quantile is taken over all
 * slices together: a slice without it would be as misleading as one with all of it.
 * @param {SliceRecord[]} slices of one generator
 * @returns {LaunchMetrics[]}
 */
export function launchMetrics(slices) {
  const ids = [...new Set(slices.map(slice => slice.launch))]
  return ids.map(id => metricsOf(slices.filter(slice => slice.launch === id).sort(byIndex)))
}

/**
 * @param {SliceRecord[]} slices of one launch, at least one
 * @returns {LaunchMetrics}
 */
function metricsOf(slices) {
  const { launch, variant, round, profiler } = /** @type {SliceRecord} */ (slices[0])
  /** @type {ReturnType<typeof mergeHistograms> | undefined} */
  let latencies
  return {
    launch,
    variant,
    round,
    profiler,
    requests: sumOf(slices, slice => slice.completed),
    loadMs: sumOf(slices, slice => slice.durationMs),
    values: {
      cpuPerRequest: eachPerRequest(slices, slice => slice.server.cpuMicros),
      cpuMainThread: eachPerRequest(slices, slice => slice.server.cpuMainThreadMicros),
      cpuOtherThreads: allPerRequest(slices, slice => slice.server.cpuOtherThreadsMicros),
      cpuPool: allPerRequest(slices, slice => slice.server.cpuPoolMicros),
      cpuHelpers: allPerRequest(slices, slice => slice.server.cpuHelpersMicros),
      gcCount: allPerRequest(slices, slice => slice.server.gcCount * 1000),
      gcPause: allPerRequest(slices, slice => slice.server.gcPauseMicros),
      requestsPerSecond: slices.map(slice => (slice.completed / slice.durationMs) * 1000),
      get latencyP50() {
        return latencyAt(50)
      },
      get latencyP95() {
        return latencyAt(95)
      },
      get latencyP99() {
        return latencyAt(99)
      }
    }
  }

  /**
   * Only once somebody asks: merging histograms is most of the work.
   * @param {number} percentile
   */
  function latencyAt(percentile) {
    latencies ??= mergeHistograms(slices.map(slice => slice.latencyMicros))
    return [latencies.getValueAtPercentile(percentile)]
  }
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number} pick
 */
function sumOf(slices, pick) {
  return sum(slices.map(pick))
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number | null} pick
 */
function eachPerRequest(slices, pick) {
  return toldOf(slices, pick).map((value, index) => value / (slices[index]?.completed ?? 0))
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number | null} pick
 */
function allPerRequest(slices, pick) {
  const told = toldOf(slices, pick)
  return told.length === 0 ? [] : [sum(told) / sumOf(slices, slice => slice.completed)]
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number | null} pick
 * @returns {number[]} empty when a slice does not tell
 */
function toldOf(slices, pick) {
  const values = slices.map(pick).filter(value => value !== null)
  return values.length === slices.length ? values : []
}

/** @type {(one: SliceRecord, other: SliceRecord) => number} */
function byIndex(one, other) {
  return one.index - other.index
}
