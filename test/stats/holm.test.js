import { expect, test } from '@jest/globals'
import { holmAdjusted } from '../../src/stats/multiple-tests.js'

test('the smallest of three is multiplied by 3, the next by 2, and no p-value is below a smaller one', () => {
  const adjusted = holmAdjusted([0.04, 0.01, 0.03])
  expect(adjusted[1]).toBeCloseTo(0.03, 12)
  expect(adjusted[2]).toBeCloseTo(0.06, 12)
  expect(adjusted[0]).toBeCloseTo(0.06, 12)
})

test('one p-value stays as it is, and none exceeds 1', () => {
  expect(holmAdjusted([0.02])).toEqual([0.02])
  expect(holmAdjusted([0.9, 0.8])).toEqual([1, 1])
})
