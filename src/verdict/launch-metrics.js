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
 * @property {Record<RowName, number[]>} values in the order of the slices, or one of all slices pooled; empty where the
 *   platform does not report it. CPU and latencies are in microseconds.
 */

/**
 * Returns every metric of every launch. What each request costs is measured slice by slice, so that a robust mean can
 * discount a disturbed slice. What comes in bursts (the garbage collector, other threads) and percentiles are taken over all
 * slices pooled: a slice without a burst is as misleading as a slice with all of it.
 * @param {SliceRecord[]} slices of one generator
 * @returns {LaunchMetrics[]}
 */
export function launchMetrics(slices) {
  const ids = [...new Set(slices.map(slice => slice.launch))]
  return ids.map(id => metricsOf(slices.filter(slice => slice.launch === id).sort(byIndex)))
}

/** @param {SliceRecord[]} slices of one launch, at least one @returns {LaunchMetrics} */
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
   * Merges histograms on the first call only: that is most of the work.
   * @param {number} percentile
   */
  function latencyAt(percentile) {
    latencies ??= mergeHistograms(slices.map(slice => slice.latencyMicros))
    return [latencies.getValueAtPercentile(percentile)]
  }
}

/** @type {(slices: SliceRecord[], pick: (slice: SliceRecord) => number) => number} */
function sumOf(slices, pick) {
  return sum(slices.map(pick))
}

/** @type {(slices: SliceRecord[], pick: (slice: SliceRecord) => number | null) => number[]} */
function eachPerRequest(slices, pick) {
  return knownOf(slices, pick).map((value, index) => value / (slices[index]?.completed ?? 0))
}

/** @type {(slices: SliceRecord[], pick: (slice: SliceRecord) => number | null) => number[]} */
function allPerRequest(slices, pick) {
  const known = knownOf(slices, pick)
  return known.length === 0 ? [] : [sum(known) / sumOf(slices, slice => slice.completed)]
}

/**
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => number | null} pick
 * @returns {number[]} empty when any slice has no value
 */
function knownOf(slices, pick) {
  const values = slices.map(pick).filter(value => value !== null)
  return values.length === slices.length ? values : []
}

/**
 * Returns the values of both variants in each round that has both.
 * @param {LaunchMetrics[]} launches
 * @param {RowName} metric
 * @param {string} baseline
 * @param {string} candidate
 */
export function pairsOf(launches, metric, baseline, candidate) {
  return launches
    .filter(launch => launch.variant === baseline)
    .flatMap(function pairUp(own) {
      const other = launches.find(launch => launch.variant === candidate && launch.round === own.round)
      return other ? [{ round: own.round, baseline: own.values[metric], candidate: other.values[metric] }] : []
    })
}

/** @type {(one: SliceRecord, other: SliceRecord) => number} */
function byIndex(one, other) {
  return one.index - other.index
}
