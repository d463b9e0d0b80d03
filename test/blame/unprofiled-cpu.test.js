import { describe, expect, test } from '@jest/globals'
import { locatedBlames } from '../../src/blame/blame.js'
import { evidenceOf } from '../../src/blame/evidence.js'
import { unprofiledCpu } from '../../src/blame/unprofiled-cpu.js'
import { onePair } from '../../src/verdict/decide/comparisons.js'
import { profiledOf } from '../helpers/flame-of.js'
import { makeChange } from '../helpers/make-change.js'
import { makeSlice } from '../helpers/make-run.js'
import { makeLaunch } from '../helpers/make-trees.js'

/** @import { Size, SizeOfThreads } from '../../src/verdict/types.js' */

const pair = onePair('on', 'off')
const relative = makeChange(0.19, 0.21)
const [main, all] = [70, 100].map(
  baselineMicros => /** @type {SizeOfThreads} */ ({ baselineMicros, candidateMicros: 1.2 * baselineMicros, relative })
)
const size = /** @type {Size} */ (/** @type {unknown} */ ({ candidate: 'on', main, all }))
const { load } = makeSlice()

/** A slice of 1,000 requests. @param {string} variant @param {number} round @param {number | null} poolMicros per request */
function sliceOf(variant, round, poolMicros) {
  const slice = makeSlice({ variant, round, launch: `${round}-${variant}` })
  const cpuPoolMicros = poolMicros === null ? null : poolMicros * 1000
  return { ...slice, server: { ...slice.server, cpuPoolMicros, cpuHelpersMicros: 5000 } }
}

const slices = [sliceOf('off', 0, 20), sliceOf('on', 0, 30), sliceOf('off', 1, 22), sliceOf('on', 1, 34)]

test('the pool has the mean difference of the rounds, with its t interval', () => {
  const cpu = unprofiledCpu(pair, size, load, { valid: slices })
  expect(cpu).toMatchObject({ mainMicros: 70, allMicros: 100, pool: { baseline: 21, candidate: 32, difference: 11 } })
  // 10 and 12 have a standard error of 1, and t of one degree of freedom is 12.706.
  expect(cpu?.pool?.low).toBeCloseTo(11 - 12.706, 2)
  expect(cpu?.pool?.high).toBeCloseTo(11 + 12.706, 2)
  expect(cpu?.pool?.pValue).toBeCloseTo(0.0577, 3)
  expect(cpu?.helpers).toMatchObject({ baseline: 5, candidate: 5, difference: 0, pValue: 1 })
})

test('the candidate is tied to the baseline by the ratio that decides, with the errors of both', () => {
  const costs = [68, 70, 72].flatMap((micros, round) =>
    ['off', 'on'].map(variant => {
      const slice = makeSlice({ variant, round, launch: `${round}-${variant}` })
      return { ...slice, server: { ...slice.server, cpuMainThreadMicros: micros * 1000 } }
    })
  )
  const { tie } = unprofiledCpu(pair, size, load, { valid: costs }) ?? {}
  expect(tie?.ratio).toBeCloseTo(1.2, 9)
  expect(tie?.ratioError).toBeCloseTo(Math.log(1.21 / 1.19) / 2, 9)
  // 2 µs / √3 times t of two degrees of freedom, of 70 µs.
  expect(tie?.baselineError).toBeCloseTo((4.303 * 2) / Math.sqrt(3) / 70, 2)
})

test('one launch of the baseline has no error to know, and two that differ by half are no tie', () => {
  expect(unprofiledCpu(pair, size, load, { valid: slices.slice(0, 2) })?.tie).toBeNull()
  const apart = slices.map(slice => {
    const cpuMainThreadMicros = slice.round === 0 ? 70_000 : 105_000
    return { ...slice, server: { ...slice.server, cpuMainThreadMicros } }
  })
  expect(unprofiledCpu(pair, size, load, { valid: apart })?.tie).toBeNull()
})

test('with several candidates the error of the ratio is at 95%, as those of rows are', () => {
  const wide = { ...size, main: { ...size.main, relative: { ...relative, confidence: 0.975 } } }
  const [one, two] = [size, wide].map(
    each => unprofiledCpu(pair, /** @type {Size} */ (each), load, { valid: slices })?.tie
  )
  expect(Number(two?.ratioError)).toBeLessThan(Number(one?.ratioError))
})

