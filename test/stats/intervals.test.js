import { expect, test } from '@jest/globals'
import {
  beyondPValue,
  effectRatio,
  equivalencePValue,
  estimate,
  halfWidth,
  meanInterval,
  relativeChange,
  sumOfEstimates,
  widened
} from '../../src/stats/intervals.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

test('the interval of 1, 2, 3 is 2 +- 4.303 / sqrt(3), by hand', () => {
  const { mean, low, high } = meanInterval([1, 2, 3])
  expect(mean).toBe(2)
  expect(high - mean).toBeCloseTo(4.3027 / Math.sqrt(3), 3)
  expect(mean - low).toBeCloseTo(high - mean, 12)
})

test('the interval of a sum takes the distances to the same ends in quadrature', () => {
  const sum = sumOfEstimates([
    { value: 10, low: 7, high: 15 },
    { value: -4, low: -8, high: 8 }
  ])
  expect(sum).toEqual({ value: 6, low: 6 - 5, high: 6 + 13 })
})

test('the change of rounds that all have +10% is +10% with no width', () => {
  const change = relativeChange([100, 200, 50].map(baseline => ({ baseline, candidate: baseline * 1.1 })))
  expect(change?.relative).toBeCloseTo(0.1, 12)
  expect(change?.low).toBeCloseTo(0.1, 9)
  expect(change?.high).toBeCloseTo(0.1, 9)
  expect(change?.pairs).toBe(3)
  expect(change?.pValue).toBeCloseTo(0, 9)
  expect(change?.spread).toBeCloseTo(0, 12)
})

test('the spread of a change is that of the log-ratios, and its half-width scales with it', () => {
  const change = relativeChange([1, 2, 3].map(percent => ({ baseline: 1, candidate: Math.exp(percent / 100) })))
  expect(change?.spread).toBeCloseTo(0.01, 12)
  expect(change && halfWidth(change)).toBeCloseTo((4.3027 * 0.01) / Math.sqrt(3), 6)
})

test('the one-sided limits are those of the 90 % interval, and several comparisons widen both', () => {
  const rounds = [1, 2, 3].map(percent => ({ baseline: 1, candidate: Math.exp(percent / 100) }))
  const one = relativeChange(rounds)
  // t of 2 degrees of freedom: 2.920 at 90 %, 4.303 at 95 %, 6.205 at 97.5 % (two-sided).
  expect(one?.confidence).toBe(0.95)
  expect(one && halfWidth(one.bound)).toBeCloseTo((2.92 * 0.01) / Math.sqrt(3), 5)
  const two = relativeChange(rounds, { comparisons: 2 })
  expect(two?.confidence).toBe(0.975)
  expect(two && halfWidth(two)).toBeCloseTo((6.2053 * 0.01) / Math.sqrt(3), 5)
  expect(two && halfWidth(two.bound)).toBeCloseTo((4.3027 * 0.01) / Math.sqrt(3), 5)
})

test('a round with one variant only, or with a value of 0, does not change the result', () => {
  const change = relativeChange([
    { baseline: 100, candidate: 110 },
    { baseline: 200, candidate: 220 },
    { baseline: 50, candidate: 55 },
    { baseline: 50, candidate: null },
    { baseline: 50, candidate: 0 }
  ])
  expect(change?.relative).toBeCloseTo(0.1, 12)
  expect(change?.pairs).toBe(3)
})

test('the value of a variant is the geometric mean over its launches, one value per launch', () => {
  expect(estimate([10, 1000, null, 0])).toMatchObject({ value: expect.closeTo(100, 9), launches: 2 })
})

test('twice as much and half as much cancel out', () => {
  const change = relativeChange([
    { baseline: 1, candidate: 2 },
    { baseline: 2, candidate: 1 }
  ])
  expect(change?.relative).toBeCloseTo(0, 12)
})

test('one round has no interval', () => {
  expect(relativeChange([{ baseline: 1, candidate: 2 }])).toBeNull()
  expect(estimate([5])).toEqual({ value: 5, low: null, high: null, halfWidthRatio: null, launches: 1 })
  expect(estimate([])).toBeNull()
})

test('about 95 of 100 intervals contain an injected change of +5% under noise that the rounds share', () => {
  const random = seededRandom(20)
  let held = 0
  const runs = 4000
  for (let run = 0; run < runs; run++) {
    const change = relativeChange(
      Array.from({ length: 6 }, function measureRound() {
        const drift = Math.exp(0.2 * gaussian(random))
        return {
          baseline: drift * Math.exp(0.03 * gaussian(random)),
          candidate: 1.05 * drift * Math.exp(0.03 * gaussian(random))
        }
      })
    )
    if (change && change.low <= 0.05 && 0.05 <= change.high) held++
  }
  // Three binomial standard deviations of 4,000 runs are 1 %.
  expect(held / runs).toBeGreaterThan(0.94)
  expect(held / runs).toBeLessThan(0.96)
})

/**
 * Box and Muller.
 * @param {() => number} random
 */
