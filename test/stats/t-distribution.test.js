import { expect, test } from '@jest/globals'
import { tFactor } from '../../src/stats/t-distribution.js'

test.each([
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [5, 2.571],
  [7, 2.365],
  [10, 2.228],
  [30, 2.042],
  [200, 1.972]
])('the 95 %% factor for %i degrees of freedom is the %d of the printed tables', (degrees, factor) => {
  expect(tFactor(0.95, degrees)).toBeCloseTo(factor, 3)
})

test('another confidence has the factor of its own column', () => {
  expect(tFactor(0.99, 9)).toBeCloseTo(3.25, 3)
})
