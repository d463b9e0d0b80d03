import { groupBy } from '../../stats/group-by.js'
import { geometricMean, sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'
import { sideOf } from '../decide/comparisons.js'
import { metricOf } from '../metrics.js'

/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Compared, MetricRow } from '../types.js' */

/**
 * @typedef {MetricRow['metric']} RowName
 * @typedef {ReturnType<typeof metricsOf>} LaunchMetrics
 */

/**
 * Returns every metric of every launch. A rate is a ratio of sums over the slices: all CPU divided by all requests, all
 * requests divided by all time under load. So a cost that comes in bursts counts with its share of the requests, where a
 * median or another robust mean of slices would take the burst for a disturbance.
 * @param {SliceRecord[]} slices of one generator
 */
export function launchMetrics(slices) {
  return [...groupBy(slices, slice => slice.launch).values()].map(metricsOf)
}

/** @param {SliceRecord[]} slices of one launch, at least one */
function metricsOf(slices) {
  const { launch, variant, round, profiler } = /** @type {SliceRecord} */ (slices[0])
  /** @type {Map<number, number> | undefined} */
  let latencies
  const requests = sumOf(slices, slice => slice.completed)
  const loadMs = sumOf(slices, slice => slice.durationMs)
  return { launch, variant, round, profiler, requests, loadMs, value }

  /** @param {RowName} metric @returns of all slices together; null where the platform does not report it */
  function value(metric) {
    const { unit, perRequest, percentile } = metricOf(metric)
    if (percentile) return latencyAt(percentile)
    if (!perRequest) return (requests / loadMs) * 1000
    const known = slices.map(({ server }) => server[perRequest]).filter(count => count !== null)
    if (known.length < slices.length) return null
    return ((unit === 'perThousand' ? 1000 : 1) * sum(known)) / requests
  }

  /**
   * Merges histograms on the first call only: that is most of the work. The merged one is not kept: it takes 70 kB.
   * @param {50 | 95 | 99} percentile
   */
  function latencyAt(percentile) {
    latencies ??= percentilesOf(slices)
    return latencies.get(percentile) ?? null
  }
}

/** @param {SliceRecord[]} slices @returns {Map<number, number>} latencies by percentile */
function percentilesOf(slices) {
  const merged = mergeHistograms(slices.map(slice => slice.latencyMicros))
  return new Map([50, 95, 99].map(percentile => [percentile, merged.getValueAtPercentile(percentile)]))
}

/** @type {(slices: SliceRecord[], pick: (slice: SliceRecord) => number) => number} */
function sumOf(slices, pick) {
  return sum(slices.map(pick))
}

/**
 * Returns the values of both sides of a comparison in each round that has all of its variants. Of several pairs a value is the mean
 * over them: with geometric means the logarithm of their ratio is the mean of the pairs' log-ratios, with arithmetic means their
 * difference is the mean of the pairs' differences.
 * @param {Pick<LaunchMetrics, 'variant' | 'round' | 'value'>[]} launches @param {RowName} metric
 * @param {Pick<Compared, 'pairs'>} compared @param {(values: number[]) => number} [average]
 */
export function pairsOf(launches, metric, { pairs }, average = geometricMean) {
  return [...groupBy(launches, ({ round }) => round)].flatMap(function valuesIn([round, own]) {
    const [baseline, candidate] = [sideOf(pairs, 'baseline'), sideOf(pairs, 'candidate')].map(names =>
      sideIn(own, names)
    )
    return baseline === undefined || candidate === undefined ? [] : [{ round, baseline, candidate }]
  })

  /** @param {typeof launches} own @param {string[]} names @returns {number | null | undefined} */
  function sideIn(own, names) {
    const values = names.map(name => own.find(({ variant }) => variant === name)?.value(metric))
    if (values.includes(undefined)) return undefined
    const known = values.filter(value => typeof value === 'number')
    return known.length < values.length ? null : average(known)
  }
}
