import { expect, test } from '@jest/globals'
import { effectRatio } from '../../src/stats/effect-ratio.js'

const [tenPercent, twentyOnePercent] = [effectOf(1.1, 1.02), effectOf(1.21, 1.02)]

test('the one over the other, with the interval of both', () => {
  // 1.21 / 1.1 = 1.1; ln 1.02 = 0.0198026, times the root of 2 = 0.0280052: 1.1 / 1.028401 and 1.1 x 1.028401.
  const { relative, low, high } = effectRatio(tenPercent, twentyOnePercent)
  expect(relative).toBeCloseTo(0.1, 10)
  expect(low).toBeCloseTo(0.0696218, 6)
  expect(high).toBeCloseTo(0.1312411, 6)
})

test('the other way round it is the inverse', () => {
  const { relative, low, high } = effectRatio(twentyOnePercent, tenPercent)
  expect(relative).toBeCloseTo(1 / 1.1 - 1, 10)
  expect(low).toBeCloseTo(1 / 1.1312411 - 1, 6)
  expect(high).toBeCloseTo(1 / 1.0696218 - 1, 6)
})

test('half-widths add in quadrature: 3 and 4 make 5', () => {
  const { low, high } = effectRatio(effectOf(1, Math.exp(0.03)), effectOf(1.02, Math.exp(0.04)))
  expect(Math.log1p(low)).toBeCloseTo(Math.log(1.02) - 0.05, 10)
  expect(Math.log1p(high)).toBeCloseTo(Math.log(1.02) + 0.05, 10)
})

/**
 * @param {number} factor
 * @param {number} reach the factor that the interval reaches to either side: symmetric on the logarithm
 */
function effectOf(factor, reach) {
  return { relative: factor - 1, low: factor / reach - 1, high: factor * reach - 1 }
}
