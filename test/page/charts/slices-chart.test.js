import { expect, test } from '@jest/globals'
import { slicePoints } from '../../../src/page/charts/slice-points.js'
import { slicesChart } from '../../../src/page/charts/slices-chart.js'
import { slicesTable } from '../../../src/page/charts/slices-table.js'
import { makeManifest, makeSlice } from '../../helpers/make-run.js'
import { readChart, textsIn } from './read-chart.js'

const manifest = makeManifest()

/**
 * @param {number} round
 * @param {number} index also the second of the round in which it was begun
 * @param {Parameters<typeof makeSlice>[0]} [changes]
 */
function slice(round, index, changes = {}) {
  const startedAt = new Date(Date.UTC(2026, 0, 1, 0, round, index)).toISOString()
  return makeSlice({ round, index, startedAt, ...changes })
}

/** Two rounds of two slices a variant; the last one is void. */
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

test('each slice has its value, its place in its round, and why it does not count', () => {
  const { metric, variants, points } = slicePoints('cpuPerRequest', { manifest, slices: makeSlices().reverse() })
  expect({ metric, variants }).toEqual({ metric: 'cpuPerRequest', variants: ['log=off', 'log=sync'] })
  expect(points.map(({ position }) => position)).toEqual([
    0.125,
    0.375,
    0.625,
    0.875,
    1 + 1 / 6,
    1.5,
    expect.closeTo(1 + 5 / 6, 9)
  ])
  expect(points[1]).toEqual({
    variant: 'log=sync',
    round: 0,
    index: 1,
    position: 0.375,
    minutes: 1 / 60,
    value: 200,
    flaws: []
  })
  expect(points[6]).toMatchObject({ value: 90_000, flaws: ['3 requests without an answer'] })
})

test('profiled slices and other loads have no place; requests/s are of slices alone, CPU of slices together', () => {
  const beside = ['other']
  const slices = [
    slice(0, 0, { beside }),
    slice(0, 1),
    slice(0, 2, { profiler: 'cdp' }),
    slice(0, 3, { load: { generator: 'artillery', mode: 'batch', users: 5, requestsPerUser: 2 } })
  ]
  expect(slicePoints('cpuPerRequest', { manifest, slices }).points.map(({ index }) => index)).toEqual([0])
  expect(slicePoints('requestsPerSecond', { manifest, slices }).points.map(({ index }) => index)).toEqual([1])
})

test('a flaw that spoils requests/s alone leaves CPU as it is', () => {
  const busy = { ...makeSlice().generatorProcess, eventLoopUtilization: 0.99 }
  const slices = [slice(0, 0, { generatorProcess: busy })]
  expect(slicePoints('cpuPerRequest', { manifest, slices }).points[0]?.flaws).toEqual([])
  expect(slicePoints('requestsPerSecond', { manifest, slices }).points[0]?.flaws[0]).toMatch(/generator was busy/)
})

test('slices are dots by variant, void ones crosses at the edge, medians bars, each with a tip', () => {
  const { all, wide, narrow } = readChart(slicesChart(slicePoints('cpuPerRequest', { manifest, slices: makeSlices() })))
  for (const svg of [wide, narrow]) {
    const [baseline, candidate] = svg.querySelectorAll('.chart-dot')
    expect(baseline.getAttribute('stroke')).toBe('var(--baseline)')
    expect(baseline.querySelectorAll('circle')).toHaveLength(3)
    expect(candidate.getAttribute('fill')).toBe('var(--candidate)')
    expect(candidate.querySelectorAll('circle')).toHaveLength(3)
    const crosses = [...svg.querySelectorAll('.chart-void path')]
    expect(crosses).toHaveLength(1)
    expect(crosses[0].textContent).toBe(
      'log=sync, round 2, slice 3, 1.0 min after the start: 90.0 ms; void: 3 requests without an answer'
    )
    expect(svg.querySelectorAll('.chart-median line')).toHaveLength(4)
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining([
        'CPU per request, µs',
        'round, its slices in the order they were played',
        '1',
        '2',
        '200'
      ])
    )
  }
  expect(wide.querySelector('desc').textContent).toBe(
    'log=off: 100 µs to 120 µs, median 110 µs, in 3 slices. ' +
      'log=sync: 200 µs to 220 µs, median 210 µs, in 3 slices. Slices that are void: 1.'
  )
  expect(baselineTip(wide)).toBe('log=off, round 1, slice 1, 0.0 min after the start: 100 µs')
  expect(all.querySelector('.chart-key').textContent).toBe('log=offlog=syncmedian of a roundvoid, not counted')
})

