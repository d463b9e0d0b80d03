import { expect, test } from '@jest/globals'
import { countsPerTurn, weightedOrder } from '../../src/stats/weighted-order.js'

test.each([
  ['equal weights', [5, 5], [1, 1]],
  ['a common divisor', [300, 100, 50], [6, 2, 1]],
  ['one item', [7], [1]],
  ['no common divisor, below the limit', [61, 38, 1], [61, 38, 1]],
  ['a rare item beyond the limit', [999_999, 1], [1000, 1]]
])('%s', (_what, weights, counts) => {
  expect(countsPerTurn(weights)).toEqual(counts)
})

test('every part of a turn has the shares of the whole, within one of each item', () => {
  const weights = [50, 30, 15, 5]
  for (const seed of [1, 2, 3, 4, 5]) {
    const order = weightedOrder(weights, seed)
    for (let length = 1; length <= order.length; length++) {
      const part = order.slice(0, length)
      for (const [item, weight] of weights.entries()) {
        const played = part.filter(index => index === item).length
        expect(Math.abs(played - (weight / 100) * length)).toBeLessThan(3)
      }
    }
    expect(weights.map((_, item) => order.filter(index => index === item).length)).toEqual([10, 6, 3, 1])
  }
})

test('the same seed gives the same order, others give others', () => {
  const orders = [1, 1, 2, 3, 4, 5].map(seed => weightedOrder([7, 5, 3], seed).join(''))
  expect(orders[1]).toBe(orders[0])
  expect(new Set(orders).size).toBeGreaterThan(2)
})
