import { expect, test } from '@jest/globals'
import { latencyChart, latencyScale, spreadOut } from '../../../src/page/charts/latency-chart.js'
import { microsHistogram } from '../../../src/stats/micros-histogram.js'
import { latencyTable } from '../../../src/verdict/decide/latency-table.js'
import { makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

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

test('both variants are lines with their names at the ends, percentiles on the axis, a tip at each', () => {
  const slices = [openSlice({ count: 10_000 }), openSlice({ count: 10_000, variant: 'log=sync', scale: 2 })]
  const table = latencyTable(load, variants, [], { all: slices, forRates: slices }) ?? fail()
  const { wide, narrow } = readChart(latencyChart(table, variants))
  for (const svg of [wide, narrow]) {
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining(['log=off', 'log=sync', 'p50', 'p99', 'max', 'latency, ms', '0', '20'])
    )
    expect(textsIn(svg)).toContain('percentile')
  }
  const strokes = [...wide.querySelectorAll('[stroke="var(--baseline)"], [stroke="var(--candidate)"]')]
  expect(strokes).toHaveLength(4)
  const tips = [...wide.querySelectorAll('.chart-dot title')].map(tip => tip.textContent)
  expect(tips).toContain('log=off, max: 10.0 ms')
  expect(tips).toContain('log=sync, max: 20.0 ms')
  expect(tips).toHaveLength(10)
  expect(wide.querySelector('desc').textContent).toMatch(/^log=off: p50 5\.\d\d ms, p90 9\./)
})

test('the axis is linear from zero, in round steps, until that would flatten most of a curve', () => {
  const curve = {
    variant: 'a',
    points: [
      { quantile: 0, nines: 0, micros: 100 },
      { quantile: 0.5, nines: 0.3, micros: 1000 }
    ],
    named: [],
    longest: { quantile: 1, nines: 2, micros: 9000 }
  }
  expect(latencyScale([curve])).toEqual({
    unit: 'ms',
    unitMicros: 1000,
    type: 'linear',
    domain: [0, 10],
    ticks: [0, 2, 4, 6, 8, 10]
  })
  const longer = { ...curve, longest: { ...curve.longest, micros: 90_000 } }
  const { type, domain, ticks } = latencyScale([longer])
  expect({ type, domain, ticks }).toEqual({
    type: 'log',
    domain: [0.1, 90],
    ticks: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]
  })
  expect(latencyScale([{ ...curve, longest: { ...curve.longest, micros: 999 } }]).unit).toBe('µs')
})

test('labels that would touch are moved apart around their middle, the others stay', () => {
  expect(spreadOut([10, 100], 15)).toEqual([10, 100])
  expect(spreadOut([52, 50], 14)).toEqual([58, 44])
  expect(spreadOut([50, 50, 50], 10)).toEqual([40, 50, 60])
  expect(spreadOut([0, 9, 18, 100], 10)).toEqual([-1, 9, 19, 100])
  expect(spreadOut([], 10)).toEqual([])
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
  expect(textsIn(wide)).toEqual(expect.arrayContaining(ticks))
})
