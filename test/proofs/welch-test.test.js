import { expect, test } from '@jest/globals'
import { tailsBeyond, tBeyond, welchTest } from '../../scripts/proofs/lib/peer-methods.js'
import { tFactor, tPValue } from '../../src/stats/t-distribution.js'

test.each([1, 2, 5, 10, 31, 200])("at %i degrees of freedom it agrees with the workshop's own series", degrees => {
  for (const t of [0, 0.3, 1.7, 4]) expect(tailsBeyond(t, degrees)).toBeCloseTo(tPValue(t, degrees), 10)
  expect(tBeyond(0.05, degrees)).toBeCloseTo(tFactor(0.95, degrees), 5)
})

test('degrees of freedom between two whole numbers lie between', () => {
  expect(tBeyond(0.05, 17.776)).toBeLessThan(tFactor(0.95, 17))
  expect(tBeyond(0.05, 17.776)).toBeGreaterThan(tFactor(0.95, 18))
})

test('with a hundred thousand of them it is the normal distribution', () => {
  expect(tailsBeyond(1.959964, 1e5)).toBeCloseTo(0.05, 4)
})

test('equal variances and sizes have the degrees of freedom of both together', () => {
  const { t, degrees } = welchTest({ mean: 1, variance: 4, size: 8 }, { mean: 3, variance: 4, size: 8 })
  expect(degrees).toBeCloseTo(14, 12)
  expect(t).toBeCloseTo(2, 12)
})
