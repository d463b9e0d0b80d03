import { groupBy } from '../../stats/group-by.js'
import { geometricMean, sum } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'
import { sideOf } from '../decide/comparisons.js'
import { metricOf } from '../metrics.js'
import { unitOf } from './unit-of.js'

/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Compared, MetricRow } from '../types.js' */

/**
 * @typedef {MetricRow['metric']} RowName
 * @typedef {ReturnType<typeof metricsOf>} LaunchMetrics
 * @typedef {Pick<LaunchMetrics, 'variant' | 'round' | 'value'> & { machine?: number | undefined }} Sample a launch
 * @typedef {{ round: number, machine?: number | undefined, rounds?: number, baseline: number | null, candidate: number | null }} PairOfRound
 *   `round`: of several machines the machine, whose values are means over so many `rounds`
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
  const { launch, variant, round, machine, profiler } = /** @type {SliceRecord} */ (slices[0])
  /** @type {Map<number, number> | undefined} */
  let latencies
  const requests = sumOf(slices, slice => slice.completed)
  const loadMs = sumOf(slices, slice => slice.durationMs)
  return { launch, variant, round, machine, profiler, requests, loadMs, value }

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
 * Returns the values of both sides of a comparison in each round that has all of its variants, or, of several machines, on each machine
 * the means over its rounds. Of several pairs a value is the mean over them: with geometric means the logarithm of their ratio is the
 * mean of the pairs' log-ratios, with arithmetic means their difference is the mean of the pairs' differences.
 * @param {Sample[]} launches @param {RowName} metric
 * @param {Pick<Compared, 'pairs'>} compared @param {(values: number[]) => number} [average]
 */
export function pairsOf(launches, metric, { pairs }, average = geometricMean) {
  const rounds = [...groupBy(launches, ({ round }) => round)].flatMap(function valuesIn([round, own]) {
    const [baseline, candidate] = [sideOf(pairs, 'baseline'), sideOf(pairs, 'candidate')].map(names =>
      sideIn(own, names)
    )
    if (baseline === undefined || candidate === undefined) return []
    return [{ round, machine: own[0]?.machine, baseline, candidate }]
  })
  return byMachine(rounds, average)

  /** @param {typeof launches} own @param {string[]} names @returns {number | null | undefined} */
  function sideIn(own, names) {
    const values = names.map(name => own.find(({ variant }) => variant === name)?.value(metric))
    if (values.includes(undefined)) return undefined
    const known = values.filter(value => typeof value === 'number')
    return known.length < values.length ? null : average(known)
  }
}

/** @type {(rounds: PairOfRound[], average: (values: number[]) => number) => PairOfRound[]} */
function byMachine(rounds, average) {
  if (rounds.every(({ machine }) => machine === undefined)) return rounds
  return [...groupBy(rounds, unitOf)].flatMap(function ofMachine([machine, own]) {
    const known = own.filter(({ baseline, candidate }) => baseline !== null && candidate !== null)
    if (known.length === 0) return []
    const [baseline, candidate] = /** @type {const} */ (['baseline', 'candidate']).map(side =>
      average(known.map(pair => Number(pair[side])))
    )
    return [{ round: machine, rounds: known.length, baseline: baseline ?? null, candidate: candidate ?? null }]
  })
}

/**
 * Returns a metric of every launch, or, of several machines, of every machine the mean over its launches.
 * @param {Sample[]} launches of one variant @param {RowName} metric
 */
export function samplesOf(launches, metric) {
  if (launches.every(({ machine }) => machine === undefined)) return launches.map(launch => launch.value(metric))
  return [...groupBy(launches, unitOf).values()].map(function ofMachine(own) {
    const known = own.flatMap(launch => launch.value(metric) || [])
    return known.length === 0 ? null : geometricMean(known)
  })
}
