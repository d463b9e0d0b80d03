import { expect, test } from '@jest/globals'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { sizeOf } from '../../../src/verdict/decide/size-of.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { SliceRecord } from '../../../src/runs/types.js' */

const { load } = makeSlice()

/**
 * Slices of 1,000 requests; of each request's CPU 70% is on the main thread.
 * @type {(round: number, variant: string, micros: number, changes?: Partial<SliceRecord>) => SliceRecord}
 */
function slice(round, variant, micros, changes) {
  return makeSlice({ round, variant, launch: `${round} ${variant}`, cpuMicros: micros * 1000, ...changes })
}

/** Rounds in which the candidate costs 30 µs more, and 1 µs more or less than that. */
const rounds = [0, 1, 2].flatMap(round => {
  const own = 100 + 20 * round
  return [slice(round, 'off', own), slice(round, 'on', own + 29 + round)]
})

const design = { loads: /** @type {[Load]} */ ([load]), detailLoad: load }

/** @param {SliceRecord[]} all @param {number} [comparisons] */
function sizeIn(all, comparisons = 1) {
  return sizeOf(onePair('on', 'off'), design, { all, valid: all, forRates: all, discarded: [] }, comparisons)
}

test('the size is the change that decides, in the microseconds of separate slices: main thread and all threads', () => {
  const { main, all, ...about } = sizeIn(rounds)
  expect(about).toEqual({ candidate: 'on', kind: 'separate', generator: 'autocannon' })
  const ratio = Math.cbrt(1.29 * 1.25 * (171 / 140))
  expect(all?.relative.relative).toBeCloseTo(ratio - 1, 9)
  expect(all?.baselineMicros).toBeCloseTo(Math.cbrt(100 * 120 * 140), 9)
  expect(all?.difference.micros).toBeCloseTo(Math.cbrt(100 * 120 * 140) * (ratio - 1), 9)
  expect(all?.rounds).toBe(3)
  expect(main?.baselineMicros).toBeCloseTo(0.7 * Number(all?.baselineMicros), 9)
  expect(main?.relative.relative).toBeCloseTo(ratio - 1, 9)
})

test('the percent come from shared-core slices where there are some, which cost more', () => {
  const shared = rounds.map(each => ({
    ...each,
    beside: ['other'],
    server: { ...each.server, cpuMicros: each.variant === 'on' ? 300_000 : 200_000 }
  }))
  const { all } = sizeIn([...rounds, ...shared])
  expect(all?.relative.relative).toBeCloseTo(0.5, 9)
  const expected = Math.cbrt(100 * 120 * 140)
  expect(all?.baselineMicros).toBeCloseTo(expected, 6)
  expect(all?.difference.micros).toBeCloseTo(expected / 2, 6)
})

test('its interval has the errors of the change and of the baseline', () => {
  const { all } = sizeIn(rounds)
  const { baselineMicros = 0, difference, relative } = all ?? {}
  const ofChange = baselineMicros * (Number(relative?.high) - Number(relative?.relative))
  expect(Number(difference?.high) - Number(difference?.micros)).toBeGreaterThan(ofChange)
})

test('slices of another load do not count', () => {
  const other = slice(0, 'on', 900, { load: { generator: 'artillery', mode: 'batch', users: 1, requestsPerUser: 1 } })
  expect(sizeIn([...rounds, other])).toEqual(sizeIn(rounds))
})

test('there is no size with one round, and none of the main thread where it is not reported', () => {
  expect(sizeIn(rounds.slice(0, 2))).toMatchObject({ main: null, all: null })
  const unknown = rounds.map(each => ({ ...each, server: { ...each.server, cpuMainThreadMicros: null } }))
  expect(sizeIn(unknown)).toMatchObject({ main: null, all: { rounds: 3 } })
})

test('of two candidates both intervals are wider, as that of the verdict is', () => {
  const [one, two] = [sizeIn(rounds).all, sizeIn(rounds, 2).all]
  expect(two?.relative.confidence).toBe(0.975)
  expect(two?.difference.high).toBeGreaterThan(Number(one?.difference.high))
})
