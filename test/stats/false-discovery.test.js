import { expect, test } from '@jest/globals'
import { discoveryThreshold } from '../../src/stats/multiple-tests.js'
import { tPValue } from '../../src/stats/t-distribution.js'

test("Benjamini and Hochberg's own example: four of fifteen p-values are accepted", () => {
  const pValues = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1
  ]
  expect(discoveryThreshold(pValues)).toBe(0.0095)
})

test('none is accepted when none is small, or nothing was tested', () => {
  expect(discoveryThreshold([0.3, 0.9])).toBe(0)
  expect(discoveryThreshold([])).toBe(0)
})

test('p-values of t agree with the tables', () => {
  expect(tPValue(2.776, 4)).toBeCloseTo(0.05, 4)
  expect(tPValue(-3.169, 10)).toBeCloseTo(0.01, 4)
  expect(tPValue(0, 3)).toBe(1)
})
