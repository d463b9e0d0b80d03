import { expect, test } from '@jest/globals'
import { bankUpper, binomialUpper, consecutiveRuns, drawRounds, swapLabels } from '../../scripts/proofs/lib/draw.js'
import { quantile } from '../../scripts/proofs/lib/tables.js'
import { sizeFoundWith } from '../../scripts/proofs/power-table.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

test('a run is drawn without replacement as long as the bank is large enough', () => {
  const drawn = drawRounds([1, 2, 3, 4], 4, seededRandom(1))
  expect(drawn.toSorted()).toEqual([1, 2, 3, 4])
  expect(drawRounds([1, 2], 5, seededRandom(1))).toHaveLength(5)
})

test('labels are swapped in about half of the rounds, and nothing else is changed', () => {
  const rounds = Array.from({ length: 1000 }, () => ({ baseline: 'one', candidate: 'other' }))
  const swapped = swapLabels(rounds, seededRandom(2)).filter(({ baseline }) => baseline === 'other')
  expect(swapped.length).toBeGreaterThan(450)
  expect(swapped.length).toBeLessThan(550)
  expect(swapped[0]).toEqual({ baseline: 'other', candidate: 'one' })
})

test('runs in a row: all of them, and those that share nothing', () => {
  const bank = Array.from({ length: 32 }, (_, index) => index)
  expect(consecutiveRuns(bank, 10)).toHaveLength(23)
  expect(consecutiveRuns(bank, 10, 10).map(([first]) => first)).toEqual([0, 10, 20])
  expect(consecutiveRuns(bank, 33)).toEqual([])
})

test.each([
  [0, 3, 1 - 0.01 ** (1 / 3)],
  [0, 56, 1 - 0.01 ** (1 / 56)],
  [3, 3, 1],
  [5, 100, 0.12585]
])('%i of %i independent runs leave %d possible', (hits, runs, bound) => {
  expect(binomialUpper(hits, runs)).toBeCloseTo(bound, 4)
})

test('where other banks would say the same, only counting is unsure', () => {
  const otherShares = [0.05, 0.05, 0.05]
  const bound = bankUpper({ share: 0.05, draws: 10_000, otherShares, otherDraws: 100 })
  expect(bound).toBeCloseTo(0.05 + 2.3263 * Math.sqrt((0.05 * 0.95) / 10_000), 9)
  expect(bankUpper({ share: 0.05, draws: 10_000, otherShares: [0.01, 0.1], otherDraws: 1000 })).toBeGreaterThan(bound)
})

test('an effect found so often lies on the line between the two that were planted', () => {
  const points = [
    { size: 0, power: 0 },
    { size: 2, power: 0.6 },
    { size: 5, power: 1 }
  ]
  expect(sizeFoundWith(0.8, points)).toBeCloseTo(3.5, 12)
  expect(sizeFoundWith(0.8, points.slice(0, 2))).toBeNaN()
})

test('a quantile is one of the values', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([3, 1, 2], 1)).toBe(3)
})
