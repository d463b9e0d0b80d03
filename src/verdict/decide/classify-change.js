import { metricOf } from '../metrics.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { LabMetricName } from '../../runs/types.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { MetricName, VerdictName } from '../types.js' */

/**
 * With fewer rounds CPU alone decides neither slower nor faster: a t interval of a few rounds trusts that they are normally distributed.
 */
export const FEWEST_CPU_ROUNDS = 6
/** Fewer machines than that are no sample of machines: the interval of two is six times as wide as that of four. */
export const FEWEST_MACHINES = 3

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
 * @param {Pick<Change, 'low' | 'high' | 'bound' | 'pairs' | 'machineRounds'>} change of the metric's value
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

/** Returns whether a verdict is slower or faster. @param {{ verdict: VerdictName } | null} [beside] */
export function isDecided(beside) {
  return beside?.verdict === 'slower' || beside?.verdict === 'faster'
}

/**
 * Returns whether a change has too few rounds to decide slower or faster, however narrow its interval is.
 * @type {(metric: MetricName | LabMetricName, change: Pick<Change, 'pairs' | 'machineRounds'>) => boolean}
 */
export function needsMoreRounds(metric, change) {
  return change.pairs < fewestPairs(metric, change)
}

/**
 * Returns how many rounds decide slower or faster, or how many machines: three, and more where they have less than two rounds each.
 * @param {MetricName | LabMetricName} metric @param {Pick<Change, 'pairs' | 'machineRounds'>} change
 */
export function fewestPairs(metric, { pairs, machineRounds }) {
  const rounds = isCpuMetric(metric) ? FEWEST_CPU_ROUNDS : 2
  return machineRounds === undefined ? rounds : Math.max(FEWEST_MACHINES, Math.ceil((rounds * pairs) / machineRounds))
}

/** @type {(metric: MetricName | LabMetricName, interval: { low: number, high: number }) => { low: number, high: number }} */
function betterIsMore(metric, { low, high }) {
  return moreIs(metric) === 'worse' ? { low: -high, high: -low } : { low, high }
}
