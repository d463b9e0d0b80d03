import { metricInWords } from '../../report/words/words.js'
import { intervalChart, intervalPanels } from '../charts/interval-chart.js'
import { latencyChart } from '../charts/latency-chart.js'
import { healthCharts, healthTable, slicesChart, slicesTable } from '../charts/slice-charts.js'

/**
 * @import { Table } from '../../report/sections/sections.js'
 * @import { Analysis } from '../../types.js'
 * @import { Part } from '../render-page.js'
 */

/** @type {Part} */
const SLICES_INTRO = {
  template: 'section-body',
  section: {
    lines: [
      'A slice is a short period of load in which the counters are read. Each round starts one server process per variant: a launch.'
    ]
  }
}

/**
 * Returns the charts of a page, by the chapter they belong to, with the same values as tables.
 * @param {Analysis} analysis
 */
export function chartsOf(analysis) {
  const { variants, latencies, sliceSeries, gauges } = analysis
  const slices = sliceSeries.flatMap(series =>
    withTable(slicesChart(series, variants), slicesTable(series, variants), `${metricInWords(series.metric)} by slice`)
  )
  return {
    changes: intervalChart(intervalPanels(analysis)),
    latencies: latencies.map(table => (table.curves.length === 0 ? '' : latencyChart(table, variants))),
    slices: slices.length > 0 ? [SLICES_INTRO, ...slices] : [],
    servers: withTable(healthCharts(gauges, variants), healthTable(gauges, variants), 'Server metrics by round')
  }
}

/** @param {string} html @returns {Part} */
function chartPart(html) {
  return { template: 'chart', html }
}

/** @param {string} html @param {Table} table @param {string} what the chart and the table show @returns {Part[]} */
function withTable(html, table, what) {
  if (html === '') return []
  return [chartPart(html), { template: 'folded', section: { heading: `${what} (table)`, table } }]
}
