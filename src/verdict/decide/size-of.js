import { meanInterval, relativeChange } from '../../stats/intervals.js'
import { mean } from '../../stats/means.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { isEqualRate, separateUnder } from '../slices/slice-validity.js'
import { isCpuMetric } from './classify-change.js'
import { inBoth } from './comparisons.js'

/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { LaunchMetrics } from '../slices/launch-metrics.js' */
/** @import { Compared, Comparison, MetricName, Size, SizeOfThreads } from '../types.js' */

/**
 * Returns what a request costs more with a candidate, in microseconds and in percent of the total: on the main thread
 * and on all threads. The costs come from separate slices alone: a request costs a third to a half more on a shared core.
 * @param {Compared} compared
 * @param {Load} load that size and blame are measured under
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @param {number} comparisons how many candidates are compared with the baseline
 * @returns {Size}
 */
export function sizeOf(compared, load, slices, comparisons) {
  // Where the load leaves a server idle, its CPU per request is more than what the requests cost.
  const isIdle = slices.some(isEqualRate)
  const launches = isIdle ? [] : launchMetrics(separateUnder(load, slices))
  return {
    candidate: compared.candidate,
    kind: 'separate',
    generator: load.generator,
    main: sizeOn('cpuMainThread', compared, launches, comparisons),
    all: sizeOn('cpuPerRequest', compared, launches, comparisons)
  }
}

/**
 * Returns the size of a change: the mean difference between both sides of a round, with a 95% t interval, and the relative change
 * with the confidence of the verdict, which is corrected for the number of comparisons.
 * @type {(metric: MetricName, compared: Compared, launches: LaunchMetrics[], comparisons: number) => SizeOfThreads | null} null with
 *   fewer than two rounds
 */
function sizeOn(metric, compared, launches, comparisons) {
  const change = relativeChange(pairsOf(launches, metric, compared), { comparisons })
  if (!change) return null
  const pairs = pairsOf(launches, metric, compared, mean).flatMap(({ baseline: one, candidate: other }) =>
    one && other ? [{ baseline: one, candidate: other }] : []
  )
  return {
    baselineMicros: mean(pairs.map(pair => pair.baseline)),
    candidateMicros: mean(pairs.map(pair => pair.candidate)),
    difference: costOf(pairs.map(({ baseline: one, candidate: other }) => other - one)),
    relative: change,
    rounds: pairs.length
  }
}

/** Returns the size on all threads as the total that blame is compared with. @param {SizeOfThreads | null} size */
export function totalOf(size) {
  if (!size) return null
  const { micros, low, high } = size.difference
  return { baseline: size.baselineMicros, candidate: size.candidateMicros, difference: micros, low, high }
}

/**
 * Returns whether a toggle costs more where another is on too: its cost at that level minus its cost at the first one, in
 * microseconds per request by separate slices. As a difference of two differences it varies twice as much as the mean of the two, the
 * size of the toggle.
 * @param {Comparison} comparison on CPU, with two pairs
 * @param {Load} load that size and blame are measured under
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @returns null of other comparisons, or with fewer than two rounds
 */
export function interactionOf({ candidate, metric, pairs }, load, slices) {
  const [first, second, ...others] = pairs
  if (!first || !second || others.length > 0 || !isCpuMetric(metric) || slices.some(isEqualRate)) return null
  const launches = launchMetrics(separateUnder(load, slices))
  const [one, other] = [first, second].map(differencesIn)
  const both = inBoth(one ?? new Map(), other ?? new Map())
  if (both.length < 2) return null
  return {
    candidate,
    metric,
    /** At the first level of the other toggle, and at the second. */
    without: { ...first, ...costOf(both.map(each => each.baseline)) },
    with: { ...second, ...costOf(both.map(each => each.candidate)) },
    /** The second minus the first, paired by round. */
    difference: costOf(both.map(each => each.candidate - each.baseline)),
    rounds: both.length
  }

  /** @param {Comparison['pairs'][0]} pair @returns {Map<number, number>} by round */
  function differencesIn(pair) {
    const values = pairsOf(launches, metric, { pairs: [pair] })
    return new Map(
      values.flatMap(({ round, baseline, candidate }) => (baseline && candidate ? [[round, candidate - baseline]] : []))
    )
  }
}

/** Returns the mean with its 95% interval. @param {number[]} differences in microseconds, by round */
function costOf(differences) {
  const { mean: micros, low, high } = meanInterval(differences)
  return { micros, low, high }
}
