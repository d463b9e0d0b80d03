import { expect, test } from '@jest/globals'
import { binomialUpper } from '../../scripts/proofs/lib/binomial.js'
import { quantile } from '../../scripts/proofs/lib/tables.js'

test.each([
  [0, 3, 1 - 0.01 ** (1 / 3)],
  [0, 56, 1 - 0.01 ** (1 / 56)],
  [3, 3, 1],
  [5, 100, 0.12585]
])('%i of %i independent runs leave %d possible', (hits, runs, bound) => {
  expect(binomialUpper(hits, runs)).toBeCloseTo(bound, 4)
})

test('a quantile is one of the values', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([3, 1, 2], 1)).toBe(3)
})
