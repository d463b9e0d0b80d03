import { moreIs } from '../../verdict/classify-change.js'
import { toneOf } from './interval-bar.js'

/**
 * @import { Change } from '../../stats/types.js'
 * @import { RowName } from '../../verdict/launch-metrics.js'
 */

const COLOURS = { more: 'var(--more)', less: 'var(--less)', noise: 'var(--neutral)' }

/**
 * @typedef {object} Cost a change told so that more is worse, whatever the metric
 * @property {number} relative
 * @property {number} low
 * @property {number} high
 */

/**
 * More CPU and longer latency are worse, more requests/s are better: those are mirrored.
 * @param {RowName} metric
 * @param {Pick<Change, 'relative' | 'low' | 'high'>} change
 * @returns {Cost}
 */
export function costOf(metric, { relative, low, high }) {
  if (moreIs(metric) === 'worse') return { relative, low, high }
  return { relative: -relative, low: -high, high: -low }
}

/**
 * Orange where the whole 95 % interval is worse, blue where it is better, grey where it holds zero.
 * @param {Cost} cost
 */
export function colourOf({ low, high }) {
  return COLOURS[toneOf(low, high, 'worse')]
}
