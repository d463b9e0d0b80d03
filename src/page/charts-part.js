import { metricInWords } from '../report/words.js'
import { healthCharts } from './charts/health-charts.js'
import { healthGauges } from './charts/health-gauges.js'
import { intervalChart } from './charts/interval-chart.js'
import { intervalRows } from './charts/interval-rows.js'
import { latencyChart } from './charts/latency-chart.js'
import { latencyCurves } from './charts/latency-curves.js'
import { healthTable, slicesTable } from './charts/round-tables.js'
import { slicePoints } from './charts/slice-points.js'
import { slicesChart } from './charts/slices-chart.js'

/**
 * @import { Table } from '../report/sections.js'
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { Analysis } from '../types.js'
 * @import { Part } from './render-page.js'
 */

/** @type {Part} */
const SLICES_INTRO = {
  template: 'section-body',
  section: {
    lines: ['A slice is one measuring interval of a launch. A launch is one server process; each round has its own.']
  }
}

/**
 * Returns the charts of a page by chapter, with the same figures as tables.
 * @param {SavedRun} run
 * @param {Analysis} analysis
 */
export function chartsOf(run, analysis) {
  const [first] = analysis.verdicts
  const metrics = [...new Set([first?.metric ?? 'cpuPerRequest', /** @type {const} */ ('requestsPerSecond')])]
  const points = metrics.map(metric => slicePoints(metric, run))
  const health = healthGauges(run)
  const slices = points.flatMap(data =>
    withTable(slicesChart(data), slicesTable(data), `${metricInWords(data.metric)} by slice`)
  )
  return {
    changes: intervalChart(intervalRows(analysis)),
    latencies: latencyCurves(run).map(curves => chartPart(latencyChart(curves))),
    slices: slices.length > 0 ? [SLICES_INTRO, ...slices] : [],
    servers: withTable(healthCharts(health), healthTable(health), 'Server metrics per round')
  }
}

/** @param {string} html @returns {Part} */
function chartPart(html) {
  return { template: 'chart', html }
}

/**
 * @param {string} html
 * @param {Table} table
 * @param {string} what the chart and the table show
 * @returns {Part[]}
 */
function withTable(html, table, what) {
  if (html === '') return []
  return [chartPart(html), { template: 'folded', section: { heading: `${what} (table)`, table } }]
}
