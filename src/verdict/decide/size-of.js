import { estimate, sumOfEstimates } from '../../stats/intervals.js'
import { mean } from '../../stats/means.js'
import { launchMetrics, samplesOf } from '../slices/launch-metrics.js'
import { isEqualRate, separateUnder, slicesFor } from '../slices/slice-validity.js'
import { isCpuMetric } from './classify-change.js'
import { changeOf, withDrift } from './deciding-change.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { Compared, Comparison, MetricName, Size, SizeOfThreads } from '../types.js' */

/** @typedef {RunManifest['design']} Design */

/**
 * Returns what a request costs more with a candidate, in microseconds and in percent: on the main thread and on all threads. The percent
 * are those of the slices that decide a verdict, since rounds of separate slices differ up to ten times as much. A request
 * costs a third to a half more on a shared core, so the microseconds are these percent of what separate slices of the baseline cost;
 * their interval has the errors of both, added in quadrature (propagation of uncertainty: JCGM 100:2008, 5.1.2).
 * @param {Compared} compared
 * @param {Pick<Design, 'loads' | 'detailLoad'>} design
 * @param {CheckedSlices} slices of unprofiled launches
 * @param {number} comparisons how many candidates are compared with the baseline
 * @returns {Size}
 */
export function sizeOf(compared, { loads: [load], detailLoad }, slices, comparisons) {
  // Where the load leaves a server idle, its CPU per request is more than what the requests cost.
  const launches = slices.all.some(isEqualRate) ? [] : launchMetrics(separateUnder(detailLoad, slices.valid))
  return {
    candidate: compared.candidate,
    kind: 'separate',
    generator: detailLoad.generator,
    main: sizeOn('cpuMainThread'),
    all: sizeOn('cpuPerRequest')
  }

  /** @param {MetricName} metric @returns {SizeOfThreads | null} null with fewer than two rounds */
  function sizeOn(metric) {
    const change = changeOf(metric, compared, { load, comparisons }, slices)
    const pairs = compared.pairs.flatMap(pair => costIn(metric, pair) ?? [])
    if (!change || pairs.length < compared.pairs.length) return null
    const relative = withDrift(change, metric, compared, slicesFor(metric, load, slices)).change
    const baseline = mean(pairs.map(pair => pair.baseline))
    const micros = mean(pairs.map(pair => pair.micros))
    const ofBaseline = relative.relative * mean(pairs.map(({ error }) => error))
    return {
      baselineMicros: baseline,
      candidateMicros: baseline + micros,
      difference: {
        micros,
        low: micros - Math.hypot(baseline * (relative.relative - relative.low), ofBaseline),
        high: micros + Math.hypot(baseline * (relative.high - relative.relative), ofBaseline)
      },
      relative,
      rounds: Math.min(...pairs.map(({ rounds }) => rounds))
    }
  }

  /**
   * Returns what a request costs with the baseline of a pair, with the half-width of that, and more with its candidate.
   * @param {MetricName} metric @param {Compared['pairs'][0]} pair @returns null with fewer than two rounds
   */
  function costIn(metric, pair) {
    const own = samplesOf(
      launches.filter(({ variant }) => variant === pair.baseline),
      metric
    )
    const { value = 0, low = null, high = null, launches: rounds = 0 } = estimate(own, { comparisons }) ?? {}
    const change = changeOf(metric, { ...pair, pairs: [pair] }, { load, comparisons }, slices)
    if (low === null || high === null || !change) return null
    return { baseline: value, error: (high - low) / 2, micros: value * change.relative, rounds }
  }
}

/** Returns the size on the threads of a metric; null of other metrics. @type {(metric: RowName, size: Pick<Size, 'main' | 'all'>) => SizeOfThreads | null} */
export function sizeOfMetric(metric, { main, all }) {
  if (metric === 'cpuMainThread') return main
  return metric === 'cpuPerRequest' ? all : null
}

/** Returns the size on all threads as the total that blame is compared with. @param {SizeOfThreads | null} size */
export function totalOf(size) {
  if (!size) return null
  const { micros, low, high } = size.difference
  return { baseline: size.baselineMicros, candidate: size.candidateMicros, difference: micros, low, high }
}

/**
 * Returns whether a toggle costs more where another is on too: its cost at that level minus its cost at the first one, in
 * microseconds per request. As a difference of two differences it varies twice as much as the mean of the two, the size of the toggle.
 * @param {Comparison} comparison on CPU, with two pairs
 * @param {Pick<Design, 'loads' | 'detailLoad'>} design
 * @param {CheckedSlices} slices of unprofiled launches
 * @returns null of other comparisons, or with fewer than two rounds
 */
export function interactionOf({ candidate, metric, pairs }, design, slices) {
  const [first, second, ...others] = pairs
  if (!first || !second || others.length > 0 || !isCpuMetric(metric)) return null
  const [one, other] = [first, second].map(pair => {
    return sizeOfMetric(metric, sizeOf({ ...pair, pairs: [pair] }, design, slices, 1))
  })
  if (!one || !other) return null
  const { micros, low, high } = one.difference
  const { value, ...ends } = sumOfEstimates([
    { value: other.difference.micros, low: other.difference.low, high: other.difference.high },
    { value: -micros, low: -high, high: -low }
  ])
  return {
    candidate,
    metric,
    /** At the first level of the other toggle, and at the second. */
    without: { ...first, ...one.difference },
    with: { ...second, ...other.difference },
    /** The second minus the first. */
    difference: { micros: value, ...ends },
    rounds: Math.min(one.rounds, other.rounds)
  }
}
