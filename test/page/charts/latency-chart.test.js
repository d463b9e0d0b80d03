import { expect, test } from '@jest/globals'
import { makeDesign } from '../../../src/measure/design.js'
import { latencyChart } from '../../../src/page/charts/latency-chart.js'
import { latencyCurves } from '../../../src/page/charts/latency-curves.js'
import { latencyScale } from '../../../src/page/charts/latency-scale.js'
import { spreadOut } from '../../../src/page/charts/spread-out.js'
import { microsHistogram } from '../../../src/stats/micros-histogram.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

/**
 * @import { Load } from '../../../src/load/types.js'
 * @import { SliceRecord } from '../../../src/runs/types.js'
 */

/** @type {Load} */
const load = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
const manifest = makeManifest({ design: makeDesign({ profilers: [], loads: [load], seed: 1, quick: false }) })

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

test('a curve goes through the quantiles of all slices of a variant, up to where five requests are left', () => {
  const slices = [
    openSlice(),
    openSlice({ launch: '02-log=off', round: 1 }),
    openSlice({ variant: 'log=sync', scale: 2 })
  ]
  const [{ ratePerSecond, variants, curves } = fail()] = latencyCurves({ manifest, slices })
  expect(ratePerSecond).toBe(800)
  expect(variants).toEqual(['log=off', 'log=sync'])
  expect(curves.map(({ variant }) => variant)).toEqual(['log=off', 'log=sync'])
  const [off = fail(), sync = fail()] = curves
  expect(off.named.map(({ quantile, micros }) => [quantile, micros])).toEqual([
    [0.5, 500],
    [0.9, 900],
    [0.99, 990]
  ])
  expect(off.longest).toEqual({ quantile: 1, nines: Math.log10(2000), micros: 1000 })
  expect(off.points[0]?.micros).toBe(1)
  expect(off.points.at(-1)?.quantile).toBeCloseTo(1 - 5 / 2000, 9)
  expect(sync.named[0]?.micros).toBeCloseTo(1000, -1)
})

test('a round in which one variant cannot be used is left out for all; profiled slices are', () => {
  const late = openSlice({ variant: 'log=sync', round: 1, scale: 9 })
  const slices = [
    openSlice(),
    openSlice({ variant: 'log=sync' }),
    openSlice({ round: 1, scale: 9 }),
    { ...late, pace: late.pace && { ...late.pace, isSaturated: true } },
    openSlice({ profiler: 'cdp', scale: 9 })
  ]
  const [{ curves } = fail()] = latencyCurves({ manifest, slices })
  expect(curves.map(({ longest }) => [longest.nines, longest.micros])).toEqual([
    [3, 1000],
    [3, 1000]
  ])
})

test('there is no curve of a handful of requests, nor of a closed loop', () => {
  expect(latencyCurves({ manifest, slices: [openSlice({ count: 5 })] })).toEqual([])
  expect(latencyCurves({ manifest: makeManifest(), slices: [makeSlice()] })).toEqual([])
})

test('both variants are lines with their names at the ends, percentiles on the axis, a tip at each', () => {
  const slices = [openSlice({ count: 10_000 }), openSlice({ count: 10_000, variant: 'log=sync', scale: 2 })]
  const [curves = fail()] = latencyCurves({ manifest, slices })
  const { wide, narrow } = readChart(latencyChart(curves))
  for (const svg of [wide, narrow]) {
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining(['log=off', 'log=sync', 'p50', 'p99', 'max', 'response time, ms', '0', '20'])
    )
    expect(textsIn(svg)).toContain('percentile: the share of requests at least as fast')
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
