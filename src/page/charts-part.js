import { healthCharts } from './charts/health-charts.js'
import { healthGauges } from './charts/health-gauges.js'
import { healthTable } from './charts/health-table.js'
import { intervalChart } from './charts/interval-chart.js'
import { intervalRows } from './charts/interval-rows.js'
import { latencyChart } from './charts/latency-chart.js'
import { latencyCurves } from './charts/latency-curves.js'
import { metricAxis } from './charts/metric-axis.js'
import { slicePoints } from './charts/slice-points.js'
import { slicesChart } from './charts/slices-chart.js'
import { slicesTable } from './charts/slices-table.js'

/** @typedef {import('./render-page.js').Part} Part */

/**
 * The charts of a page, by the chapter they belong to, with the same figures as tables.
 * @param {import('../runs/read-run.js').SavedRun} run
 * @param {import('../types.js').Analysis} analysis
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
 * @param {import('../report/sections.js').Table} table
 * @param {string} what it is about
 * @returns {Part[]}
 */
function withTwin(html, table, what) {
  if (html === '') return []
  return [chartPart(html), { template: 'folded', section: { heading: `${what}, as a table`, table } }]
}
