import { isTooWide } from '../../report/words/too-few-samples.js'
import { metricInWords } from '../../report/words/words.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { costOf, decidingAxis } from '../charts/interval-bar.js'
import { latencyChart } from '../charts/latency-chart.js'
import { healthCharts, healthTable, slicesChart, slicesTable } from '../charts/slice-charts.js'

/** @import { Section, Table } from '../../report/sections/sections.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { Axis } from '../charts/interval-bar.js' */
/** @import { Part } from '../render-page.js' */

const SLICES_INTRO =
  'A slice is a short period of load in which the counters are read. Each round starts one server process per variant: a launch.'

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
 * @param {Pick<Analysis, 'latencies' | 'variants' | 'candidates'>} analysis
 * @param {Section[]} sections one per latency table
 * @returns {Part[]}
 */
export function latencyParts({ latencies, variants, candidates }, sections) {
  return sections.map(function partOf(section, index) {
    const table = latencies[index]
    const chart = table && table.curves.length > 0 ? latencyChart(table, variants) : ''
    const axes = candidates.map(function axisOf(candidate) {
      const changes = (table?.rows ?? []).map(row => row.changes[candidate])
      return axisOfChange(changes.find(isFigure), 0)
    })
    return { template: 'section', section, chart, axes }
  })
}

/** @type {(change: Change | null | undefined, marginRatio: number, more?: 'worse' | 'better') => Axis | null} null without a figure */
function axisOfChange(change, marginRatio, more = 'worse') {
  return isFigure(change) ? decidingAxis([costOf(change, more)], marginRatio) : null
}

/** @param {Change | null | undefined} change @returns {change is Change} */
function isFigure(change) {
  return !!change && !isTooWide(change)
}

/**
 * Returns a chart per metric of all slices, with the same values as a table.
 * @param {Pick<Analysis, 'sliceSeries' | 'variants'>} analysis @returns {Part[]}
 */
export function sliceParts({ sliceSeries, variants }) {
  const slices = sliceSeries.flatMap(series =>
    withTable(slicesChart(series, variants), slicesTable(series, variants), `${metricInWords(series.metric)} by slice`)
  )
  return slices.length > 0 ? [{ template: 'section-body', section: { lines: [SLICES_INTRO] } }, ...slices] : []
}

/** Returns the memory and event loop of the servers, in the same way. @param {Pick<Analysis, 'gauges' | 'variants'>} analysis */
export function serverParts({ gauges, variants }) {
  return withTable(healthCharts(gauges, variants), healthTable(gauges, variants), 'Server metrics by round')
}

/** @param {string} html @param {Table} table @param {string} what the chart and the table show @returns {Part[]} */
function withTable(html, table, what) {
  if (html === '') return []
  return [
    { template: 'chart', html },
    { template: 'folded', section: { heading: `${what} (table)`, table } }
  ]
}
