import { expect, test } from '@jest/globals'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { sizeOf } from '../../../src/verdict/decide/size-of.js'
import { makeSlice } from '../../helpers/make-run.js'

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

test('the size has both costs and their difference, paired by round: main thread and all threads', () => {
  const { main, all, ...about } = sizeOf(onePair('on', 'off'), load, rounds, 1)
  expect(about).toEqual({ candidate: 'on', kind: 'separate', generator: 'autocannon' })
  expect(all).toMatchObject({ baselineMicros: 120, candidateMicros: 150, rounds: 3 })
  expect(all?.difference.micros).toBeCloseTo(30, 9)
  // t of 2 degrees of freedom at 95 % is 4.303, the standard error of 29, 30, 31 is 1 / sqrt(3).
  expect(all?.difference.high).toBeCloseTo(30 + 4.3027 / Math.sqrt(3), 3)
  expect(main?.baselineMicros).toBeCloseTo(84, 9)
  expect(main?.difference.micros).toBeCloseTo(21, 9)
  expect(main?.relative.relative).toBeCloseTo(all?.relative.relative ?? 0, 9)
  expect(all?.relative.relative).toBeCloseTo(Math.cbrt(1.29 * 1.25 * (171 / 140)) - 1, 9)
})

test('a launch counts by its requests, not by its slices', () => {
  const short = slice(0, 'on', 300, { completed: 10, server: { ...makeSlice().server, cpuMicros: 3000 } })
  const { all } = sizeOf(onePair('on', 'off'), load, [...rounds, short], 1)
  expect(all?.candidateMicros).toBeCloseTo((132_000 / 1010 + 150 + 171) / 3, 9)
})

test('slices on a shared core and slices of another load do not count', () => {
  const shared = slice(0, 'on', 900, { beside: ['0 off'] })
  const other = slice(0, 'on', 900, { load: { generator: 'artillery', mode: 'batch', users: 1, requestsPerUser: 1 } })
  expect(sizeOf(onePair('on', 'off'), load, [...rounds, shared, other], 1)).toEqual(
    sizeOf(onePair('on', 'off'), load, rounds, 1)
  )
})

test('there is no size with one round, and none of the main thread where it is not reported', () => {
  expect(sizeOf(onePair('on', 'off'), load, rounds.slice(0, 2), 1)).toMatchObject({ main: null, all: null })
  const unknown = rounds.map(each => ({ ...each, server: { ...each.server, cpuMainThreadMicros: null } }))
  expect(sizeOf(onePair('on', 'off'), load, unknown, 1)).toMatchObject({ main: null, all: { rounds: 3 } })
})

test('of two candidates the interval in percent is wider, as that of the verdict is, and the one in µs is not', () => {
  const { all } = sizeOf(onePair('on', 'off'), load, rounds, 2)
  // t of 2 degrees of freedom at 95% is 4.303.
  expect(all?.difference.high).toBeCloseTo(30 + 4.3027 / Math.sqrt(3), 3)
  expect(all?.relative.confidence).toBe(0.975)
})
