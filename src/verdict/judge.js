/**
 * @import { Change } from '../stats/types.js'
 * @import { RowName } from './launch-metrics.js'
 * @import { MetricName, VerdictName } from './types.js'
 */

/**
 * All that is measured is a cost or a time, but for requests/s.
 * @param {RowName} metric
 */
export function moreIs(metric) {
  return metric === 'requestsPerSecond' ? 'better' : 'worse'
}

/**
 * The rule of the four verdicts. The change is signed so that minus is worse; m is the margin:
 * the whole interval below -m is slower, above m faster, between the two no difference, anything else cannot tell.
 * The lean is the side an undecided interval lies on when it leaves zero out, and the sign of a real change inside m.
 *
 * @param {MetricName} metric
 * @param {Change} change of the metric's value
 * @param {number} marginRatio
 * @returns {{ verdict: VerdictName, lean: 'slower' | 'faster' | null }}
 */
export function judge(metric, change, marginRatio) {
  const [low, high] = moreIs(metric) === 'worse' ? [-change.high, -change.low] : [change.low, change.high]
  if (high < -marginRatio) return { verdict: 'slower', lean: null }
  if (low > marginRatio) return { verdict: 'faster', lean: null }
  const lean = high < 0 ? 'slower' : low > 0 ? 'faster' : null
  if (low > -marginRatio && high < marginRatio) return { verdict: 'no difference', lean }
  return { verdict: 'cannot tell', lean }
}
