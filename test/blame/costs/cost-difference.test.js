import { expect, test } from '@jest/globals'
import { costDifference } from '../../../src/blame/costs/cost-difference.js'

/** Three rounds, in which each launch costs what its variant costs without a profiler. */
const pairing = {
  rounds: [0, 1, 2].map(round => ({ baseline: [round], candidate: [3 + round] })),
  launchesEach: 1,
  costPerSample: 1,
  costPerLaunch: 1000,
  launchVariance: 0
}
const tie = { ratio: 1.2, ratioError: 0.02, baselineError: 0.05 }
const costs = [100, 100, 100, 120, 120, 120]

test('the error of the ratio is of all that the candidate costs, that of the baseline of the difference', () => {
  const { difference, low, high } = costDifference(costs, { ...pairing, tie }, null)
  expect(difference).toBe(20)
  expect(20 - Number(low)).toBeCloseTo(Math.hypot(0.02 * 120, 0.05 * 20), 9)
  expect(Number(high) - 20).toBeCloseTo(Math.hypot(0.02 * 120, 0.05 * 20), 9)
})

test('both are added to what launches and samples vary by', () => {
  const vary = [98, 100, 102, 121, 120, 119]
  for (const dispersion of [null, 1]) {
    const [own, all] = [null, tie].map(each => costDifference(vary, { ...pairing, tie: each }, dispersion))
    const [half, whole] = [own, all].map(each => Number(each?.high) - Number(each?.difference))
    expect(whole).toBeCloseTo(Math.hypot(Number(half), 0.02 * 120, 0.05 * 20), 9)
    expect(Number(all?.pValue)).toBeGreaterThan(Number(own?.pValue))
  }
})

test('an error of the baseline is one of scale: what is clear stays so', () => {
  const vary = [10, 11, 12, 21, 22, 23]
  const [exact, rough] = [0, 1].map(baselineError =>
    costDifference(vary, { ...pairing, tie: { ...tie, ratioError: 0.01, baselineError } }, null)
  )
  expect(rough?.pValue).toBe(exact?.pValue)
  expect(Number(rough?.low)).toBeLessThan(Number(exact?.low))
})
