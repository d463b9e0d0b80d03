import { expect, test } from '@jest/globals'
import { overRuns, withRuns } from '../../scripts/lab/over-runs.js'
import { formatMeanInText, formatMeanOf, formatMs } from '../../src/labs/skeleton/figures.js'

/** @param {number} value */
const mean = value => ({ value, low: value - 1, high: value + 1 })

test('a mean is the middle one of the runs, with the least and the largest in place of its interval', () => {
  const runOf = (/** @type {number} */ ms) => ({ cells: [{ variant: 'stream', sizeBytes: 1, ms: mean(ms) }] })
  const { cells } = overRuns(runOf(30), [runOf(10), runOf(20)])
  expect(cells).toEqual([{ variant: 'stream', sizeBytes: 1, ms: { value: 20, low: 10, high: 30, runs: 3 } }])
  const ms = /** @type {import('../../src/stats/types.js').Mean} */ (cells[0]?.ms)
  expect(formatMeanOf(ms, formatMs)).toBe('20.0 ms (10.0 to 30.0 ms)')
  expect(formatMeanInText(ms, formatMs)).toBe('20.0 ms (10.0 to 30.0 ms in 3 runs)')
})

test('items are matched by what they are of, in the order of the first run', () => {
  const rank = (/** @type {string} */ variant, /** @type {number} */ ratio) => ({ variant, ratio: mean(ratio) })
  const merged = overRuns({ ranks: [rank('a', 1), rank('b', 2)] }, [{ ranks: [rank('b', 4), rank('a', 3)] }])
  expect(merged.ranks.map(({ variant, ratio }) => [variant, ratio.low, ratio.high])).toEqual([
    ['a', 1, 3],
    ['b', 2, 4]
  ])
})

test('what only the first run has stays as it is', () => {
  /** @type {any} */
  const first = { cells: [{ variant: 'a', ms: mean(1) }], limit: mean(5) }
  expect(overRuns(first, [{ cells: [], limit: null }])).toEqual(first)
})

test('a conclusion on which the runs differ is one that differs', () => {
  const run = (/** @type {string} */ outcome) => ({
    conclusions: [{ id: 'best', outcome, values: { ratio: mean(2) } }]
  })
  expect(overRuns(run('holds'), [run('holds')]).conclusions).toMatchObject([{ outcome: 'holds' }])
  expect(overRuns(run('holds'), [run('cannot tell')]).conclusions).toMatchObject([
    { outcome: 'differs', outcomes: ['holds', 'cannot tell'] }
  ])
})

test('points without a name of their own, and items whose texts differ, stay those of the first run', () => {
  const runOf = (/** @type {number[][]} */ points, /** @type {string} */ fewer, /** @type {number[]} */ micros) => ({
    points: points.map(([atMs, bytes]) => ({ atMs, bytes })),
    against: { fewer, calls: fewer.length },
    micros
  })
  const first = runOf(
    [
      [0, 1],
      [1, 9]
    ],
    'a',
    [1, 5]
  )
  const other = runOf(
    [
      [0, 2],
      [2, 7]
    ],
    'bb',
    [3, 7]
  )
  expect(overRuns(first, [other])).toEqual({ ...first, micros: [2, 6] })
})

test('behind a figure without a range are those of the runs, by the place of their section', () => {
  const section = (/** @type {string} */ rate, /** @type {string} */ p99) => ({
    heading: `PUT at ${rate}`,
    table: {
      header: ['strategy', 'p99', 'p99'],
      rows: [
        ['inline', p99, '1 to 2'],
        ['pool', '7', '7']
      ],
      textColumns: 1
    }
  })
  const runs = [[section('100/s', '5')], [section('110/s', '4')], [section('90/s', '6')]]
  const [merged] = withRuns([section('100/s', '5')], runs)
  expect(merged?.table?.rows).toEqual([
    ['inline', '5 (4, 6)', '1 to 2'],
    ['pool', '7', '7']
  ])
})

test('one run is as it was measured', () => {
  const run = { cells: [{ ms: mean(1) }] }
  expect(overRuns(run, [])).toBe(run)
})
