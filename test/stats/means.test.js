import { expect, test } from '@jest/globals'
import { robustMean } from '../../src/stats/means.js'

test('the robust mean of one value is the value, of two their geometric mean, of none null', () => {
  expect(robustMean([5])).toBeCloseTo(5, 12)
  expect(robustMean([2, 8])).toBeCloseTo(4, 12)
  expect(robustMean([])).toBeNull()
})

test('one outlier of four hardly moves the robust mean, however far out', () => {
  const quiet = robustMean([98, 100, 101, 99]) ?? 0
  expect(Math.abs((robustMean([98, 100, 160, 99]) ?? 0) / quiet - 1)).toBeLessThan(0.01)
  expect(robustMean([98, 100, 9e9, 99])).toBe(robustMean([98, 100, 160, 99]))
})

test('the robust mean scales with its values', () => {
  const values = [3, 4, 5, 9]
  expect((robustMean(values.map(value => value * 7)) ?? 0) / (robustMean(values) ?? 1)).toBeCloseTo(7, 12)
})

test('values that are not above zero are left out', () => {
  expect(robustMean([0, 4, 4, Number.NaN])).toBeCloseTo(4, 12)
})
