import { expect, test } from '@jest/globals'
import {
  isSignificant,
  isTooLarge,
  isTooWide,
  tooFewForChange,
  tooFewForCost,
  tooFewForMean,
  tooFewForOverhead
} from '../../src/report/too-few-samples.js'
import { estimate, relativeChange } from '../../src/stats/intervals.js'

test.each([
  [-0.5, 1, false],
  [-0.501, 1, true],
  [-0.988, 481.61, true],
  [-0.433, 2.949, true],
  [-1, 0.1, true],
  [0.03, 0.12, false],
  [0, 0, false],
  [2, 8, false]
])('an interval from %d to %d reaches further than from half to double: %p', (low, high, isWide) => {
  expect(isTooWide({ low, high })).toBe(isWide)
})

test('the rounds that are missing are those that make the interval of the same rounds narrow enough', () => {
  // Log-ratios of 1 and -1 in turn: their spread is about the same however many there are, 1.15 of four and 1.04 of twelve.
  const rounds = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, round) => ({ baseline: 1, candidate: Math.exp(round % 2 === 0 ? 1 : -1) }))
  const change = relativeChange(rounds(4))
  const mean = estimate(rounds(4).map(({ candidate }) => candidate))
  if (!change || !mean) throw new Error('four rounds have an interval')
  const more = tooFewForChange(change)?.more ?? 0
  expect(more).toBeGreaterThan(0)
  expect(tooFewForMean(mean)).toEqual({ more })
  const enough = relativeChange(rounds(4 + more))
  expect(enough && isTooWide(enough)).toBe(false)
  const less = relativeChange(rounds(more))
  expect(less && isTooWide(less)).toBe(true)
})

test('without the number of rounds, or with more than a run can have, none is named', () => {
  expect(tooFewForChange({ low: -0.9, high: 9 })).toEqual({ more: null })
  expect(tooFewForChange({ low: -1, high: 9, pairs: 6 })).toEqual({ more: null })
  expect(tooFewForChange({ low: -0.2, high: 0.3, pairs: 6 })).toBeNull()
})

test('overhead needs about 5%, a cost the scale of its table', () => {
  const overhead = { low: 0.1, high: 0.19, pairs: 4, confidence: 0.95 }
  expect(tooFewForOverhead(overhead)).toBeNull()
  expect(tooFewForOverhead({ ...overhead, high: 0.3 })).toEqual({ more: 3 })
  expect(tooFewForCost({ low: -40, high: 100 }, { scale: 800, rounds: 4 })).toBeNull()
  expect(tooFewForCost({ low: -480, high: 480 }, { scale: 800, rounds: 2 })).toBeNull()
  expect(tooFewForCost({ low: -480, high: 500 }, { scale: 800, rounds: 2 })).toEqual({ more: 1 })
  expect(tooFewForCost({ low: null, high: null }, { scale: 800, rounds: 1 })).toBeNull()
})

test('a significant change is on one side of zero, and a detectable change of over 100% says nothing', () => {
  expect([
    isSignificant({ low: -1, high: 1 }),
    isSignificant({ low: 1, high: 2 }),
    isSignificant({ low: -2, high: -1 })
  ]).toEqual([false, true, true])
  expect([isTooLarge(0.034), isTooLarge(1), isTooLarge(1.01)]).toEqual([false, false, true])
})
