import { describe, expect, test } from '@jest/globals'
import { infoLog } from '../../../src/experiments/info.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { presetOf } from '../../../src/measure/rounds/presets.js'
import { trackPrecision } from '../../../src/measure/rounds/track-precision.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { isClear } from '../../../src/verdict/decide/may-stop.js'
import { makeRounds } from '../../helpers/make-run.js'

/** @import { DesignOptions } from '../../../src/measure/rounds/design.js' */

/**
 * @param {number | undefined} untilHalfWidth
 * @param {number} scatter how much a round's ratio is off at most
 * @param {number} [costRatio] @param {Partial<DesignOptions>} [options]
 */
function roundsUntil(untilHalfWidth, scatter, costRatio = 1.1, options = {}) {
  const random = seededRandom(3)
  const design = makeDesign({ profilers: [], loads: infoLog.loads, seed: 1, untilHalfWidth, ...options })
  const precision = trackPrecision(design)
  for (let rounds = 1; rounds <= 60; rounds++) {
    const own = makeRounds({ rounds: 1, costRatio: costRatio * (1 + scatter * (2 * random() - 1)) })
    for (const slice of own) precision.add({ ...slice, round: rounds, launch: `${rounds}-${slice.variant}` })
    if (precision.isReached(infoLog)) return rounds
  }
  return null
}

test('a goal is reached after eight rounds at the earliest', () => {
  expect(roundsUntil(0.01, 0)).toBe(8)
})

test('a larger spread takes more rounds, for a change in either direction', () => {
  const [few, many] = [roundsUntil(0.02, 0.05), roundsUntil(0.01, 0.05)]
  expect(few).toBeGreaterThanOrEqual(8)
  expect(many).toBeGreaterThan(2 * Number(few))
  expect(roundsUntil(0.02, 0.05, 1)).toBe(few)
})

describe('a usual run', () => {
  test('ends its verdict after six rounds where the change is far beyond the margin, in either direction', () => {
    expect(roundsUntil(undefined, 0.05, 2)).toBe(6)
    expect(roundsUntil(undefined, 0.05, 0.5)).toBe(6)
  })

  test('plays all rounds where the change is near the margin, or none', () => {
    expect(roundsUntil(undefined, 0.05, 1.05)).toBeNull()
    expect(roundsUntil(undefined, 0.05, 1)).toBeNull()
  })

  test('plays all rounds that a user asks for', () => {
    expect(roundsUntil(undefined, 0.05, 2, { rounds: 9 })).toBeNull()
    expect(roundsUntil(undefined, 0.05, 2, { requests: ['a', 'b'] })).toBeNull()
    expect(roundsUntil(undefined, 0.05, 2, { preset: presetOf({ quick: true }) })).toBeNull()
  })
})

test.each([
  ['ends early where the ratio stays the same within a launch', 0, 6],
  ['goes on where the ratio drifts: its printed interval is that much wider', 0.02, null]
])('a verdict of +20%% %s', (_, perSlice, ended) => {
  const precision = trackPrecision(makeDesign({ profilers: [], loads: infoLog.loads, seed: 1 }))
  const reached = Array.from({ length: 9 }, function inRound(_, round) {
    for (const slice of makeRounds({ rounds: 1, costRatio: 1.2 }))
      for (let index = 0; index < 5; index++) {
        const factor = slice.variant === 'log=off' ? 1 : 1 + perSlice * (index - 2)
        const { cpuMicros, cpuMainThreadMicros } = slice.server
        const server = {
          ...slice.server,
          cpuMicros: cpuMicros * factor,
          cpuMainThreadMicros: Number(cpuMainThreadMicros) * factor
        }
        precision.add({ ...slice, index, round, launch: `${round}-${slice.variant}`, server })
      }
    return precision.isReached(infoLog)
  })
  const first = reached.indexOf(true)
  expect(first < 0 ? null : first + 1).toBe(ended)
})

test('a clear verdict has six rounds at least', () => {
  const far = { relative: 1, low: 0.98, high: 1.02, bound: { low: 0.98, high: 1.02 }, spread: 0.01, pValue: 0.01 }
  const changesOf = (/** @type {number} */ pairs) =>
    [pairs - 1, pairs].map(count => ({ ...far, pairs: count, confidence: 0.95 }))
  expect(isClear(changesOf(6), 0.02)).toBe(true)
  expect(isClear(changesOf(5), 0.02)).toBe(false)
})

test('a clear verdict on a change of at least +50% or -33% has three launches per profiler, on a smaller one as many as planned', () => {
  for (const [costRatio, launches] of [
    [2, 3],
    [0.5, 3],
    [1.4, 4]
  ]) {
    const design = makeDesign({ profilers: ['prof'], loads: infoLog.loads, seed: 1 })
    const precision = trackPrecision(design)
    for (let round = 1; round <= 6; round++) {
      for (const slice of makeRounds({ rounds: 1, costRatio: Number(costRatio) }))
        precision.add({ ...slice, round, launch: `${round}-${slice.variant}` })
      precision.isReached(infoLog)
    }
    const { detailRounds, slices } = precision.profiled()
    expect({ detailRounds, slices: slices.detail }).toEqual({ detailRounds: launches, slices: launches === 3 ? 2 : 3 })
  }
})

test('after each round the estimate of each candidate is known, also where it ends no run', () => {
  const design = makeDesign({ profilers: [], loads: infoLog.loads, seed: 1, rounds: 9 })
  const precision = trackPrecision(design)
  expect(precision.estimates()).toEqual([])
  for (const round of [1, 2]) {
    for (const slice of makeRounds({ rounds: 1, costRatio: 1.1 }))
      precision.add({ ...slice, round, launch: `${round}-${slice.variant}` })
    expect(precision.isReached(infoLog)).toBe(false)
  }
  const [estimate, ...others] = precision.estimates()
  expect(others).toEqual([])
  expect(estimate?.candidate).toBe('log=sync')
  expect(estimate?.change?.relative).toBeCloseTo(0.1, 6)
})