test('a slice on a shared core does not count, nor one without the CPU of the pool', () => {
  const shared = slices.map(slice => ({ ...slice, beside: ['another'] }))
  expect(unprofiledCpu(pair, size, load, { valid: shared })?.pool).toBeNull()
  const unknown = [...slices.slice(0, 3), sliceOf('on', 1, null)]
  expect(unprofiledCpu(pair, size, load, { valid: unknown })?.pool).toBeNull()
})

test('without a size there is none', () => {
  expect(unprofiledCpu(pair, { ...size, all: null }, load, { valid: slices })).toBeNull()
})

describe('blame with what unprofiled launches measure', () => {
  const usual = { 'app:answer': 80_000, gc: 20_000 }
  // 100 and 130 µs on the main thread, of launches whose pool and helpers cost 10 and 5 µs.
  const launches = [0, 1, 2].flatMap(round => [
    makeLaunch({ variant: 'off', round, completed: 1e6, mainMicros: 100, stacks: usual }),
    makeLaunch({ variant: 'on', round, completed: 1e6, mainMicros: 130, stacks: { ...usual, 'app:burn': 30_000 } })
  ])
  const pool = { baseline: 8, candidate: 20, difference: 12, low: 10, high: 14, pValue: 0.001 }
  const helpers = { baseline: 5, candidate: 11, difference: 6, low: -17, high: 29, pValue: 0.5 }
  const cpu = { mainMicros: 80, allMicros: 93, pool, helpers }
  const evidence = evidenceOf(profiledOf(launches), 'off', ['on'], new Map([['on', cpu]]))
  const [blame] = locatedBlames('on', 'off', evidence, { verdict: 'slower' })

  test('its rows are in the microseconds of a baseline without a profiler, the pool as it is there', () => {
    expect(blame?.rows.map(({ owner, threads, cost }) => [owner?.name ?? threads, cost.difference])).toEqual([
      ['burn', expect.closeTo(0.8 * 30)],
      ['pool', 12]
    ])
    expect(blame?.rows[1]?.cost).toMatchObject({ low: 10, high: 14 })
    expect(blame?.scaledBy).toEqual({ baseline: expect.closeTo(0.8), candidate: expect.closeTo(0.8) })
    expect(blame?.tie).toBeUndefined()
  })

  test('tied launches of another speed each have the total of the size, and its ratio in no row of one variant', () => {
    const uneven = [0, 1, 2].flatMap(round => {
      const shared = { round, completed: 1e6 }
      return [
        makeLaunch({ ...shared, variant: 'off', mainMicros: 100 + 20 * round, stacks: usual }),
        makeLaunch({ ...shared, variant: 'on', mainMicros: 150 - 9 * round, stacks: { ...usual, 'app:burn': 30_000 } })
      ]
    })
    const tie = { ratio: 1.4, ratioError: 0.01, baselineError: 0.05 }
    const known = evidenceOf(profiledOf(uneven), 'off', ['on'], new Map([['on', { ...cpu, tie }]]))
    const [tied] = locatedBlames('on', 'off', known, { verdict: 'slower' })
    expect(tied?.tie).toEqual(tie)
    expect(tied?.total.difference).toBeCloseTo(0.4 * 80 + 12 + 6)
    const [burn] = tied?.rows ?? []
    // Three of thirteen samples of each launch of the candidate.
    expect(burn?.cost.difference).toBeCloseTo((3 / 13) * 1.4 * 80)
    expect(tied?.scaledBy?.candidate).toBeCloseTo((112 / 150 + 112 / 141 + 112 / 132) / 3)
  })

  test('the total, and what is unattributed, have the interval of helpers that have no row', () => {
    expect(blame?.total.difference).toBeCloseTo(24 + 12 + 6)
    expect(blame?.unattributed.difference).toBeCloseTo(6)
    expect(Number(blame?.unattributed.high) - Number(blame?.unattributed.low)).toBeCloseTo(46, 0)
    expect(Number(blame?.total.high) - Number(blame?.total.low)).toBeCloseTo(2 * Math.hypot(23, 2), 0)
  })
})
