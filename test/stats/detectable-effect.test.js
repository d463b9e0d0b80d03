import { expect, test } from '@jest/globals'
import {
  detectableBeyond,
  detectableEffect,
  powerBeyond,
  roundsNeeded,
  roundsToNarrow,
  roundsToStayWithin
} from '../../src/stats/detectable-effect.js'
import { relativeChange } from '../../src/stats/intervals.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { tFactor } from '../../src/stats/t-distribution.js'

test.each([
  [6, 0.043],
  [10, 0.03],
  [20, 0.02]
])('with rounds that differ by 3 %%, %i of them find a change of %d', (rounds, ratio) => {
  expect(detectableEffect({ spread: 0.03, rounds })).toBeCloseTo(ratio, 2)
})

test('an interval of four rounds is half as wide after nine, by t(8) / 3 and t(3) / 2', () => {
  // t of 0.975: 3.182 with 3 degrees of freedom, 2.365 with 7, 2.306 with 8.
  expect(2.365 / Math.sqrt(8)).toBeGreaterThan(3.182 / 2 / 2)
  expect(2.306 / Math.sqrt(9)).toBeLessThan(3.182 / 2 / 2)
  expect(roundsToNarrow({ half: 1, rounds: 4, wanted: 0.5 })).toBe(9)
  expect(roundsToNarrow({ half: 1, rounds: 4, wanted: 0.001 })).toBeNull()
})

test('with a margin the detectable change is larger by the margin', () => {
  const beyondZero = detectableEffect({ spread: 0.03, rounds: 10 })
  const beyondMargin = detectableEffect({ spread: 0.03, rounds: 10, marginRatio: 0.02 })
  expect(1 + beyondMargin).toBeCloseTo((1 + beyondZero) * 1.02, 12)
})

test.each([
  [6, 0],
  [6, 0.02],
  [10, 0.02],
  [20, 0]
])('80 of 100 runs of %i rounds find such a change beyond a margin of %d', (rounds, marginRatio) => {
  const spread = 0.02
  const effect = detectableEffect({ spread, rounds, marginRatio })
  const found = shareFound({ effect, spread, rounds }, ({ low }) => low > marginRatio)
  // Three binomial standard deviations of 4,000 runs are 1.9 %.
  expect(found).toBeGreaterThan(0.78)
  expect(found).toBeLessThan(0.82)
})

test('an interval finds what rounds of its width find, on either side, and nothing without an end', () => {
  const [spread, rounds] = [0.02, 9]
  // t(0.975, 8) = 2.306004
  const half = (2.306004 * spread) / 3
  const interval = { low: Math.expm1(-half), high: Math.expm1(half), confidence: 0.95, rounds }
  expect(detectableBeyond(interval, 0.03)).toBeCloseTo(detectableEffect({ spread, rounds, marginRatio: 0.03 }), 6)
  expect(Math.log1p(detectableBeyond(interval, -0.03, -1)) - Math.log1p(-0.03)).toBeCloseTo(
    Math.log1p(0.03) - Math.log1p(detectableBeyond(interval, 0.03)),
    10
  )
  expect(detectableBeyond({ ...interval, low: -1 }, 0.03)).toBe(Number.POSITIVE_INFINITY)
  expect(detectableBeyond({ ...interval, low: -1 }, -0.03, -1)).toBe(-1)
  expect(detectableBeyond(interval, -0, -1)).toBeLessThan(0)
})

test.each([
  [6, 0.03],
  [6, 0.05],
  [6, 0.1],
  [9, 0.05]
])('the power of %i rounds at a change of %d is the share of simulated runs that find it', (rounds, effect) => {
  const [spread, margin] = [0.025, 0.02]
  const half = (tFactor(0.95, rounds - 1) * spread) / Math.sqrt(rounds)
  const interval = { low: Math.expm1(-half), high: Math.expm1(half), confidence: 0.95, rounds }
  const found = shareFound({ effect, spread, rounds }, ({ low }) => low > margin)
  // The approximation is of the noncentral t: it is off by up to three points, and 4,000 runs by 1.2 more.
  expect(Math.abs(powerBeyond(interval, margin, effect) - found)).toBeLessThan(0.045)
  expect(powerBeyond(interval, margin, detectableBeyond(interval, margin))).toBeCloseTo(0.8, 6)
  expect(powerBeyond(interval, -margin, detectableBeyond(interval, -margin, -1))).toBeCloseTo(0.8, 6)
})

