import { expect, test } from '@jest/globals'
import { makeDesign } from '../../../src/measure/design.js'
import { healthCharts } from '../../../src/page/charts/health-charts.js'
import { healthGauges } from '../../../src/page/charts/health-gauges.js'
import { healthTable } from '../../../src/page/charts/health-table.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

/** @import { Load } from '../../../src/load/types.js' */

const manifest = makeManifest()

/** Of both variants a slice alone in each of two rounds, and one together. */
function makeSlices() {
  const candidate = { variant: 'log=sync', launch: 'c' }
  const { server } = makeSlice()
  const heavy = { ...server, rssBytes: 120e6 }
  return [0, 1].flatMap(round => [
    makeSlice({ round, index: 0, beside: ['c'] }),
    makeSlice({ round, index: 1 }),
    { ...makeSlice({ ...candidate, round, index: 1 }), server: heavy }
  ])
}

test('each gauge reads the slices in which a variant was alone', () => {
  const { variants, gauges } = healthGauges({ manifest, slices: makeSlices() })
  expect(variants).toEqual(['log=off', 'log=sync'])
  expect(gauges.map(({ label, unit, points }) => [label, unit, points.length, points[0]?.value])).toEqual([
    ['event-loop delay, p99', 'ms', 4, 1000],
    ['time paused to collect garbage', '%', 4, 0.005],
    ['memory of the process (RSS)', 'MB', 4, 80e6],
    ['heap used', 'MB', 4, 20e6],
    ['server busy', '% of a core', 4, 1],
    ['generator busy', '% of a core', 4, 0.25]
  ])
})

test('there are limits where being busy voids a slice', () => {
  expect(limitsUnder({ generator: 'autocannon', mode: 'closed', connections: 100 })).toEqual([0.9, 0.85])
  expect(limitsUnder({ generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.6 })).toEqual([0.85])
  expect(limitsUnder({ generator: 'artillery', mode: 'batch', users: 5, requestsPerUser: 2 })).toEqual([])
})

/** @param {Load} load */
function limitsUnder(load) {
  const design = makeDesign({ profilers: [], loads: [load], seed: 1, quick: true })
  const { gauges } = healthGauges({ manifest: makeManifest({ design }), slices: [makeSlice({ load })] })
  return gauges.flatMap(({ limit }) => limit?.value ?? [])
}

test('a gauge that the slices do not tell is left out', () => {
  const generatorProcess = { ...makeSlice().generatorProcess, eventLoopUtilization: Number.NaN }
  const { gauges } = healthGauges({ manifest, slices: [makeSlice({ generatorProcess })] })
  expect(gauges.map(({ label }) => label)).not.toContain('generator busy')
})

test('there is one small chart a gauge, with dots, a line a variant, the limit and its axes', () => {
  const { all } = readChart(healthCharts(healthGauges({ manifest, slices: makeSlices() })))
  const charts = [...all.querySelectorAll('.chart-svg')]
  expect(charts).toHaveLength(6)
  for (const chart of charts) {
    expect(chart.querySelectorAll('circle')).toHaveLength(4)
    expect(textsIn(chart)).toEqual(expect.arrayContaining(['round', '1', '2']))
  }
  expect(textsIn(charts[0])).toContain('event-loop delay, p99, ms')
  expect(charts.map(chart => chart.querySelectorAll('.chart-limit line').length)).toEqual([0, 0, 0, 0, 1, 1])
  expect(textsIn(charts[5])).toContain('above it the generator may be the limit')
  expect(charts[2].querySelector('desc').textContent).toBe('From 80.0 MB to 120 MB in 4 slices.')
  expect(charts[5].querySelector('title').textContent).toBe('log=off, round 1, slice 2: 25.0%')
  expect(all.querySelector('.chart-key').textContent).toBe('log=offlog=sync')
})

test('the table has the medians of each round and variant', () => {
  const { header, rows, textColumns } = healthTable(healthGauges({ manifest, slices: makeSlices() }))
  expect(header.slice(0, 3)).toEqual(['round', 'variant', 'event-loop delay, p99'])
  expect(textColumns).toBe(2)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toEqual(['1', 'log=sync', '1.00 ms', '0.5%', '120 MB', '20.0 MB', '100%', '25.0%'])
})

test('nothing is drawn of nothing', () => {
  expect(healthCharts(healthGauges({ manifest, slices: [] }))).toBe('')
})
