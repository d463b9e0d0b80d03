import { describe, expect, test } from '@jest/globals'
import { locatedBlames } from '../../../src/blame/blame.js'
import { samplingShift } from '../../../src/blame/costs/sampling-error.js'
import { evidenceOf } from '../../../src/blame/evidence.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { profiledOf } from '../../helpers/flame-of.js'
import { makeLaunch } from '../../helpers/make-trees.js'

const DEGREES = 7
const FUNCTIONS = 12

describe('the shift between two variants', () => {
  test('is none where the differences are as large as their intervals say', () => {
    expect(samplingShift(functionsWith(0, 1), DEGREES)).toBeLessThan(0.002)
  })

  test('is found from what the differences scatter beyond their intervals', () => {
    const shifts = Array.from({ length: 100 }, (_, seed) => samplingShift(functionsWith(0.2, seed), DEGREES))
    const median = shifts.sort((a, b) => a - b)[50]
    expect(Math.sqrt(Number(median))).toBeGreaterThan(0.15)
    expect(Math.sqrt(Number(median))).toBeLessThan(0.25)
  })

  test('is not moved by the few functions that a change affects', () => {
    const functions = functionsWith(0, 1)
    const changed = functions.slice(0, 2).map(cost => ({ ...cost, candidate: 90, difference: 40 }))
    expect(samplingShift([...changed, ...functions.slice(2)], DEGREES)).toBeLessThan(0.005)
  })

  test('is unknown from a few functions', () => {
    expect(samplingShift(functionsWith(1, 1).slice(0, 7), DEGREES)).toBe(0)
  })
})

test('in runs whose samples shift between functions at most one in twenty has a row, and a planted function is found', () => {
  const runs = Array.from({ length: 100 }, (_, seed) => [rowsOf(0, seed), rowsOf(400, seed)])
  const alarms = runs.filter(([unchanged]) => unchanged?.some(row => row.owner?.name !== 'burn'))
  // 11 or fewer in 99 of 100 such tests when the rate is 5%.
  expect(alarms.length).toBeLessThanOrEqual(11)
  expect(runs.filter(([, burnt]) => burnt?.[0]?.owner?.name === 'burn').length).toBeGreaterThanOrEqual(95)
})

/**
 * @param {number} sd of the logarithm, beyond the interval
 * @param {number} seed
 */
function functionsWith(sd, seed) {
  const random = seededRandom(seed)
  return Array.from({ length: 2 * FUNCTIONS }, function shifted() {
    const candidate = 50 * (1 + sd * normal(random)) + normal(random)
    const difference = candidate - 50
    return { baseline: 50, candidate, difference, low: difference - 2.36, high: difference + 2.36, pValue: 0.5 }
  })
}

/**
 * Returns the rows of a run of four rounds in which the cost of each function shifts by 15%, the same in all launches of a
 * variant.
 * @param {number} burnt samples of a planted function, of 6,000
 * @param {number} seed
 */
function rowsOf(burnt, seed) {
  const random = seededRandom(1000 + seed)
  const names = Array.from({ length: FUNCTIONS }, (_, index) => `app:${'f'.repeat(index + 1)}`)
  const means = ['off', 'on'].map(() => names.map(() => 500 * (1 + 0.1 * normal(random))))
  const launches = [0, 1, 2, 3].flatMap(round =>
    ['off', 'on'].map(function launchOf(variant, index) {
      const entries = names.map((name, at) => [name, counted(means[index]?.[at] ?? 0)])
      if (variant === 'on' && burnt > 0) entries.push(['app:burn', counted(burnt)])
      const stacks = Object.fromEntries(entries)
      const samples = entries.reduce((sum, [, count]) => sum + Number(count), 0)
      return makeLaunch({ variant, round, stacks, mainMicros: samples / 20 })
    })
  )
  return locatedBlames('on', 'off', evidenceOf(profiledOf(launches), 'off', ['on'])).flatMap(({ rows }) => rows)

  /** @param {number} count */
  function counted(count) {
    return Math.round(count + Math.sqrt(count) * normal(random))
  }
}

/** @param {() => number} random */
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
