import { moreIs } from '../verdict/classify-change.js'
import { toneOf } from './charts/interval-bar.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { RowName } from '../verdict/launch-metrics.js'
 * @import { MetricName, Verdict } from '../verdict/types.js'
 */

const COLOURS = { more: 'var(--more)', less: 'var(--less)', noise: 'var(--neutral)' }

/** @typedef {Pick<Change, 'relative' | 'low' | 'high'>} Cost a change of which more is worse, whatever the metric */

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

/**
 * Returns a change with the sign of a cost: more CPU and longer latency are worse, but more requests/s are better.
 * @param {RowName} metric
 * @param {Pick<Change, 'relative' | 'low' | 'high'>} change
 * @returns {Cost}
 */
export function costOf(metric, { relative, low, high }) {
  if (moreIs(metric) === 'worse') return { relative, low, high }
  return { relative: -relative, low: -high, high: -low }
}

/**
 * Returns orange where the whole 95% interval is worse, blue where it is better, grey where it contains zero.
 * @param {Cost} cost
 */
export function colourOf({ low, high }) {
  return COLOURS[toneOf(low, high, 'worse')]
}
