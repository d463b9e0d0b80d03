import { expect, test } from '@jest/globals'
import { changeOfMeans, meanWithZeros } from '../../src/stats/ratio-of-means.js'

test('the interval of a change of means: by hand for two rounds', () => {
  const change = changeOfMeans([
    { baseline: 10, candidate: 10 },
    { baseline: 10, candidate: 20 }
  ])
  // The residuals are -5 and 5, so the standard error is 0.5 of the mean of the baseline; t is 12.706.
  expect(change).toMatchObject({ relative: 0.5, pairs: 2, low: -1 })
  // t = 1 of one degree of freedom.
  expect(change?.pValue).toBeCloseTo(0.5, 9)
  expect(change?.high).toBeCloseTo(0.5 + 12.706 * 0.5, 2)
})

test('a change that is the same in all rounds has an interval without width', () => {
  const rounds = [4, 8, 12].map(baseline => ({ baseline, candidate: 3 * baseline }))
  expect(changeOfMeans(rounds)).toMatchObject({ relative: 2, low: 2, high: 2, spread: 0, pValue: 0 })
})

test('steps bias neither the mean nor the change', () => {
  const counted = [0, 0, 10_000, 10_000, 10_000]
  expect(meanWithZeros(counted)?.value).toBe(6000)
  expect(changeOfMeans(counted.map(candidate => ({ baseline: 6000, candidate })))?.relative).toBeCloseTo(0)
})

test('no mean where half of the values are 0, no change without a baseline or with one round', () => {
  expect([meanWithZeros([]), meanWithZeros([0, 5])]).toEqual([null, null])
  expect(changeOfMeans([{ baseline: 1, candidate: 1 }])).toBeNull()
  const idle = { baseline: 0, candidate: 1 }
  expect(changeOfMeans([idle, idle])).toBeNull()
})
