import { expect, test } from '@jest/globals'
import { timeRatio, uploadRanking } from '../../../../src/labs/upload/figures.js'
import { cellOf, MIB, timesOf } from '../../../verdict/upload/records.js'

const own = 'in memory'
const other = 'stream'
/** Twice, 2 e^0.1 and 2 e^-0.1 times as long: the logarithms have a standard deviation of 0.1. */
const times = timesOf({
  [own]: { 1: [200, 100 * Math.exp(0.1), 20 * Math.exp(-0.1)], 10: [1000] },
  [other]: { 1: [100, 50, 10] }
})
const asked = { own, other, sizeBytes: MIB }

test('the ratio is paired by repeat, with a t interval on the logarithm', () => {
  const ratio = timeRatio({ times, repeats: [0, 1, 2] }, asked)
  const half = (4.302653 * 0.1) / Math.sqrt(3)
  expect(ratio?.value).toBeCloseTo(2, 9)
  expect(ratio?.low).toBeCloseTo(2 * Math.exp(-half), 5)
  expect(ratio?.high).toBeCloseTo(2 * Math.exp(half), 5)
})

test('two comparisons: each interval has 97.5% (Bonferroni)', () => {
  const ratio = timeRatio({ times, repeats: [0, 1, 2] }, { ...asked, comparisons: 2 })
  // The t factor of 2 degrees of freedom at 98.75%.
  const half = (6.205347 * 0.1) / Math.sqrt(3)
  expect(ratio?.value).toBeCloseTo(2, 9)
  expect(ratio?.low).toBeCloseTo(2 * Math.exp(-half), 5)
  expect(ratio?.high).toBeCloseTo(2 * Math.exp(half), 5)
})

test('two repeats have a ratio without an interval, and so have three of which one lacks a time', () => {
  const two = timeRatio({ times, repeats: [0, 1] }, asked)
  expect(two).toEqual({ value: expect.closeTo(2 * Math.exp(0.05), 9), low: null, high: null })
  expect(timeRatio({ times, repeats: [0, 1, 3] }, asked)).toEqual(two)
})

test('without a repeat of both there is no ratio', () => {
  expect(timeRatio({ times, repeats: [0, 1, 2] }, { own, other: 'temporary file' })).toBeNull()
  expect(timeRatio({ times, repeats: [] }, asked)).toBeNull()
})

test('strategies that stored all files of every size, the fastest first, each against the fastest', () => {
  const batches = [
    { sizeBytes: MIB, files: 125 },
    { sizeBytes: 10 * MIB, files: 25 }
  ]
  const known = {
    stream: { 1: [100, 100, 100], 10: [900, 900, 900] },
    // Faster with small files, slower with large ones: the geometric mean is 400, that of stream 300.
    'buffer 4 KiB': { 1: [80, 80, 80], 10: [2000, 2000, 2000] },
    'temporary file': { 1: [50, 50, 50], 10: [800, 800, 800] },
    'in memory': { 1: [10, 10, 10], 10: [1, 1, 1] },
    'buffer 4 MiB': { 1: [1, 1, 1] }
  }
  const cells = Object.entries(known).flatMap(([variant, bySize]) =>
    Object.entries(bySize).map(([mib, [ms]]) => cellOf({ variant, sizeBytes: Number(mib) * MIB, ms }))
  )
  const lost = cells.map(cell =>
    cell.variant === 'in memory' && cell.sizeBytes > MIB
      ? { ...cell, outcome: /** @type {const} */ ('over limit'), fileMs: null }
      : cell
  )
  const variants = ['missing', ...Object.keys(known)]
  const ranking = uploadRanking({ variants, batches, cells: lost, repeats: [0, 1, 2], times: timesOf(known) })
  expect(ranking.map(({ variant, ratio }) => [variant, ratio?.value ?? null])).toEqual([
    ['temporary file', null],
    ['stream', expect.closeTo(1.5, 9)],
    ['buffer 4 KiB', expect.closeTo(2, 9)]
  ])
  const none = { variants, batches, cells: [], repeats: [], times: timesOf({}) }
  expect(uploadRanking(none)).toEqual([])
})

test('the order is that of the ratios: no strategy has one below 1', () => {
  // The arithmetic mean of `stream` is the lower one, its geometric mean the higher one.
  const known = { stream: { 1: [100, 100, 100] }, 'in memory': { 1: [20, 100, 250] } }
  const cells = [cellOf({ variant: 'stream', ms: 100 }), cellOf({ variant: 'in memory', ms: 370 / 3 })]
  const batches = [{ sizeBytes: MIB, files: 125 }]
  const variants = Object.keys(known)
  const ranking = uploadRanking({ variants, batches, cells, repeats: [0, 1, 2], times: timesOf(known) })
  expect(ranking.map(({ variant, ratio }) => [variant, ratio?.value ?? null])).toEqual([
    ['in memory', null],
    ['stream', expect.closeTo(100 / 500_000 ** (1 / 3), 9)]
  ])
})

test('the intervals of a ranking are one family: the more strategies, the wider', () => {
  const ms = [100, 101, 102]
  const known = { stream: { 1: [50, 51, 52] }, 'in memory': { 1: ms }, 'temporary file': { 1: ms } }
  const batches = [{ sizeBytes: MIB, files: 125 }]
  const [two, three] = [2, 3].map(count => {
    const variants = Object.keys(known).slice(0, count)
    const cells = variants.map(variant => cellOf({ variant }))
    return uploadRanking({ variants, batches, cells, repeats: [0, 1, 2], times: timesOf(known) })[1]?.ratio
  })
  expect(three?.value).toBe(two?.value)
  expect(Number(three?.low)).toBeLessThan(Number(two?.low))
})
