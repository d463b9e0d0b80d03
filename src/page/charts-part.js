import { healthCharts } from './charts/health-charts.js'
import { healthTable } from './charts/health-table.js'
import { intervalChart } from './charts/interval-chart.js'
import { intervalRows } from './charts/interval-rows.js'
import { latencyChart } from './charts/latency-chart.js'
import { latencyCurves } from './charts/latency-curves.js'
import { metricAxis } from './charts/metric-axis.js'
import { slicesChart } from './charts/slices-chart.js'
import { slicesTable } from './charts/slices-table.js'

/**
 * @import { Table } from '../report/sections.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * Returns the charts of a page, by the chapter they belong to, with the same values as tables.
 * @param {Analysis} analysis
 */
export function chartsOf(analysis) {
  const { baseline, candidates, latencies, sliceSeries, gauges } = analysis
  const variants = [baseline, ...candidates]
  return {
    effect: intervalChart(intervalRows(analysis)),
    latencies: latencies
      .filter(({ curves }) => curves.length > 0)
      .map(table => chartPart(latencyChart(latencyCurves(table, variants)))),
    slices: sliceSeries.flatMap(series =>
      withTable(slicesChart(series, variants), slicesTable(series, variants), metricAxis(series.metric))
    ),
    servers: withTable(healthCharts(gauges, variants), healthTable(gauges, variants), 'The servers')
  }
}

/** @param {string} html @returns {Part} */
function chartPart(html) {
  return { template: 'chart', html }
}

/**
 * @param {string} html
 * @param {Table} table
 * @param {string} what it is about
 * @returns {Part[]}
 */
function withTable(html, table, what) {
  if (html === '') return []
  return [chartPart(html), { template: 'folded', section: { heading: `${what}, as a table`, table } }]
}
