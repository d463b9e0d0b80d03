import { expect, test } from '@jest/globals'
import { drawRuns, intervalsOf, sliceScatter, truthOf } from '../../scripts/proofs/bank/draw-runs.js'
import { simulateRounds } from '../../scripts/proofs/lib/simulate-rounds.js'

/** @import { BankRound, BankSlice } from '../../scripts/proofs/bank/rounds.js' */

const asked = /** @type {const} */ ({ planted: 5, metric: 'cpuMainThread' })
/** Launches differ by 0.5%, slices by 1%, so a round of five slices by √2 · √(0.5² + 1²/5) = 0.95%. */
const spread = { launchSd: 0.005, sliceSd: 0.01, slices: 5, outlierShare: 0, trend: 0, walkSd: 0 }

test('a planted cost is found, and equal servers are not called different', () => {
  const [same, costlier] = [bank(0), bank(0.05)]

  const found = drawRuns(costlier, asked, 9)
  const equal = drawRuns(same, asked, 9)

  expect(truthOf(costlier, asked)).toBeCloseTo(0.05, 2)
  expect(found.slower).toBeGreaterThan(0.98)
  expect(found.covered).toBeGreaterThan(0.9)
  expect(equal.slower + equal.faster).toBeLessThan(0.02)
  expect(equal['no difference']).toBeGreaterThan(0.9)
  // t(8 degrees of freedom, 95%) · 0.95% / √9 = 0.73%, for the 0.95% of 60 rounds, which are known to 18%
  expect(equal.halfWidth).toBeGreaterThan(0.006)
  expect(equal.halfWidth).toBeLessThan(0.0087)
})

test('a slice alone scatters by the root of two times that of one launch', () => {
  const { perSlice, slicesPerRound } = sliceScatter(bank(0), asked)

  expect(perSlice).toBeGreaterThan(0.012)
  expect(perSlice).toBeLessThan(0.017)
  expect(slicesPerRound).toBe(5)
})

test('the interval of a share is of the recorded runs, and contains what was drawn of all', () => {
  const own = bank(0.02)

  const { halfWidth } = intervalsOf(own, asked, 6)
  const drawn = drawRuns(own, asked, 6)

  expect(halfWidth.low).toBeLessThan(drawn.halfWidth)
  expect(halfWidth.high).toBeGreaterThan(drawn.halfWidth)
})

/** @param {number} planted ratio @returns {BankRound[]} 60 rounds, recorded in runs of three */
function bank(planted) {
  return simulateRounds({ ...spread, effect: Math.log1p(planted) }, 60, 4).map(({ baseline, candidate }, index) => ({
    server: 'koa-json',
    run: String(Math.floor(index / 3)),
    round: index % 3,
    variants: { baseline: baseline.map(toSlice), 'plus-5': candidate.map(toSlice) }
  }))
}

/** @param {{ cpuMicros: number, completed: number }} slice @returns {BankSlice} */
function toSlice({ cpuMicros, completed }) {
  return [completed, cpuMicros, cpuMicros]
}
