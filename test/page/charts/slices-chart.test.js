import { expect, test } from '@jest/globals'
import { slicePoints, slicesChart, slicesTable } from '../../../src/page/charts/slice-charts.js'
import { sliceSeries } from '../../../src/verdict/slices/slice-series.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { RowName } from '../../../src/verdict/slices/launch-metrics.js' */

const manifest = makeManifest()
const variants = ['log=off', 'log=sync']

/**
 * @param {RowName} metric
 * @param {SliceRecord[]} slices
 * @param {typeof manifest} [setup]
 */
function seriesOf(metric, slices, setup = manifest) {
  return sliceSeries(metric, setup, checkSlices(slices, setup.experiment))
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

test('the slices of a round are placed at equal distances', () => {
  const series = seriesOf('cpuPerRequest', makeSlices().reverse())
  const points = slicePoints(series, series.values, variants, series.discarded)
  expect(points.map(({ position }) => position)).toEqual([
    0.125,
    0.375,
    0.625,
    0.875,
    1 + 1 / 6,
    1.5,
    expect.closeTo(1 + 5 / 6, 9)
  ])
  expect(points[6]).toMatchObject({ variant: 'log=sync', value: 90_000, reasons: [{ code: 'failed-requests' }] })
})

test('slices are dots by variant, discarded slices crosses at the edge, medians bars, each with a tip', () => {
  const { all, wide, narrow } = readChart(slicesChart(seriesOf('cpuPerRequest', makeSlices()), variants))
  for (const svg of [wide, narrow]) {
    const [baseline, candidate] = svg.querySelectorAll('.chart-dot')
    expect(baseline.getAttribute('stroke')).toBe('var(--baseline)')
    expect(baseline.querySelectorAll('circle')).toHaveLength(3)
    expect(candidate.getAttribute('fill')).toBe('var(--candidate)')
    expect(candidate.querySelectorAll('circle')).toHaveLength(3)
    const crosses = [...svg.querySelectorAll('.chart-discarded path')]
    expect(crosses).toHaveLength(1)
    expect(crosses[0].textContent).toBe(
      'log=sync, round 2, slice 3, after 62.0 s: 90.0 ms; discarded: 3 requests without a response'
    )
    expect(svg.querySelectorAll('.chart-median line')).toHaveLength(4)
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining(['CPU per request, µs', 'round (slices in order of execution)', '1', '2', '200'])
    )
  }
  expect(wide.querySelector('desc').textContent).toBe(
    'log=off: 100 µs to 120 µs, median 110 µs, 3 slices. ' +
      'log=sync: 200 µs to 220 µs, median 210 µs, 3 slices. Discarded slices: 1.'
  )
  expect(baselineTip(wide)).toBe('log=off, round 1, slice 1, after 0 µs: 100 µs')
  expect(all.querySelector('.chart-key').textContent).toBe("log=offlog=syncmedian of the launch's slicesdiscarded")
})

/** @param {any} svg */
function baselineTip(svg) {
  return svg.querySelector('.chart-dot circle title').textContent
}

test('a slice without requests has no value and is drawn all the same', () => {
  const slices = [...makeSlices(), slice(1, 3, { completed: 0 })]
  const { wide } = readChart(slicesChart(seriesOf('cpuPerRequest', slices), variants))
  expect(wide.querySelectorAll('.chart-discarded path')).toHaveLength(2)
  expect(wide.querySelector('.chart-discarded').textContent).toMatch(/no value; discarded: no request was completed/)
})