/** @param {any} svg */
function baselineTip(svg) {
  return svg.querySelector('.chart-dot circle title').textContent
}

test('a slice without requests has no value and is drawn all the same', () => {
  const slices = [...makeSlices(), slice(1, 3, { completed: 0 })]
  const { wide } = readChart(slicesChart(slicePoints('cpuPerRequest', { manifest, slices })))
  expect(wide.querySelectorAll('.chart-void path')).toHaveLength(2)
  expect(wide.querySelector('.chart-void').textContent).toMatch(/no value; void: no request was completed/)
})

test('many slices are one path a variant, their medians a line, and a void one still a cross', () => {
  const slices = Array.from({ length: 300 }, (_, each) =>
    slice(each >> 2, each & 3, { cpuMicros: 100_000 + each, errors: each === 7 ? 1 : 0 })
  )
  const { wide } = readChart(slicesChart(slicePoints('cpuPerRequest', { manifest, slices })))
  const [path, ...others] = wide.querySelectorAll('.chart-dust')
  expect(others).toEqual([])
  expect(path.getAttribute('stroke')).toBe('var(--baseline)')
  expect(path.getAttribute('d').match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(299)
  expect(wide.querySelectorAll('.chart-median path')).toHaveLength(1)
  expect(wide.querySelectorAll('.chart-void path')).toHaveLength(1)
})

test('many void slices are one path a variant, as many slices are', () => {
  const slices = Array.from({ length: 300 }, (_, each) =>
    slice(each >> 2, each & 3, { cpuMicros: 100_000, errors: each < 8 ? 0 : 1 })
  )
  const { wide } = readChart(slicesChart(slicePoints('cpuPerRequest', { manifest, slices })))
  const [path, ...others] = wide.querySelectorAll('.chart-void')
  expect(others).toEqual([])
  expect(path.getAttribute('stroke')).toBe('var(--baseline)')
  expect(path.getAttribute('d').match(/M[\d.]+ [\d.]+m/g)).toHaveLength(292)
})

test('without void slices there is no word of them; without slices there is no chart', () => {
  const html = slicesChart(slicePoints('requestsPerSecond', { manifest, slices: makeSlices().slice(0, 4) }))
  expect(html).not.toMatch(/void/)
  expect(textsIn(readChart(html).wide)).toContain('requests/s')
  expect(slicesChart(slicePoints('cpuPerRequest', { manifest, slices: [] }))).toBe('')
})

test('a hostile name is text wherever it stands', () => {
  const name = '</script><img src=x onerror="alert(1)">&amp;'
  const [first, second] = manifest.experiment.variants
  const experiment = {
    ...manifest.experiment,
    variants: /** @type {typeof manifest.experiment.variants} */ ([first, { ...second, name }])
  }
  const slices = makeSlices().map(each => (each.variant === 'log=sync' ? { ...each, variant: name } : each))
  const html = slicesChart(slicePoints('cpuPerRequest', { manifest: { ...manifest, experiment }, slices }))
  expect(html).not.toMatch(/<img|<\/script/)
  expect(readChart(html.replaceAll('onerror=', '')).all.querySelectorAll('.chart-key li')[1].textContent).toBe(
    name.replace('onerror=', '')
  )
})

test('the table has every slice, void ones in brackets, and the median of those that count', () => {
  expect(slicesTable(slicePoints('cpuPerRequest', { manifest, slices: makeSlices() }))).toEqual({
    header: ['round', 'variant', 'median', 'slices in their order, void ones in brackets'],
    rows: [
      ['1', 'log=off', '110 µs', '100 µs  120 µs'],
      ['1', 'log=sync', '210 µs', '200 µs  220 µs'],
      ['2', 'log=off', '110 µs', '110 µs'],
      ['2', 'log=sync', '210 µs', '210 µs  (90.0 ms)']
    ],
    textColumns: 2
  })
})

test('a variant whose slices are all void has no median', () => {
  const slices = makeSlices().map(each =>
    each.variant === 'log=sync' && each.round === 1 ? { ...each, errors: 1 } : each
  )
  expect(slicesTable(slicePoints('cpuPerRequest', { manifest, slices })).rows[3]).toEqual([
    '2',
    'log=sync',
    '-',
    '(210 µs)  (90.0 ms)'
  ])
})
