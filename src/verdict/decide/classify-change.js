import { sum } from '../../stats/means.js'
import { metricOf } from '../metrics.js'
import { variantsIn } from './comparisons.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { LabMetricName } from '../../runs/types.js' */
/** @import { LaunchMetrics, RowName } from '../slices/launch-metrics.js' */
/** @import { Compared, MetricChange, MetricName, VerdictName } from '../types.js' */

/** A pool that uses less of a server's CPU seldom hides a cost that is worth the wider interval of two tests. */
const LEAST_SHARE = 0.1
/** Main-thread CPU decides where neither is slower or faster: its interval is narrower. */
export const EITHER = /** @type {const} */ (['cpuMainThread', 'cpuPerRequest'])

/**
 * With fewer rounds CPU alone decides neither slower nor faster: an exact sign-flip test of five cannot reach p = 0.05, and a
 * t interval of two or three rounds trusts that they are normally distributed.
 */
export const FEWEST_CPU_ROUNDS = 6

/** Returns whether more of a metric is worse. @param {RowName | LabMetricName} metric */
export function moreIs(metric) {
  return metricOf(metric).moreIs ?? 'worse'
}

/** Returns whether a metric is CPU per request that a verdict can be on. @param {RowName | LabMetricName} metric */
export function isCpuMetric(metric) {
  const { decides, perRequest } = metricOf(metric)
  return decides === true && perRequest !== undefined
}

/**
 * Returns the verdict on a change. The change is signed so that minus is worse; m is the margin. The whole interval below -m
 * is slower, above m faster. It is no difference when both one-sided limits are between the two: two one-sided tests at 5%,
 * the same as a 90% interval within the margin (Schuirmann 1987, doi 10.1007/BF01068419). Anything else is cannot tell. The
 * lean is the side of an undecided interval that excludes zero, and the sign of a significant change within the margin.
 * CPU of fewer than {@link FEWEST_CPU_ROUNDS} rounds is never slower or faster.
 *
 * @param {MetricName | LabMetricName} metric
 * @param {Pick<Change, 'low' | 'high' | 'bound' | 'pairs'>} change of the metric's value
 * @param {number} marginRatio @returns {{ verdict: VerdictName, lean: 'slower' | 'faster' | null }}
 */
export function classifyChange(metric, change, marginRatio) {
  const { low, high } = betterIsMore(metric, change)
  const bound = betterIsMore(metric, change.bound)
  const lean = high < 0 ? 'slower' : low > 0 ? 'faster' : null
  if (lean && (high < -marginRatio || low > marginRatio))
    return needsMoreRounds(metric, change) ? { verdict: 'cannot tell', lean } : { verdict: lean, lean: null }
  if (bound.low > -marginRatio && bound.high < marginRatio) return { verdict: 'no difference', lean }
  return { verdict: 'cannot tell', lean }
}

/**
 * Returns whether a change has too few rounds to decide slower or faster, however narrow its interval is.
 * @type {(metric: MetricName | LabMetricName, change: Pick<Change, 'pairs'>) => boolean}
 */
export function needsMoreRounds(metric, { pairs }) {
  return isCpuMetric(metric) && pairs < FEWEST_CPU_ROUNDS
}

/** @type {(metric: MetricName | LabMetricName, interval: { low: number, high: number }) => { low: number, high: number }} */
function betterIsMore(metric, { low, high }) {
  return moreIs(metric) === 'worse' ? { low: -high, high: -low } : { low, high }
}

/**
 * Returns whether the thread pool or worker threads of a variant use so much of its CPU that main-thread CPU alone does not answer
 * the question. It depends on how much they use, never on how the variants differ.
 * @type {(launches: LaunchMetrics[], comparison: Compared) => boolean}
 */
export function doOtherThreadsWork(launches, comparison) {
  return variantsIn(comparison).some(function usesThem(variant) {
    const own = launches.filter(launch => launch.variant === variant)
    const pool = sum(own.map(launch => launch.value('cpuPool') ?? 0))
    const all = sum(own.map(launch => launch.value('cpuPerRequest') ?? 0))
    return all > 0 && pool / all >= LEAST_SHARE
  })
}

/**
 * Returns the metric of two that decides a verdict: of those that are slower or faster the one with the larger change, and main-thread
 * CPU where none is. Both changes must be corrected for two tests (Bonferroni), and the p-value is.
 * @param {(metric: MetricName) => Change | null} changeOf @param {number} marginRatio
 * @returns {{ metric: MetricName, change: Change | null, opposite: MetricChange | null }} `opposite`: the other one, where it is faster
 *   and the deciding one slower, or the reverse
 */
export function decidingOfTwo(changeOf, marginRatio) {
  const tested = EITHER.map(metric => ({ metric, change: corrected(changeOf(metric)) }))
  const [usual = { metric: EITHER[0], change: null }] = tested
  const [largest, other] = tested.flatMap(decidedOf).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (!largest) return { ...usual, opposite: null }
  const isOpposite = other !== undefined && largest.change.relative * other.change.relative < 0
  return { ...largest, opposite: isOpposite ? other : null }

  /** @param {{ metric: MetricName, change: Change | null }} one @returns {MetricChange[]} one or none */
  function decidedOf({ metric, change }) {
    if (!change) return []
    const { verdict } = classifyChange(metric, change, marginRatio)
    return verdict === 'slower' || verdict === 'faster' ? [{ metric, change }] : []
  }
}

/** @param {MetricChange} one */
function sizeOf({ change }) {
  return Math.abs(Math.log1p(change.relative))
}

/** @param {Change | null} change @returns {Change | null} */
function corrected(change) {
  return change && { ...change, pValue: Math.min(1, change.pValue * EITHER.length) }
}
