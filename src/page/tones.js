import { moreIs } from '../verdict/classify-change.js'
import { toneOf } from './charts/interval-bar.js'

/** @import { MetricName, Verdict } from '../verdict/types.js' */

/**
 * Returns the tone of a verdict, which is its colour on a page.
 * @param {Pick<Verdict, 'verdict' | 'change' | 'metric'>} verdict
 * @returns {'more' | 'less' | 'noise' | 'unsure'}
 */
export function toneOfVerdict({ verdict, change, metric }) {
  if (!change || verdict === 'cannot tell') return 'unsure'
  if (verdict === 'no difference') return 'noise'
  return toneOfChange(change, metric)
}

/** @param {{ low: number, high: number }} change @param {MetricName} metric */
export function toneOfChange({ low, high }, metric) {
  return toneOf(low, high, moreIs(metric))
}
