import { changeInWords, formatPercent } from '../../report/format.js'
import { shorten } from '../../report/text.js'
import { metricInWords, metricWords } from '../../report/words.js'
import { moreIs } from '../../verdict/judge.js'
import { costOf } from './cost-of-change.js'
import { toneOf } from './interval-bar.js'

/**
 * @import { Change } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { RowName } from '../../verdict/launch-metrics.js'
 * @import { Verdict } from '../../verdict/types.js'
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

/** @type {RowName[]} */
const TOLD = ['requestsPerSecond', 'cpuMainThread', 'cpuPerRequest', 'cpuOtherThreads']
const LONGEST_NAME = 18

/**
 * The changes under the deciding load, by metric and then by candidate. Requests/s that are withheld from the verdict are
 * left out here as well.
 * @param {Analysis} analysis
 * @returns {Intervals}
 */
export function intervalRows({ verdicts, loads, baseline, candidates }) {
  const [first] = verdicts
  const [load] = loads
  if (!first || !load) return { baseline, marginRatio: 0, rows: [] }
  const metrics = [first.metric, ...TOLD.filter(metric => metric !== first.metric)]
  const rows = metrics.flatMap(metric => verdicts.flatMap(verdict => rowOf(metric, verdict) ?? []))
  return { baseline, marginRatio: first.marginRatio, rows }

  /**
   * @param {RowName} metric
   * @param {Verdict} verdict
   */
  function rowOf(metric, { candidate, withheld, change: deciding }) {
    if (metric === 'requestsPerSecond' && withheld !== null) return null
    const isDeciding = metric === first?.metric
    const row = load?.rows.find(row => row.metric === metric)
    const change = isDeciding ? deciding : row?.changes[candidate]
    if (!change) return null
    const whose = candidates.length > 1 ? `${shorten(candidate, LONGEST_NAME)}: ` : ''
    return {
      label: whose + metricInWords(metric),
      words: wordsOf(metric, change),
      cost: costOf(metric, change),
      isDeciding
    }
  }
}

/**
 * @param {RowName} metric
 * @param {Change} change
 * @returns {string} such as 9.9 % more (8.0 to 12.0); of one that may be none, the interval alone
 */
export function wordsOf(metric, change) {
  if (toneOf(change.low, change.high, moreIs(metric)) === 'noise')
    return `no sure change: ${formatPercent(-change.low)} less to ${formatPercent(change.high)} more`
  const { more, less } = metricWords[metric]
  return changeInWords(change, { more, less }, { label: '' })
}