test('what a drift adds to an interval varies in no run: it is added to what a change needs, and 80 of 100 runs find that', () => {
  const [rounds, spread, margin, addedHalfWidth] = [6, 0.025, 0.02, 0.03]
  const half = (tFactor(0.95, rounds - 1) * spread) / Math.sqrt(rounds) + addedHalfWidth
  const interval = { low: Math.expm1(-half), high: Math.expm1(half), confidence: 0.95, rounds, addedHalfWidth }
  const effect = detectableBeyond(interval, margin)
  expect(Math.log1p(effect)).toBeCloseTo(
    Math.log1p(detectableBeyond({ ...interval, ...ofHalf(half - addedHalfWidth), addedHalfWidth: 0 }, margin)) + 0.03,
    10
  )
  expect(powerBeyond(interval, margin, effect)).toBeCloseTo(0.8, 6)
  const found = shareFound(
    { effect, spread, rounds },
    ({ low }) => Math.log1p(low) - addedHalfWidth > Math.log1p(margin)
  )
  expect(Math.abs(found - 0.8)).toBeLessThan(0.03)
})

/** @param {number} half */
function ofHalf(half) {
  return { low: Math.expm1(-half), high: Math.expm1(half) }
}

test('an interval without a width finds what is beyond its margin, and nothing else', () => {
  const exact = { low: 0, high: 0, confidence: 0.95, rounds: 6 }
  expect([0.01, 0.02, 0.03].map(change => powerBeyond(exact, 0.02, change))).toEqual([0, 0, 1])
})

test('as many rounds are needed as find a change at that distance in 80 of 100 runs', () => {
  for (const rounds of [6, 9, 20]) {
    const distance = Math.log1p(detectableEffect({ spread: 0.03, rounds }))
    expect(roundsNeeded({ spread: 0.03, distance: distance + 1e-9 })).toBe(rounds)
    expect(roundsNeeded({ spread: 0.03, distance: distance - 1e-9 })).toBe(rounds + 1)
  }
  expect(roundsNeeded({ spread: 0.03, distance: 1, atLeast: 7 })).toBe(7)
})

test.each([0, 0.01])('in 80 of 100 runs as many rounds find that a change of %d is within 2 %%', relative => {
  const known = { spread: 0.02, relative, marginRatio: 0.02, confidence: 0.95 }
  const rounds = roundsToStayWithin(known) ?? 0
  const found = shareFound(
    { effect: relative, spread: 0.02, rounds },
    ({ bound }) => bound.low > -0.02 && bound.high < 0.02
  )
  expect(found).toBeGreaterThan(0.78)
  expect(found).toBeLessThan(0.86)
})

test('more than 200 rounds are never advised', () => {
  expect(roundsNeeded({ spread: 0.3, distance: 0.01 })).toBeNull()
})

/**
 * Returns the share of 4,000 simulated runs whose change is found.
 * @param {{ effect: number, spread: number, rounds: number }} truth `spread`: standard deviation of a round's log ratio
 * @param {(change: NonNullable<ReturnType<typeof relativeChange>>) => boolean} isFound
 */
function shareFound({ effect, spread, rounds }, isFound) {
  const random = seededRandom(rounds)
  const runs = 4000
  let found = 0
  for (let run = 0; run < runs; run++) {
    const pairs = Array.from({ length: rounds }, () => ({
      baseline: 1,
      candidate: (1 + effect) * Math.exp(spread * gaussian(random))
    }))
    const change = relativeChange(pairs)
    if (change && isFound(change)) found++
  }
  return found / runs
}

/**
 * Box and Muller.
 * @param {() => number} random
 */
function gaussian(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
