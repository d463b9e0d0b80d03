import { expect, test } from '@jest/globals'
import { parseHTML } from 'linkedom'
import { seriesAt, seriesNames, sliceChart } from '../../../src/page/charts/slice-chart.js'
import { gaugeSeries, sliceSeries } from '../../../src/verdict/slices/slice-series.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const manifest = makeManifest()
const variants = ['log=off', 'log=sync']

/** @param {SliceRecord[]} slices @param {number} [index] @param {string[]} [names] */
function chartOf(slices, index = 0, names = variants) {
  const checked = checkSlices(slices, manifest.experiment)
  const all = { sliceSeries: [sliceSeries('cpuPerRequest', manifest, checked)], gauges: gaugeSeries(manifest, checked) }
  const series = seriesAt(all, index, ({ discarded }) => new Map(discarded.map(({ row }) => [row, 'discarded: <b>'])))
  const svg = series ? sliceChart(series, names) : ''
  const { document } = parseHTML(`<html><body>${svg}</body></html>`)
  expect(svg).not.toMatch(/NaN|undefined|Infinity|style=/)
  return {
    svg,
    names: seriesNames(all),
    find: (/** @type {string} */ selector) => [...document.querySelectorAll(selector)]
  }
}

/**
 * @param {number} round
 * @param {number} index also the second of the round in which it was begun
 * @param {Parameters<typeof makeSlice>[0]} [changes]
 */
function slice(round, index, changes = {}) {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, round, index)).toISOString()
  return makeSlice({ round, index, startedAt, ...changes })
}

/** Two rounds of two slices per variant; the last one is discarded. */
function makeSlices() {
  const candidate = { variant: 'log=sync', launch: 'c' }
  return [
    slice(0, 0, { cpuMicros: 100_000 }),
    slice(0, 1, { ...candidate, cpuMicros: 200_000 }),
    slice(0, 2, { cpuMicros: 120_000 }),
    slice(0, 3, { ...candidate, cpuMicros: 220_000 }),
    slice(1, 0, { cpuMicros: 110_000 }),
    slice(1, 1, { ...candidate, cpuMicros: 210_000 }),
    slice(1, 2, { ...candidate, cpuMicros: 90_000_000, errors: 3 })
  ]
}

test('slices are dots at equal distances in their round, discarded ones crosses, medians lines, each with a tip', () => {
  const { find } = chartOf(makeSlices())
  const dots = find('circle.variant-0').map(dot => Number(dot.getAttribute('cx')))
  expect(dots).toHaveLength(3)
  // Of 1,056 px of two rounds: an eighth, five eighths, and a sixth of the second one.
  expect(dots).toEqual([122, 386, 672])
  expect(find('circle.variant-1')).toHaveLength(3)
  expect(find('.cross').map(cross => cross.textContent)).toEqual([
    'log=sync, round 2, slice 3, after 62.0 s: 90.0 ms; discarded: <b>'
  ])
  expect(find('.median')).toHaveLength(4)
  expect(find('circle title')[0]?.textContent).toBe('log=off, round 1, slice 1, after 0 µs: 100 µs')
  expect(find('desc')[0]?.textContent).toBe(
    'log=off: 100 µs to 120 µs, median 110 µs, 3 slices. log=sync: 200 µs to 220 µs, median 210 µs, 3 slices. Discarded or for CPU only: 1.'
  )
})

test('a slice of several machines names its own', () => {
  const startedAt = '2026-01-01T00:00:00.000Z'
  const shards = [1, 2].map(shard => ({ shard, run: 'a run', startedAt, machine: manifest.machine, boot: null }))
  const setup = { ...manifest, merged: { count: 3, shards, leftOut: [] } }
  const slices = checkSlices([slice(0, 0, { machine: 1 }), slice(1, 0, { machine: 2 })], manifest.experiment)
  const all = { sliceSeries: [sliceSeries('cpuPerRequest', setup, slices)], gauges: gaugeSeries(setup, slices) }
  const series = seriesAt(all, 0, () => new Map())
  expect(series && sliceChart(series, variants)).toMatch(/log=off, machine 2, round 2, slice 1, after/)
})

test('the state of servers and generator is drawn from zero on, with its limit', () => {
  const { names } = chartOf(makeSlices())
  expect(names.slice(0, 2)).toEqual(['CPU per request', 'event-loop delay, p99'])
  const busy = chartOf(makeSlices(), names.indexOf('load generator busy'))
  expect(busy.find('text').map(text => text.textContent)).toEqual(
    expect.arrayContaining(['0', 'above: the load generator may be the bottleneck'])
  )
})

test('a round without a slice has no place, and many slices have no tips', () => {
  const { find } = chartOf(makeSlices().map(each => ({ ...each, round: each.round === 0 ? 3 : 9 })))
  expect(find('text.x').map(text => text.textContent)).toEqual(['4', '10'])
  const many = Array.from({ length: 2100 }, (_, each) => slice(each >> 5, each & 31, { cpuMicros: 100_000 + each }))
  expect(chartOf(many).find('circle title')).toEqual([])
})

test('without a slice that counts there is no chart, and a hostile name is text', () => {
  expect(chartOf([]).svg).toBe('')
  const { svg } = chartOf(makeSlices(), 0, ['log=off', '</script><img src=x onerror="alert(1)">'])
  expect(svg).not.toMatch(/<img|<\/script/)
})
