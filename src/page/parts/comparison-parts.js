import { isTooWide } from '../../report/words/too-few-samples.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { barOf, costBar, decidingAxis } from '../charts/interval-bar.js'

/**
 * @import { Section } from '../../report/sections/sections.js'
 * @import { Change } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { Axis } from '../charts/interval-bar.js'
 * @import { Part } from '../render-page.js'
 */

/**
 * Returns the table of each load, the first one open. The axis of the changes of a candidate is scaled to its primary metric.
 * @param {Pick<Analysis, 'loads' | 'verdicts' | 'candidates'>} analysis
 * @param {Section[]} sections one per load that was played
 * @returns {Part[]}
 */
export function loadParts({ loads, verdicts, candidates }, sections) {
  const played = loads.filter(({ rounds }) => rounds > 0)
  return sections.map(function partOf(section, index) {
    const axes = candidates.map(function axisOf(candidate) {
      const verdict = verdicts.find(each => each.candidate === candidate)
      const row = played[index]?.rows.find(({ metric }) => metric === verdict?.metric)
      return row && verdict ? axisOfChange(row.changes[candidate], verdict.marginRatio, moreIs(row.metric)) : null
    })
    return { template: index === 0 ? 'section' : 'folded', section, axes }
  })
}

/**
 * Returns the tables of latency below the charts of the same latencies. The axis of the changes of a candidate is scaled to the
 * first percentile that has a change: the highest ones have the fewest samples.
 * @param {Pick<Analysis, 'latencies' | 'candidates'>} analysis
 * @param {Section[]} sections one per latency table
 * @param {string[]} charts one per latency table, as HTML; empty where there is none
 * @returns {Part[]}
 */
export function latencyParts({ latencies, candidates }, sections, charts) {
  return sections.map(function partOf(section, index) {
    const axes = candidates.map(function axisOf(candidate) {
      const changes = (latencies[index]?.rows ?? []).map(row => row.changes[candidate])
      return axisOfChange(changes.find(isFigure), 0)
    })
    return { template: 'section', section, chart: charts[index] ?? '', axes }
  })
}

/** @type {(change: Change | null | undefined, marginRatio: number, more?: 'worse' | 'better') => Axis | null} null without a figure */
function axisOfChange(change, marginRatio, more = 'worse') {
  return isFigure(change) ? decidingAxis([costBar(barOf(change), more)], marginRatio) : null
}

/** @param {Change | null | undefined} change @returns {change is Change} */
function isFigure(change) {
  return !!change && !isTooWide(change)
}
