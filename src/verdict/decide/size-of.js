import { estimate, meanInterval, sumOfEstimates } from '../../stats/intervals.js'
import { geometricMean, mean } from '../../stats/means.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { isEqualRate, separateUnder, slicesFor } from '../slices/slice-validity.js'
import { isCpuMetric } from './classify-change.js'
import { inBoth } from './comparisons.js'
import { changeOf, withDrift } from './deciding-change.js'

/** @import { RunManifest } from '../../runs/types.js' */
/** @import { RoundValues } from '../../stats/intervals.js' */
/** @import { Change, Estimate } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Compared, Comparison, MetricName, Size, SizeOfThreads } from '../types.js' */

/** @typedef {RunManifest['design']} Design */

/**
 * Returns what a request costs more with a candidate, in microseconds and in percent: on the main thread and on all threads. The percent
 * are those of the slices that decide a verdict, since rounds of separate slices differ up to ten times as much. A request
 * costs a third to a half more on a shared core, so the microseconds are these percent of what separate slices cost.
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
    const relative = changeIn(metric, compared.pairs)
    const costs = compared.pairs.flatMap(pair => costIn(metric, pair) ?? [])
    if (!relative || costs.length < compared.pairs.length) return null
    const { value: micros, low, high } = sumOfEstimates(costs.map(({ cost }) => shareOf(cost, costs.length)))
    const baselineMicros = mean(costs.map(({ baseline }) => baseline.value))
    return {
      baselineMicros,
      candidateMicros: baselineMicros + micros,
      difference: { micros, low, high },
      relative,
      rounds: Math.min(...costs.map(({ baseline }) => baseline.launches))
    }
  }

  /** @param {MetricName} metric @param {Compared['pairs'][0]} pair */
  function costIn(metric, pair) {
    const change = changeIn(metric, [pair])
    const baseline =
      change && estimate(baselineCosts(pairsOf(launches, metric, { pairs: [pair] }), change), { comparisons })
    return baseline && { baseline, cost: costOfChange(change, baseline) }
  }

  /** @param {MetricName} metric @param {Compared['pairs']} pairs */
  function changeIn(metric, pairs) {
    const own = { ...compared, pairs }
    const change = changeOf(metric, own, { load, comparisons }, slices)
    return change && withDrift(change, metric, own, slicesFor(metric, load, slices)).change
  }
}

/**
 * Returns what a request costs with the baseline, by round: the mean of what it was measured to cost, and of what the candidate cost,
 * divided by the change.
 * @param {RoundValues[]} rounds @param {Change} change
 */
function baselineCosts(rounds, { relative }) {
  return rounds.flatMap(({ baseline: one, candidate: other }) =>
    one && other ? [geometricMean([one, other / (1 + relative)])] : []
  )
}

/**
 * Returns a change in microseconds. Its interval has the errors of the change and of the baseline, added in quadrature (propagation of
 * uncertainty: JCGM 100:2008, 5.1.2).
 * @param {Change} change @param {Estimate} baseline
 */
function costOfChange({ relative, low, high }, { value: micros, low: least, high: most }) {
  const ofBaseline = (((most ?? micros) - (least ?? micros)) / 2) * relative
  const value = micros * relative
  return {
    value,
    low: value - Math.hypot(micros * (relative - low), ofBaseline),
    high: value + Math.hypot(micros * (high - relative), ofBaseline)
  }
}

/** @param {ReturnType<typeof costOfChange>} cost @param {number} parts */
function shareOf({ value, low, high }, parts) {
  return { value: value / parts, low: low / parts, high: high / parts }
}

/** Returns the size on all threads as the total that blame is compared with. @param {SizeOfThreads | null} size */
export function totalOf(size) {
  if (!size) return null
  const { micros, low, high } = size.difference
  return { baseline: size.baselineMicros, candidate: size.candidateMicros, difference: micros, low, high }
}

/**
 * Returns whether a toggle costs more where another is on too: its cost at that level minus its cost at the first one, in
 * microseconds per request. Each is the share of a round in what the baseline of its pair costs in separate slices. As a difference of two
 * differences it varies twice as much as the mean of the two, the size of the toggle.
 * @param {Comparison} comparison on CPU, with two pairs
 * @param {Pick<Design, 'loads' | 'detailLoad'>} design
 * @param {CheckedSlices} slices of unprofiled launches
 * @returns null of other comparisons, or with fewer than two rounds
 */
export function interactionOf({ candidate, metric, pairs }, { loads: [load], detailLoad }, slices) {
  const [first, second, ...others] = pairs
  if (!first || !second || others.length > 0 || !isCpuMetric(metric) || slices.all.some(isEqualRate)) return null
  const [launches, separate] = [slicesFor(metric, load, slices), separateUnder(detailLoad, slices.valid)].map(
    launchMetrics
  )
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
    const cost = mean(
      (separate ?? []).filter(({ variant }) => variant === pair.baseline).map(each => each.value(metric) ?? 0)
    )
    const values = pairsOf(launches ?? [], metric, { pairs: [pair] })
    return new Map(
      values.flatMap(({ round, baseline, candidate }) =>
        baseline && candidate ? [[round, cost * (candidate / baseline - 1)]] : []
      )
    )
  }
}

/** Returns the mean with its 95% interval. @param {number[]} differences in microseconds, by round */
function costOf(differences) {
  const { mean: micros, low, high } = meanInterval(differences)
  return { micros, low, high }
}
