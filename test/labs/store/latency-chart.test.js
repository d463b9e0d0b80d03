import { expect, test } from '@jest/globals'
import { latencyChart } from '../../../src/labs/store/latency-chart.js'
import { microsHistogram } from '../../../src/stats/micros-histogram.js'
import { latencyTable } from '../../../src/verdict/decide/latency-table.js'
import { makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from '../../page/charts/read-chart.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { SliceRecord } from '../../../src/runs/types.js' */

/** @type {Load} */
const load = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
const variants = ['log=off', 'log=sync']

/**
 * A slice whose requests took 1 µs, 2 µs, 3 µs, ... times `scale`.
 * @param {Partial<SliceRecord> & { count?: number, scale?: number }} [changes]
 */
function openSlice({ count = 1000, scale = 1, ...changes } = {}) {
  const histogram = microsHistogram()
  for (let each = 1; each <= count; each++) histogram.record((each * scale) / 1e3)
  const pace = {
    intendedRatePerSecond: 800,
    serviceMicros: histogram.encode(),
    sendDelayP99Micros: 100,
    isSaturated: false
  }
  return makeSlice({ load, completed: count, latencyMicros: histogram.encode(), pace, ...changes })
}

test('both variants are lines with their names in the key, percentiles on the axis, a tip at each', () => {
  const slices = [openSlice({ count: 10_000 }), openSlice({ count: 10_000, variant: 'log=sync', scale: 2 })]
  const table = latencyTable(load, variants, [], { all: slices, forRates: slices }) ?? fail()
  const { all, wide, narrow } = readChart(latencyChart(table, variants))
  for (const svg of [wide, narrow])
    expect(textsIn(svg)).toEqual(expect.arrayContaining(['p50', 'p99', 'max', 'latency, ms', '0', '20', 'percentile']))
  expect([...all.querySelectorAll('.chart-key li')].map(item => item.textContent)).toEqual(variants)
  const strokes = [...wide.querySelectorAll('[stroke="var(--baseline)"], [stroke="var(--candidate)"]')]
  expect(strokes).toHaveLength(4)
  const tips = [...wide.querySelectorAll('.chart-dot title')].map(tip => tip.textContent)
  expect(tips).toContain('log=off, max: 10.0 ms')
  expect(tips).toContain('log=sync, max: 20.0 ms')
  expect(tips).toHaveLength(10)
  expect(wide.querySelector('desc').textContent).toMatch(/^log=off: p50 5\.\d\d ms, p90 9\./)
})

/** @returns {never} */
function fail() {
  throw new Error('there is none')
}

test('every tick of a logarithmic axis has its value', () => {
  const slices = [openSlice({ count: 10_000 }), openSlice({ count: 10_000, variant: 'log=sync', scale: 100 })]
  const table = latencyTable(load, variants, [], { all: slices, forRates: slices }) ?? fail()
  const { wide } = readChart(latencyChart(table, variants))
  const ticks = ['0.5', '1', '2', '5', '10', '20', '50', '100', '200', '500']
  expect(textsIn(wide)).toEqual(expect.arrayContaining([...ticks, 'latency, ms, logarithmic']))
})
