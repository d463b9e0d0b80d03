import { expect, test } from '@jest/globals'
import { relativeLineFit } from '../../../src/labs/skeleton/line-fit.js'

test('finds a line that goes through all points', () => {
  const points = [1, 2, 8, 64].map(x => ({ x, y: 3 * x + 0.5 }))
  const { slope, intercept } = relativeLineFit(points)
  expect(slope).toBeCloseTo(3, 12)
  expect(intercept).toBeCloseTo(0.5, 12)
})

test('weighs each point by 1 / y²', () => {
  // By hand: weights 1, 1/4, 1/16; means 9/7 and 4/3; slope 0.5 / (11/28), intercept 4/3 - 9/7 * 14/11.
  const { slope, intercept } = relativeLineFit([
    { x: 1, y: 1 },
    { x: 2, y: 2 },
    { x: 3, y: 4 }
  ])
  expect(slope).toBeCloseTo(14 / 11, 12)
  expect(intercept).toBeCloseTo(-10 / 33, 12)
})

test('a large point does not decide alone', () => {
  const exact = [1, 2, 4].map(x => ({ x, y: 2 * x }))
  const { slope } = relativeLineFit([...exact, { x: 1000, y: 2200 }])
  // Without weights it would be 2.2.
  expect(slope).toBeLessThan(2.19)
  expect(slope).toBeGreaterThan(2)
})