test('many slices are one path per variant, their medians a line, and a discarded slice still a cross', () => {
  const slices = Array.from({ length: 300 }, (_, each) =>
    slice(each >> 2, each & 3, { cpuMicros: 100_000 + each, errors: each === 7 ? 1 : 0 })
  )
  const { wide } = readChart(slicesChart(seriesOf('cpuPerRequest', slices), variants))
  const [path, ...others] = wide.querySelectorAll('.chart-dust')
  expect(others).toEqual([])
  expect(path.getAttribute('stroke')).toBe('var(--baseline)')
  expect(path.getAttribute('d').match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(299)
  expect(wide.querySelectorAll('.chart-median path')).toHaveLength(1)
  expect(wide.querySelectorAll('.chart-discarded path')).toHaveLength(1)
})

test('many discarded slices are one path per variant, as many slices are', () => {
  const slices = Array.from({ length: 300 }, (_, each) =>
    slice(each >> 2, each & 3, { cpuMicros: 100_000, errors: each < 8 ? 0 : 1 })
  )
  const { wide } = readChart(slicesChart(seriesOf('cpuPerRequest', slices), variants))
  const [path, ...others] = wide.querySelectorAll('.chart-discarded')
  expect(others).toEqual([])
  expect(path.getAttribute('stroke')).toBe('var(--baseline)')
  expect(path.getAttribute('d').match(/M[\d.]+ [\d.]+m/g)).toHaveLength(292)
})

test('without discarded slices the chart does not name them; without slices there is no chart', () => {
  const html = slicesChart(seriesOf('requestsPerSecond', makeSlices().slice(0, 4)), variants)
  expect(html).not.toMatch(/discarded/)
  expect(textsIn(readChart(html).wide)).toContain('requests/s')
  expect(slicesChart(seriesOf('cpuPerRequest', []), variants)).toBe('')
})

test('a hostile name is text wherever it stands', () => {
  const name = '</script><img src=x onerror="alert(1)">&amp;'
  const [first, second] = manifest.experiment.variants
  const experiment = {
    ...manifest.experiment,
    variants: /** @type {typeof manifest.experiment.variants} */ ([first, { ...second, name }])
  }
  const slices = makeSlices().map(each => (each.variant === 'log=sync' ? { ...each, variant: name } : each))
  const html = slicesChart(seriesOf('cpuPerRequest', slices, { ...manifest, experiment }), ['log=off', name])
  expect(html).not.toMatch(/<img|<\/script/)
  expect(readChart(html.replaceAll('onerror=', '')).all.querySelectorAll('.chart-key li')[1].textContent).toBe(
    name.replace('onerror=', '')
  )
})

test('the table has every slice, discarded slices in brackets, and the median of the others', () => {
  expect(slicesTable(seriesOf('cpuPerRequest', makeSlices()), variants)).toEqual({
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: [
      ['1', 'log=off', '110 µs', '100 µs  120 µs'],
      ['1', 'log=sync', '210 µs', '200 µs  220 µs'],
      ['2', 'log=off', '110 µs', '110 µs'],
      ['2', 'log=sync', '210 µs', '210 µs  (90.0 ms)']
    ],
    textColumns: 2
  })
})

test('a variant whose slices are all discarded has no median', () => {
  const slices = makeSlices().map(each =>
    each.variant === 'log=sync' && each.round === 1 ? { ...each, errors: 1 } : each
  )
  expect(slicesTable(seriesOf('cpuPerRequest', slices), variants).rows[3]).toEqual([
    '2',
    'log=sync',
    '-',
    '(210 µs)  (90.0 ms)'
  ])
})

test('a round without a slice has no place on the axis', () => {
  const slices = makeSlices().map(each => ({ ...each, round: each.round === 0 ? 3 : 9 }))
  const { wide } = readChart(slicesChart(seriesOf('cpuPerRequest', slices), variants))
  const inOrder = readChart(slicesChart(seriesOf('cpuPerRequest', makeSlices()), variants))
  expect(textsIn(wide)).toEqual(expect.arrayContaining(['4', '10']))
  expect(textsIn(wide)).not.toContain('5')
  const places = (/** @type {any} */ svg) =>
    [...svg.querySelectorAll('circle')].map((/** @type {any} */ dot) => dot.getAttribute('cx'))
  expect(places(wide)).toEqual(places(inOrder.wide))
})
