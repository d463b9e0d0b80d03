import { expect, test } from '@jest/globals'
import { healthCharts, healthTable } from '../../../src/page/charts/slice-charts.js'
import { gaugeSeries } from '../../../src/verdict/slices/slice-series.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const manifest = makeManifest()
const variants = ['log=off', 'log=sync']

/** @param {SliceRecord[]} slices */
function gaugesOf(slices) {
  return gaugeSeries(manifest, checkSlices(slices, manifest.experiment))
}

/** A separate slice of both variants in each of two rounds, and one shared-core slice. */
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

test('there is one small chart per gauge, with dots, a line per variant, the limit and its axes', () => {
  const { all } = readChart(healthCharts(gaugesOf(makeSlices()), variants))
  const charts = [...all.querySelectorAll('.chart-svg')]
  expect(charts).toHaveLength(6)
  for (const chart of charts) {
    expect(chart.querySelectorAll('circle')).toHaveLength(4)
    expect(textsIn(chart)).toEqual(expect.arrayContaining(['round', '1', '2']))
  }
  expect(textsIn(charts[0])).toContain('event-loop delay, p99, ms')
  expect(charts.map(chart => chart.querySelectorAll('.chart-limit line').length)).toEqual([0, 0, 0, 0, 1, 1])
  expect(textsIn(charts[5])).toContain('above: the load generator may be the bottleneck')
  expect(charts[2].querySelector('desc').textContent).toBe('From 80.0 MB to 120 MB in 4 slices.')
  expect(charts[5].querySelector('title').textContent).toBe('log=off, round 1, slice 2: 25.0%')
  expect(all.querySelector('.chart-key').textContent).toBe('log=offlog=sync')
})

test('the table has the medians of each round and variant', () => {
  const { header, rows, textColumns } = healthTable(gaugesOf(makeSlices()), variants)
  expect(header.slice(0, 3)).toEqual(['round', 'variant', 'event-loop delay, p99'])
  expect(textColumns).toBe(2)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toEqual(['1', 'log=sync', '1.00 ms', '0.5%', '120 MB', '20.0 MB', '100%', '25.0%'])
})

test('nothing is drawn of nothing', () => {
  expect(healthCharts(gaugesOf([]), variants)).toBe('')
})
