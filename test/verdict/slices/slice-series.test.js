import { expect, test } from '@jest/globals'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { presetOf } from '../../../src/measure/rounds/presets.js'
import { gaugeSeries, sliceSeries } from '../../../src/verdict/slices/slice-series.js'
import { checkSlices, unprofiledOf } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { RowName } from '../../../src/verdict/slices/launch-metrics.js' */

const manifest = makeManifest()
const candidate = { variant: 'log=sync', launch: 'c' }

/**
 * @param {number} round
 * @param {number} index also the second of the round in which the slice started
 * @param {Parameters<typeof makeSlice>[0]} [changes]
 */
function slice(round, index, changes = {}) {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, round, index)).toISOString()
  return makeSlice({ round, index, startedAt, ...changes })
}

/** @param {SliceRecord[]} slices */
function checked(slices) {
  return unprofiledOf(checkSlices(slices, manifest.experiment))
}

/**
 * @param {RowName} metric
 * @param {SliceRecord[]} slices
 */
function seriesOf(metric, slices) {
  return sliceSeries(metric, manifest, checked(slices))
}

test('a series has the slices in the order of their start, with the reasons of discarded ones', () => {
  const slices = [
    slice(0, 0, { cpuMicros: 100_000 }),
    slice(0, 1, { ...candidate, cpuMicros: 200_000 }),
    slice(1, 0, { cpuMicros: 120_000 }),
    slice(1, 1, { cpuMicros: 110_000 }),
    slice(1, 2, { ...candidate, cpuMicros: 90_000_000, errors: 3 }),
    slice(1, 3, { ...candidate, completed: 0 })
  ]
  expect(seriesOf('cpuPerRequest', slices.toReversed())).toEqual({
    metric: 'cpuPerRequest',
    variants: [0, 1, 0, 0, 1, 1],
    rounds: [0, 0, 1, 1, 1, 1],
    indexes: [0, 1, 0, 1, 2, 3],
    startMs: [0, 1000, 60_000, 61_000, 62_000, 63_000],
    values: [100, 200, 120, 110, 90_000, null],
    discarded: [
      { row: 4, reasons: [{ code: 'failed-requests', discards: 'everything', requests: 3 }] },
      { row: 5, reasons: [{ code: 'no-responses', discards: 'everything' }] }
    ],
    ranges: [
      { low: 100, median: 110, high: 120, count: 3 },
      { low: 200, median: 200, high: 200, count: 1 }
    ],
    medians: [
      [100, 115],
      [200, null]
    ]
  })
})

test('slices of several machines are one machine after the other, each since its own start', () => {
  const usual = { machine: manifest.machine, boot: null }
  const shards = [
    { ...usual, shard: 1, run: 'one', startedAt: '2026-01-01T00:00:00.000Z' },
    { ...usual, shard: 3, run: 'three', startedAt: '2025-12-31T23:59:00.000Z' }
  ]
  const slices = [slice(1, 5, { machine: 3 }), slice(0, 2, { machine: 1 }), slice(0, 8, { machine: 1 })]
  const merged = { count: 3, shards, leftOut: [] }
  expect(sliceSeries('cpuPerRequest', { ...manifest, merged }, checked(slices))).toMatchObject({
    machines: [1, 1, 3],
    indexes: [2, 8, 5],
    startMs: [2000, 8000, 125_000]
  })
})

test('CPU is a series of shared-core slices, requests/s of separate slices; other loads and profiled slices are in none', () => {
  const slices = [
    slice(0, 0, { beside: ['other'] }),
    slice(0, 1),
    slice(0, 2, { profiler: 'cdp' }),
    slice(0, 3, { load: { generator: 'artillery', mode: 'batch', users: 5, requestsPerUser: 2 } })
  ]
  expect(seriesOf('cpuPerRequest', slices).indexes).toEqual([0])
  expect(seriesOf('requestsPerSecond', slices).indexes).toEqual([1])
})

test('a slice that is discarded for rates counts for CPU', () => {
  const busy = { ...makeSlice().generatorProcess, eventLoopUtilization: 0.99 }
  const slices = [slice(0, 0, { generatorProcess: busy })]
  expect(seriesOf('cpuPerRequest', slices).discarded).toEqual([])
  expect(seriesOf('requestsPerSecond', slices).discarded).toMatchObject([
    { row: 0, reasons: [{ code: 'generator-busy' }] }
  ])
})

test('each gauge reads the separate slices', () => {
  const { server } = makeSlice()
  const slices = [
    slice(0, 0, { beside: ['c'] }),
    slice(0, 1),
    slice(0, 2, { ...candidate, server: { ...server, rssBytes: 120e6 } })
  ]
  const { gauges, ...times } = gaugeSeries(manifest, checked(slices))
  expect(times).toEqual({ variants: [0, 1], rounds: [0, 0], indexes: [1, 2], startMs: [1000, 2000] })
  expect(gauges.map(({ name, values }) => [name, values])).toEqual([
    ['eventLoopDelayP99Micros', [1000, 1000]],
    ['gcPauseShare', [0.005, 0.005]],
    ['rssBytes', [80e6, 120e6]],
    ['heapUsedBytes', [20e6, 20e6]],
    ['serverShare', [1, 1]],
    ['generatorShare', [0.25, 0.25]]
  ])
  expect(gauges[2]?.medians).toEqual([[80e6], [120e6]])
})

test('gauges have the limits that discard a slice under the load', () => {
  expect(limitsUnder({ generator: 'autocannon', mode: 'closed', connections: 100 })).toEqual([0.9, 0.85])
  expect(limitsUnder({ generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.6 })).toEqual([0.85])
  expect(limitsUnder({ generator: 'artillery', mode: 'batch', users: 5, requestsPerUser: 2 })).toEqual([])
})

/** @param {Load} load */
function limitsUnder(load) {
  const design = makeDesign({ profilers: [], loads: [load], seed: 1, preset: presetOf({ short: true }) })
  const { gauges } = gaugeSeries(makeManifest({ design }), checked([makeSlice({ load })]))
  return gauges.flatMap(({ limit }) => limit ?? [])
}

test('a gauge without a value is left out', () => {
  const generatorProcess = { ...makeSlice().generatorProcess, eventLoopUtilization: Number.NaN }
  const { gauges } = gaugeSeries(manifest, checked([makeSlice({ generatorProcess })]))
  expect(gauges.map(({ name }) => name)).not.toContain('generatorShare')
})
