import { describe, expect, test } from '@jest/globals'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { compareCounters } from '../../../src/verdict/slices/counters.js'
import { makeLaunch, makeSlice } from '../../helpers/make-run.js'

/** @import { ServerReading, SliceRecord } from '../../../src/runs/types.js' */
/** @import { Load } from '../../../src/load/types.js' */

const [baseline, candidate] = ['log=off', 'log=sync']
const connections = 100
/** @type {Load} */
const load = { generator: 'autocannon', mode: 'closed', connections }
const ROUNDS = 6
const SLICES = 4

/**
 * Returns slices in which a request has the counts that `perRequest` returns, and each connection is found closed by one read.
 * @param {(place: { isCandidate: boolean, round: number, index: number }) => Partial<Record<keyof ServerReading, number>>} perRequest
 * @param {number} [rounds]
 */
function makeCounted(perRequest, rounds = ROUNDS) {
  /** @type {SliceRecord[]} */
  const slices = []
  for (let round = 0; round < rounds; round++)
    for (const variant of [baseline, candidate])
      for (let index = 0; index < SLICES; index++) {
        const isCandidate = variant === candidate
        // The candidate serves fewer requests over as many connections.
        const completed = isCandidate ? 400 : 1000
        const slice = makeSlice({ variant, launch: `${round}-${variant}`, round, index, completed })
        const counts = {
          readCalls: 2,
          writeCalls: 1,
          readBytes: 200,
          writtenBytes: 1400,
          ...perRequest({ isCandidate, round, index })
        }
        const server = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * completed]))
        server.readCalls = (server.readCalls ?? 0) + connections
        slices.push({ ...slice, server: { ...slice.server, ...server } })
      }
  return slices
}

/** @param {SliceRecord[]} slices @param {Parameters<typeof compareCounters>[3]} [launches] */
function compare(slices, launches = []) {
  return compareCounters(onePair(candidate, baseline), load, { all: slices, valid: slices, forRates: slices }, launches)
}

describe('the verdict of the counters', () => {
  test('is "same" where all counts are, however many requests a slice has', () => {
    const { verdict, rows } = compare(makeCounted(() => ({})))
    expect(verdict).toEqual({ name: 'same', differing: [], reason: null })
    expect(rows.find(({ counter }) => counter === 'readCalls')).toMatchObject({
      baseline: 2,
      candidate: 2,
      difference: 0
    })
  })

  test('is "same" where only noisy and steady counters differ', () => {
    const slices = makeCounted(({ isCandidate }) => (isCandidate ? { loopTurns: 3, allocatedBytes: 90_000 } : {}))
    expect(compare(slices).verdict.name).toBe('same')
  })

  test('names the counters that differ, and by how much', () => {
    const slices = makeCounted(({ isCandidate }) => (isCandidate ? { writeCalls: 2, writtenBytes: 1779 } : {}))
    const { verdict, rows } = compare(slices)
    expect(verdict).toEqual({ name: 'different', differing: ['writeCalls', 'writtenBytes'], reason: null })
    expect(rows.find(({ counter }) => counter === 'writtenBytes')).toMatchObject({
      difference: 379,
      low: 379,
      high: 379
    })
  })

  test('is not changed by one slice with a major garbage collection per launch', () => {
    const slices = makeCounted(({ isCandidate, index }) =>
      isCandidate && index === 0 ? { readCalls: 4, writeCalls: 3, writtenBytes: 1402 } : {}
    )
    expect(compare(slices).verdict.name).toBe('same')
  })

  test('finds bytes that are written now and then only', () => {
    const slices = makeCounted(({ isCandidate, index }) => (isCandidate && index === 0 ? { writtenBytes: 1600 } : {}))
    expect(compare(slices).verdict).toMatchObject({ name: 'different', differing: ['writtenBytes'] })
  })

  test('is unknown where the interval crosses the tolerance', () => {
    const slices = makeCounted(({ isCandidate, round }) => (isCandidate ? { writeCalls: 1 + (round % 2) * 0.2 } : {}))
    expect(compare(slices).verdict).toEqual({ name: 'unknown', differing: [], reason: 'too-wide' })
  })

  test('is unknown after one round', () => {
    expect(compare(makeCounted(() => ({}), 1)).verdict.reason).toBe('too-few-rounds')
  })

  test('is unknown in runs that did not count', () => {
    const slices = makeCounted(() => ({})).map(slice => {
      const { readCalls, writeCalls, readBytes, writtenBytes, ...server } = slice.server
      return { ...slice, server: /** @type {ServerReading} */ ({ ...server }) }
    })
    const { verdict, rows } = compare(slices)
    expect(verdict.reason).toBe('not-counted')
    expect(rows.map(({ kind }) => kind)).not.toContain('exact')
  })
})

