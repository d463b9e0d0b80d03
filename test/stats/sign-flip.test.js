import { expect, test } from '@jest/globals'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { fewestRounds, signFlipPValue } from '../../src/stats/sign-flip.js'
import { tPValue } from '../../src/stats/t-distribution.js'

test.each([2, 5, 6, 10, 200])('%i equal rounds leave two choices of signs', rounds => {
  expect(signFlipPValue(Array(rounds).fill(0.02)) / (2 / 2 ** rounds)).toBeCloseTo(1, 12)
})

test('different sizes of one sign leave two choices too', () => {
  expect(signFlipPValue([0.01, 0.031, 0.007, 0.02, 0.05, 0.012])).toBe(2 / 64)
})

test('3, 2, 1 and -1 counted by hand: 6 of 16 choices reach a sum of 5 to one side or the other', () => {
  // +3 +2 +1 +1 = 7, +3 +2 +1 -1 = 5, +3 +2 -1 +1 = 5, and the mirror image of each.
  expect(signFlipPValue([3, 2, 1, -1])).toBe(6 / 16)
})

test('the order and the direction of the rounds do not matter', () => {
  const values = [0.03, -0.01, 0.02, 0.04, 0.005, -0.002, 0.011]
  expect(signFlipPValue(values.toReversed())).toBe(signFlipPValue(values))
  expect(signFlipPValue(values.map(value => -value))).toBe(signFlipPValue(values))
})

test('rounds that cancel out, or are zero, have p = 1', () => {
  expect(signFlipPValue([0.01, -0.01, 0.03, -0.03])).toBe(1)
  expect(signFlipPValue([0, 0, 0])).toBe(1)
  expect(signFlipPValue([0, 0.01])).toBe(1)
})

test('twelve uneven rounds agree with all 4,096 choices of signs written out', () => {
  const random = seededRandom(12)
  for (let run = 0; run < 20; run++) {
    const values = Array.from({ length: 12 }, () => random() - 0.35)
    expect(Math.abs(signFlipPValue(values) / enumerated(values) - 1)).toBeLessThan(0.05)
  }
})

test('of 1,200 rounds p is that of the normal distribution, which sums of so many come close to', () => {
  const random = seededRandom(3)
  for (const shift of [0.47, 0.48, 0.51]) {
    const values = Array.from({ length: 1200 }, () => random() - shift)
    const [total, squares] = [sumOf(values), sumOf(values.map(value => value ** 2))]
    const normal = tPValue(total / Math.sqrt(squares), 1e6)
    expect(signFlipPValue(values) / normal).toBeGreaterThan(0.9)
    expect(signFlipPValue(values) / normal).toBeLessThan(1.1)
  }
})

test('of identical variants no more than 5 in 100 runs have p at or below 0.05', () => {
  const random = seededRandom(7)
  const runs = 20_000
  let alarms = 0
  for (let run = 0; run < runs; run++) {
    if (signFlipPValue(Array.from({ length: 8 }, () => (random() - 0.5) ** 3)) <= 0.05) alarms++
  }
  // Three binomial standard deviations are 0.5%. Choices come in pairs, so that p goes in steps of 2 / 256: up to 0.047.
  expect(alarms / runs).toBeLessThan(0.05)
  expect(alarms / runs).toBeGreaterThan(0.035)
})

/** @param {number[]} values */
function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0)
}

/** @param {number[]} values */
function enumerated(values) {
  const seen = Math.abs(values.reduce((sum, value) => sum + value, 0)) - 1e-12
  let asFar = 0
  for (let choice = 0; choice < 2 ** values.length; choice++) {
    const sum = values.reduce((total, value, index) => total + ((choice >> index) & 1 ? value : -value), 0)
    if (Math.abs(sum) >= seen) asFar++
  }
  return asFar / 2 ** values.length
}

test.each([1, 2, 3, 4, 8])('of %i tests the smallest p-value is below 5% from the fewest rounds on', tests => {
  const rounds = fewestRounds(tests)
  const smallest = (/** @type {number} */ count) => tests * signFlipPValue(Array(count).fill(0.02))
  expect(smallest(rounds)).toBeLessThan(0.05)
  expect(smallest(rounds - 1)).toBeGreaterThan(0.05)
})
