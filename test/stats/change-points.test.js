import { expect, test } from '@jest/globals'
import { changePoints, LEVEL, largestEnergy } from '../../src/stats/change-points.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

/** Annual flow of the Nile at Aswan, 1871 to 1970, in 10^8 m3 (Cobb 1978, doi 10.1093/biomet/65.2.243; dataset `Nile` of R). */
const NILE = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140, 1100,
  1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456,
  824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897,
  822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975,
  815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
]

/** @param {number} seed @param {number[]} means of the values, in order */
function noisy(seed, means) {
  const random = seededRandom(seed)
  // A sum of twelve uniform numbers has a variance of 1.
  return means.map(mean => mean + Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6))
}

/** @param {number} count @param {number} value @returns {number[]} */
function repeated(count, value) {
  return new Array(count).fill(value)
}

const UNITS = [1, 0.1, 0.3, 1e-3]

/**
 * Returns values with a step that is much larger than their other differences.
 * @param {number} at
 * @param {number} total
 * @param {number} unit
 */
function stepAt(at, total, unit) {
  return Array.from({ length: total }, (_, index) => unit * ((index < at ? 0 : 100) + ((index * index) % 5)))
}

test('the energy of a split is computed by hand', () => {
  // Between the sides all four distances are 1, within them 0: 2 * 2 / 4 * (2 * 1).
  expect(largestEnergy([0, 0, 1, 1])).toEqual({ q: 2, at: 2 })
  // Between: 3, 5, 2, 4, so 2 * 14 / 4; within: 1 and 2. The other splits leave a single value on a side.
  expect(largestEnergy([0, 1, 3, 5])).toEqual({ q: (2 * (3 + 5 + 2 + 4)) / 4 - 1 - 2, at: 2 })
  expect(largestEnergy([1, 2, 3])).toEqual({ q: 0, at: 0 })
  expect(largestEnergy(repeated(8, 1)).q).toBe(0)
})

test('the Nile changes after 1898, with the published means of 1097.75 and 849.97', () => {
  const points = changePoints(NILE)
  expect(points.map(({ index }) => 1871 + index)).toEqual([1899])
  const [point = { index: 0, pValue: 1 }] = points
  expect(point.pValue).toBeLessThanOrEqual(0.01)
  const meanOf = (/** @type {number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length
  expect(meanOf(NILE.slice(0, point.index))).toBeCloseTo(1097.75, 2)
  expect(meanOf(NILE.slice(point.index))).toBeCloseTo(849.97, 2)
})

test('two planted changes are found, each at its place within one value', () => {
  const indexes = changePoints(noisy(1, [...repeated(12, 0), ...repeated(12, 6), ...repeated(12, 0)])).map(
    ({ index }) => index
  )
  expect(indexes).toHaveLength(2)
  for (const [place, truth] of [12, 24].entries())
    expect(Math.abs((indexes[place] ?? 0) - truth)).toBeLessThanOrEqual(1)
})

test('of 100 series of noise alone, about the stated share has a change point', () => {
  const found = Array.from({ length: 100 }, (_, seed) => changePoints(noisy(1000 + seed, repeated(10, 0))))
  const share = found.filter(points => points.length > 0).length / found.length
  // With 5% the chance of more than 11 in 100 is 0.4%.
  expect(LEVEL).toBe(0.05)
  expect(share).toBeLessThanOrEqual(0.11)
})

test('a step in seven values is none: 2 x 3! x 4! / 7! of the orders have the same sides, 5.7%', () => {
  for (let at = 2; at <= 5; at++) for (const unit of UNITS) expect(changePoints(stepAt(at, 7, unit))).toEqual([])
})

test.each([
  [3, (2 * 6 * 120) / 40_320],
  [4, (2 * 24 * 24) / 40_320],
  [5, (2 * 6 * 120) / 40_320]
])('a step after %i of eight values is found, with p about %f, its share of all orders', (at, p) => {
  const [point = { index: 0, pValue: 1 }, ...others] = changePoints(stepAt(at, 8, 0.1))
  expect({ index: point.index, others }).toEqual({ index: at, others: [] })
  // Of 499 orders p has a standard error below 0.0084.
  expect(Math.abs(point.pValue - p)).toBeLessThan(0.015)
})

test('p does not depend on the unit of the values, which changes how their sums are rounded', () => {
  for (let at = 3; at <= 5; at++) {
    const [found, ...others] = UNITS.map(unit => changePoints(stepAt(at, 8, unit)))
    expect(others).toEqual(others.map(() => found))
  }
})

test('series that are too short or constant have none, and the same series gives the same points', () => {
  expect(changePoints([])).toEqual([])
  expect(changePoints([1, 9])).toEqual([])
  expect(changePoints(repeated(20, 3))).toEqual([])
  const series = noisy(7, [...repeated(6, 0), ...repeated(6, 5)])
  expect(changePoints(series)).toEqual(changePoints(series))
})