test('the wait in a queue is the mean over rounds whose slices are separate, and decides nothing', () => {
  const waits = makeCounted(({ isCandidate }) => (isCandidate ? {} : { waitedMicros: 800 }))
  const separate = waits.map(slice => ({
    ...slice,
    server: { ...slice.server, waitedMicros: slice.server.waitedMicros ?? 0 }
  }))
  const shared = makeCounted(() => ({})).map(slice => ({
    ...slice,
    round: slice.round + ROUNDS,
    launch: `shared ${slice.launch}`,
    beside: ['another']
  }))
  const { rows, verdict } = compare([...separate, ...shared])
  expect(verdict.name).toBe('same')
  expect(rows.find(({ counter }) => counter === 'waitedMicros')).toEqual({
    ...{ counter: 'waitedMicros', kind: 'noisy', rounds: ROUNDS, tolerance: null },
    ...{ baseline: 800, candidate: 0, difference: -800, low: -800, high: -800 }
  })
})

describe('bytes kept per request', () => {
  /** @param {(round: number) => number} ofBaseline @param {(round: number) => number} ofCandidate per request */
  function keptOf(ofBaseline, ofCandidate) {
    const launches = Array.from({ length: ROUNDS }, (_, round) => round).flatMap(round => [
      makeLaunch({
        variant: baseline,
        round,
        kept: { startBytes: 1e7, endBytes: 1e7 + 5000 * ofBaseline(round), requests: 5000 }
      }),
      makeLaunch({
        variant: candidate,
        round,
        kept: { startBytes: 1e7, endBytes: 1e7 + 4000 * ofCandidate(round), requests: 4000 }
      })
    ])
    return compare([], launches).kept
  }

  test('finds the variant that leaks, and how much', () => {
    const kept = keptOf(
      round => (round % 2) * 10,
      round => 1000 + (round % 3) * 10
    )
    expect(kept).toMatchObject({ verdict: 'keeps', keeping: ['candidate'] })
    expect(kept?.candidate.bytes).toBeCloseTo(1010)
    expect(kept?.difference?.bytes).toBeCloseTo(1005)
  })

  test('finds a leak of both', () => {
    expect(
      keptOf(
        () => 1000,
        () => 1000
      )
    ).toMatchObject({ verdict: 'keeps', keeping: ['baseline', 'candidate'] })
  })

  test('is nothing where both grow by less than the limit', () => {
    expect(
      keptOf(
        round => round,
        round => 5 - round
      )
    ).toMatchObject({ verdict: 'keeps nothing', keeping: [] })
  })

  test('has a limit of 50 bytes per request where 6,000 were served', () => {
    /** @param {number} grownBytes */
    function keptAfter(grownBytes) {
      const kept = { startBytes: 1e7, endBytes: 1e7 + grownBytes, requests: 6000 }
      const launches = Array.from({ length: ROUNDS }, (_, round) => round).flatMap(round => [
        makeLaunch({ variant: baseline, round, kept }),
        makeLaunch({ variant: candidate, round, kept })
      ])
      return compare([], launches).kept
    }
    expect(keptAfter(120e3)).toMatchObject({ limitBytes: 50, verdict: 'keeps nothing' })
    expect(keptAfter(330e3)).toMatchObject({ limitBytes: 50, verdict: 'keeps' })
  })

  test('is unknown where launches differ too much', () => {
    expect(
      keptOf(
        () => 0,
        round => (round % 2) * 1000
      )?.verdict
    ).toBe('unknown')
  })

  test('is null where no launch has it', () => {
    expect(compare([], [makeLaunch({ variant: baseline })]).kept).toBeNull()
  })
})
