import { describe, expect, test } from '@jest/globals'
import { counterSections } from '../../../src/report/sections/counter-sections.js'

/** @import { Analysis } from '../../../src/types.js' */
/** @import { CounterComparison, CounterRow, KeptBytes } from '../../../src/verdict/types.js' */

/** @type {CounterRow} */
const writeCalls = {
  counter: 'writeCalls',
  kind: 'exact',
  baseline: 1,
  candidate: 2,
  difference: 1,
  low: 0.998,
  high: 1.002,
  rounds: 8,
  tolerance: 0.05
}
/** @type {CounterRow} */
const writtenBytes = {
  ...writeCalls,
  counter: 'writtenBytes',
  baseline: 1211,
  candidate: 1590,
  difference: 379,
  low: 378,
  high: 380
}
/** @type {CounterRow} */
const loopTurns = { ...writeCalls, counter: 'loopTurns', kind: 'noisy', tolerance: null }

/** @param {Partial<CounterComparison>} changes @returns the section */
function sectionOf(changes) {
  /** @type {CounterComparison} */
  const comparison = {
    candidate: 'log=sync',
    baseline: 'log=off',
    generator: 'autocannon',
    rows: [writeCalls, writtenBytes, loopTurns],
    verdict: { name: 'different', differing: ['writeCalls', 'writtenBytes'], reason: null },
    kept: null,
    ...changes
  }
  return counterSections(
    /** @type {Analysis} */ (/** @type {unknown} */ ({ counters: [comparison], comparisons: [] }))
  )[0]
}

describe('the sentence', () => {
  test('names what differs, and not the noisy counters', () => {
    expect(sectionOf({})?.lines).toEqual([
      'log=sync differs from log=off: +1.00 write calls and +379 B written per request. This says nothing about CPU.'
    ])
  })

  test('never says that CPU is the same', () => {
    const [line] = sectionOf({ verdict: { name: 'same', differing: [], reason: null } })?.lines ?? []
    expect(line).toMatch(/^Same system calls and bytes: .* This says nothing about CPU\.$/)
  })

  test.each([
    ['not-counted', /does not count them/],
    ['too-few-rounds', /fewer than two rounds/],
    ['too-wide', /crosses its tolerance/]
  ])('says why the verdict is unknown: %s', (reason, words) => {
    const verdict = /** @type {CounterComparison['verdict']} */ ({ name: 'unknown', differing: [], reason })
    expect(sectionOf({ verdict })?.lines?.[0]).toMatch(words)
  })
})

test('the wait in a queue is a time', () => {
  /** @type {CounterRow} */
  const wait = {
    ...loopTurns,
    counter: 'waitedMicros',
    baseline: 812,
    candidate: 0,
    difference: -812,
    low: -860,
    high: -764
  }
  expect(sectionOf({ rows: [wait] })?.table?.rows).toEqual([['queue wait', 'noisy', '812 µs', '0 µs', '-812 µs ± 48']])
})

test('the table has the class of each counter in words', () => {
  expect(sectionOf({})?.table?.rows).toEqual([
    ['write calls', 'exact', '1.00', '2.00', '+1.00 ± 0.00'],
    ['bytes written', 'exact', '1.21 kB', '1.59 kB', '+379 B ± 1'],
    ['event-loop turns', 'noisy', '1.00', '2.00', '+1.00 ± 0.00']
  ])
})

describe('bytes kept', () => {
  /** @type {KeptBytes} */
  const kept = {
    baseline: { bytes: 12, low: 2, high: 22, launches: 8 },
    candidate: { bytes: 1012, low: 1002, high: 1022, launches: 8 },
    difference: { bytes: 1000, low: 990, high: 1010, launches: 8 },
    limitBytes: 100,
    verdict: 'keeps',
    keeping: ['candidate']
  }

  test('names the variant that keeps memory, and how much', () => {
    expect(sectionOf({ kept })?.lines?.[1]).toBe(
      'log=sync keeps +1.01 kB ± 0.01 per request after garbage collection: a leak, or a cache that grows.'
    )
  })

  test('names the limit where neither does', () => {
    const none = sectionOf({ kept: { ...kept, verdict: 'keeps nothing', keeping: [] } })
    expect(none?.lines?.[1]).toBe(
      'Neither log=off nor log=sync keeps more than 100 B per request after garbage collection.'
    )
  })
})

test('a run that counted nothing has no section', () => {
  expect(sectionOf({ rows: [], verdict: { name: 'unknown', differing: [], reason: 'not-counted' } })).toBeUndefined()
})
