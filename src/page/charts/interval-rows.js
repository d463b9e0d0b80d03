import { changeInWords, formatPercent } from '../../report/format.js'
import { shorten } from '../../report/shorten.js'
import { metricInWords, metricWords } from '../../report/words.js'
import { moreIs } from '../../verdict/classify-change.js'
import { costOf } from './cost-of-change.js'
import { toneOf } from './interval-bar.js'

/**
 * @import { Change } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { RowName } from '../../verdict/launch-metrics.js'
 * @import { Cost } from './cost-of-change.js'
 */

/**
 * @typedef {object} IntervalRow
 * @property {string} label whose change, of what
 * @property {string} words the change itself
 * @property {Cost} cost
 * @property {boolean} isDeciding
 *
 * @typedef {object} Intervals
 * @property {string} baseline
 * @property {number} marginRatio
 * @property {IntervalRow[]} rows the deciding metric first
 */

const LONGEST_NAME = 18

/**
 * Returns the changes under the deciding load as rows to draw.
 * @param {Pick<Analysis, 'effects' | 'verdicts' | 'baseline' | 'candidates'>} analysis
 * @returns {Intervals}
 */
export function intervalRows({ effects, verdicts: [first], baseline, candidates }) {
  const rows = effects.map(function rowOf({ metric, candidate, change, isDeciding }) {
    const whose = candidates.length > 1 ? `${shorten(candidate, LONGEST_NAME)}: ` : ''
    return {
      label: whose + metricInWords(metric),
      words: wordsOf(metric, change),
      cost: costOf(metric, change),
      isDeciding
    }
  })
  return { baseline, marginRatio: first?.marginRatio ?? 0, rows }
}

/**
 * @param {RowName} metric
 * @param {Change} change
 * @returns {string} such as 9.9 % more (8.0 to 12.0); of one that may be none, the interval alone
 */
export function wordsOf(metric, change) {
  if (toneOf(change.low, change.high, moreIs(metric)) === 'noise')
    return `no sure change: ${formatPercent(-change.low)} less to ${formatPercent(change.high)} more`
  const [more = '', less = ''] = [metricWords[metric].more, metricWords[metric].less].map(text => text.split(' ')[0])
  return changeInWords(change, { more, less }, { label: '' })
}
