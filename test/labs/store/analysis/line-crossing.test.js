import { expect, test } from '@jest/globals'
import { lineCrossing } from '../../../../src/labs/store/analysis/task-cost.js'
import { seededRandom } from '../../../../src/stats/seeded-random.js'

const COSTS = [0, 100, 200, 400]

test('lines without noise cross where their equations say', () => {
  const repeat = { one: pointsOf(70, 1), other: pointsOf(110, 0.5) }
  const crossing = lineCrossing([repeat, repeat, repeat])
  expect(crossing?.x).toBeCloseTo(80, 6)
  expect(crossing?.low).toBeCloseTo(80, 6)
  expect(crossing?.high).toBeCloseTo(80, 6)
  expect(crossing?.steeper).toBe('one')
})

test('the interval contains the true crossing in about 95% of runs', () => {
  const random = seededRandom(5)
  let covered = 0
  for (let run = 0; run < 400; run++) {
    const repeats = Array.from({ length: 4 }, () => ({
      one: noisy(pointsOf(70, 1), 0.03, random),
      other: noisy(pointsOf(110, 0.5), 0.03, random)
    }))
    const crossing = lineCrossing(repeats)
    if (crossing && crossing.low <= 80 && crossing.high >= 80) covered++
  }
  expect(covered / 400).toBeGreaterThan(0.92)
  expect(covered / 400).toBeLessThan(0.98)
})

test('there is no crossing where the slopes do not differ significantly, nor with one repeat', () => {
  const random = seededRandom(7)
  const parallel = Array.from({ length: 4 }, () => ({
    one: noisy(pointsOf(70, 1), 0.03, random),
    other: noisy(pointsOf(110, 1), 0.03, random)
  }))
  expect(lineCrossing(parallel)).toBeNull()
  expect(lineCrossing([{ one: pointsOf(70, 1), other: pointsOf(110, 0.5) }])).toBeNull()
})

/** @param {number} intercept @param {number} slope */
function pointsOf(intercept, slope) {
  return COSTS.map(x => ({ x, y: intercept + slope * x }))
}

/** @param {{ x: number, y: number }[]} points @param {number} share @param {() => number} random */
function noisy(points, share, random) {
  return points.map(({ x, y }) => ({ x, y: y * (1 + share * normal(random)) }))
}

/** Returns a standard normal number (Box and Muller). @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
