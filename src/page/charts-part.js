import { metricAxis } from '../report/words.js'
import { healthCharts } from './charts/health-charts.js'
import { healthGauges } from './charts/health-gauges.js'
import { healthTable } from './charts/health-table.js'
import { intervalChart } from './charts/interval-chart.js'
import { intervalRows } from './charts/interval-rows.js'
import { latencyChart } from './charts/latency-chart.js'
import { latencyCurves } from './charts/latency-curves.js'
import { slicePoints } from './charts/slice-points.js'
import { slicesChart } from './charts/slices-chart.js'
import { slicesTable } from './charts/slices-table.js'

/**
 * @import { Table } from '../report/sections.js'
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/**
 * The charts of a page, by the chapter they belong to, with the same figures as tables.
 * @param {SavedRun} run
 * @param {Analysis} analysis
 */
export function chartsOf(run, analysis) {
  const [first] = analysis.verdicts
  const metrics = [...new Set([first?.metric ?? 'cpuPerRequest', /** @type {const} */ ('requestsPerSecond')])]
  const points = metrics.map(metric => slicePoints(metric, run))
  const health = healthGauges(run)
  return {
    effect: intervalChart(intervalRows(analysis)),
    latencies: latencyCurves(run).map(curves => chartPart(latencyChart(curves))),
    slices: points.flatMap(data => withTwin(slicesChart(data), slicesTable(data), metricAxis(data.metric))),
    servers: withTwin(healthCharts(health), healthTable(health), 'The servers')
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
function withTwin(html, table, what) {
  if (html === '') return []
  return [chartPart(html), { template: 'folded', section: { heading: `${what}, as a table`, table } }]
}