function gaussian(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const [tenPercent, twentyOnePercent] = [effectOf(1.1, 1.02), effectOf(1.21, 1.02)]

test('effectRatio returns one effect relative to the other, with the interval of both', () => {
  // 1.21 / 1.1 = 1.1; ln 1.02 = 0.0198026, times the root of 2 = 0.0280052: 1.1 / 1.028401 and 1.1 x 1.028401.
  const { relative, low, high } = effectRatio(tenPercent, twentyOnePercent)
  expect(relative).toBeCloseTo(0.1, 10)
  expect(low).toBeCloseTo(0.0696218, 6)
  expect(high).toBeCloseTo(0.1312411, 6)
})

test('effectRatio of swapped effects is the inverse', () => {
  const { relative, low, high } = effectRatio(twentyOnePercent, tenPercent)
  expect(relative).toBeCloseTo(1 / 1.1 - 1, 10)
  expect(low).toBeCloseTo(1 / 1.1312411 - 1, 6)
  expect(high).toBeCloseTo(1 / 1.0696218 - 1, 6)
})

test('a widened change keeps its middle, and its interval and its limits reach further by the same', () => {
  const change = relativeChange([1, 2, 3].map(percent => ({ baseline: 1, candidate: Math.exp(percent / 100) })))
  const wide = change && widened(change, 0.03)
  expect(wide?.relative).toBe(change?.relative)
  expect(wide && change && halfWidth(wide) - halfWidth(change)).toBeCloseTo(0.03, 12)
  expect(wide && change && halfWidth(wide.bound) - halfWidth(change.bound)).toBeCloseTo(0.03, 12)
})

test('half-widths of an effect ratio add in quadrature: 3 and 4 make 5', () => {
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

test('the p-value of a widened change is below 0.05 where its interval excludes zero, and nowhere else', () => {
  const rounds = [1.05, 1.06, 1.04, 1.07, 1.05, 1.06].map(candidate => ({ baseline: 1, candidate }))
  const change = /** @type {NonNullable<ReturnType<typeof relativeChange>>} */ (relativeChange(rounds))
  const nearest = Math.log1p(change.low)
  for (const [added, isSignificant] of /** @type {const} */ ([
    [0, true],
    [nearest - 1e-6, true],
    [nearest + 1e-6, false],
    [0.2, false]
  ])) {
    const { low, pValue } = widened(change, added)
    expect([low > 0, pValue < 0.05]).toEqual([isSignificant, isSignificant])
  }
})

test('the p-value of two one-sided tests is that of the limit nearest to the margin, by hand', () => {
  // Log-ratios of 0 and ±0.01: a standard deviation of 0.01 over three rounds.
  const change = relativeChange([0.01, 0, -0.01].map(log => ({ baseline: 1, candidate: Math.exp(log) })))
  if (!change) throw new Error('no change')
  // log(1.02) / (0.01 / sqrt(3)) = 3.4299; P(T > t) with two degrees of freedom is (1 - t / sqrt(2 + t²)) / 2.
  const t = (Math.log(1.02) * Math.sqrt(3)) / 0.01
  expect(equivalencePValue(change, 0.02)).toBeCloseTo((1 - t / Math.sqrt(2 + t * t)) / 2, 6)
})

test.each([1, 2])(
  'it is below 0.05 where both limits are within the margin, and nowhere else (%i candidates)',
  comparisons => {
    const random = seededRandom(5)
    const seen = new Set()
    for (let run = 0; run < 300; run++) {
      const rounds = Array.from({ length: 6 }, () => ({ baseline: 1, candidate: Math.exp(0.04 * (random() - 0.5)) }))
      const change = relativeChange(rounds, { comparisons })
      if (!change || Math.abs(change.relative) >= 0.02) continue
      const isWithin = change.bound.low > -0.02 && change.bound.high < 0.02
      seen.add(isWithin)
      expect(equivalencePValue(change, 0.02) < 0.05).toBe(isWithin)
    }
    expect(seen.size).toBe(2)
  }
)

test.each([0.06, -0.06])(
  'the p-value of a change beyond a margin is that of the distance to it, by hand (%d)',
  middle => {
    const logs = [middle - 0.01, middle, middle + 0.01]
    const change = relativeChange(logs.map(log => ({ baseline: 1, candidate: Math.exp(log) })))
    if (!change) throw new Error('no change')
    // Two-sided, with two degrees of freedom: 1 - t / sqrt(2 + t²).
    const t = (Math.abs(middle - Math.log1p(Math.sign(middle) * 0.02)) * Math.sqrt(3)) / 0.01
    expect(beyondPValue(change, 0.02)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 6)
    expect(beyondPValue(change, 0)).toBeCloseTo(change.pValue, 9)
  }
)

test.each([1, 2])(
  'it is below 0.05 where the whole interval is beyond it, and nowhere else (%i candidates)',
  comparisons => {
    const random = seededRandom(6)
    const seen = new Set()
    for (let run = 0; run < 300; run++) {
      const shift = 0.12 * (random() - 0.5)
      const rounds = Array.from({ length: 6 }, () => ({
        baseline: 1,
        candidate: Math.exp(shift + 0.04 * (random() - 0.5))
      }))
      const change = relativeChange(rounds, { comparisons })
      if (!change) throw new Error('no change')
      const isBeyond = change.low > 0.02 || change.high < -0.02
      seen.add(isBeyond)
      expect(beyondPValue(change, 0.02) < 0.05).toBe(isBeyond)
    }
    expect(seen.size).toBe(2)
  }
)
