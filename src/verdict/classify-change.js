/**
 * @import { Change } from '../stats/types.js'
 * @import { RowName } from './launch-metrics.js'
 * @import { MetricName, VerdictName } from './types.js'
 */

/**
 * Returns whether more of a metric is worse: all metrics are costs or times, except requests/s.
 * @param {RowName} metric
 */
export function moreIs(metric) {
  return metric === 'requestsPerSecond' ? 'better' : 'worse'
}

/**
 * Returns the verdict on a change. The change is signed so that minus is worse; m is the margin. The whole interval below -m
 * is slower, above m faster. It is no difference when both one-sided limits are between the two: two one-sided tests at 5%,
 * the same as a 90% interval within the margin (Schuirmann 1987, doi 10.1007/BF01068419). Anything else is cannot tell. The
 * lean is the side of an undecided interval that excludes zero, and the sign of a significant change within the margin.
 *
 * @param {MetricName} metric
 * @param {Change} change of the metric's value
 * @param {number} marginRatio
 * @returns {{ verdict: VerdictName, lean: 'slower' | 'faster' | null }}
 */
export function classifyChange(metric, change, marginRatio) {
  const { low, high } = betterIsMore(metric, change)
  const bound = betterIsMore(metric, change.bound)
  if (high < -marginRatio) return { verdict: 'slower', lean: null }
  if (low > marginRatio) return { verdict: 'faster', lean: null }
  const lean = high < 0 ? 'slower' : low > 0 ? 'faster' : null
  if (bound.low > -marginRatio && bound.high < marginRatio) return { verdict: 'no difference', lean }
  return { verdict: 'cannot tell', lean }
}

/** @type {(metric: MetricName, interval: { low: number, high: number }) => { low: number, high: number }} */
function betterIsMore(metric, { low, high }) {
  return moreIs(metric) === 'worse' ? { low: -high, high: -low } : { low, high }
}
