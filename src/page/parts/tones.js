import { moreIs } from '../../verdict/decide/classify-change.js'

/** @import { LabMetricName } from '../../runs/types.js' */
/** @import { MetricName, Verdict } from '../../verdict/types.js' */

/**
 * Returns the tone of a change: noise where its interval contains zero or is not known.
 * @param {number | null} low @param {number | null} high @param {'worse' | 'better'} [moreIs]
 * @returns {'more' | 'less' | 'noise'}
 */
export function toneOf(low, high, moreIs = 'worse') {
  if (low === null || high === null || low * high <= 0) return 'noise'
  return low > 0 === (moreIs === 'worse') ? 'more' : 'less'
}

/**
 * Returns the tone of a verdict, which is its colour on a page.
 * @param {Pick<Verdict, 'verdict'> & { metric: MetricName | LabMetricName, change: { low: number, high: number } | null }} verdict
 * @returns {'more' | 'less' | 'noise' | 'unsure'}
 */
export function toneOfVerdict({ verdict, change, metric }) {
  if (!change || verdict === 'cannot tell') return 'unsure'
  if (verdict === 'no difference') return 'noise'
  return toneOfChange(change, metric)
}

/** @param {{ low: number, high: number }} change @param {MetricName | LabMetricName} metric */
export function toneOfChange({ low, high }, metric) {
  return toneOf(low, high, moreIs(metric))
}
