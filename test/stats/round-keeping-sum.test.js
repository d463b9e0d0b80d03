import { expect, test } from '@jest/globals'
import { roundKeepingSum, sum } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

test('the largest fractions are raised until the sum is kept', () => {
  expect(roundKeepingSum([0.4, 0.4, 0.4, 2.8])).toEqual([1, 0, 0, 3])
  expect(roundKeepingSum([1.5, 2.5])).toEqual([2, 2])
  expect(roundKeepingSum([3, 0, 4])).toEqual([3, 0, 4])
  expect(roundKeepingSum([])).toEqual([])
})

test('no value moves by one or more, and the sum is the rounded sum', () => {
  const random = seededRandom(12)
  for (let time = 0; time < 100; time++) {
    const values = Array.from({ length: 1 + Math.floor(random() * 50) }, () => random() * 3)
    const whole = roundKeepingSum(values)
    expect(sum(whole)).toBe(Math.round(sum(values)))
    for (const [index, value] of values.entries()) expect(Math.abs((whole[index] ?? 0) - value)).toBeLessThan(1)
  }
})
