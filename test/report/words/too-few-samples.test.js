import { expect, test } from '@jest/globals'
import {
  hasInterval,
  isTooLarge,
  isTooWide,
  isTooWideCost,
  isTooWideForLimit,
  isTooWideForOverhead,
  lacksChange,
  tooFewForChange
} from '../../../src/report/words/too-few-samples.js'
import { estimate, excludesZero, relativeChange } from '../../../src/stats/intervals.js'

test.each([
  [-0.333, 0.499, false],
  [-0.334, 0.501, true],
  [-0.525, 0.484, true],
  [-0.988, 481.61, true],
  [-0.433, 2.949, true],
  [-1, 0.1, true],
  [-1, -1, false],
  [0.03, 0.12, false],
  [0, 0, false],
  [2, 5.7, false],
  [2, 5.8, true]
])('an interval from %d to %d reaches further than a factor of 1.5 to either side: %p', (low, high, isWide) => {
  expect(isTooWide({ low, high })).toBe(isWide)
})

test('the rounds that are missing are those that make the interval of the same rounds narrow enough', () => {
  // Log-ratios of 1 and -1 in turn: their spread is about the same however many there are, 1.15 of four and 1.04 of twelve.
  const rounds = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, round) => ({ baseline: 1, candidate: Math.exp(round % 2 === 0 ? 1 : -1) }))
  const change = relativeChange(rounds(4))
  if (!change) throw new Error('four rounds have an interval')
  const more = tooFewForChange(change, { hasAllRounds: true })?.more ?? 0
  expect(more).toBeGreaterThan(0)
  expect(tooFewForChange(change)).toEqual({ more: null })
  const enough = relativeChange(rounds(4 + more))
  expect(enough && isTooWide(enough)).toBe(false)
  const less = relativeChange(rounds(Math.floor(0.75 * (4 + more))))
  expect(less && isTooWide(less)).toBe(true)
})

test('without the number of rounds, or with more than a run can have, none is named', () => {
  const source = { hasAllRounds: true }
  expect(tooFewForChange({ low: -0.9, high: 9 }, source)).toEqual({ more: null })
  expect(tooFewForChange({ low: -1, high: 9, pairs: 6 }, source)).toEqual({ more: null })
  expect(tooFewForChange({ low: -0.2, high: 0.3, pairs: 6 })).toBeNull()
})

test('overhead needs about 5%', () => {
  expect(isTooWideForOverhead({ low: 0.1, high: 0.19 })).toBe(false)
  expect(isTooWideForOverhead({ low: 0.1, high: 0.3 })).toBe(true)
})

test('a difference of costs needs a fifth of the whole cost, or more where it excludes zero', () => {
  expect(isTooWideCost({ low: -40, high: 100 }, 800)).toBe(false)
  expect(isTooWideCost({ low: -160, high: 160 }, 800)).toBe(false)
  expect(isTooWideCost({ low: -161, high: 161 }, 800)).toBe(true)
  expect(isTooWideCost({ low: 200, high: 580 }, 789)).toBe(false)
  expect(isTooWideCost({ low: 1, high: 800 }, 789)).toBe(true)
  expect(isTooWideCost({ low: null, high: null }, 800)).toBe(false)
})

test('bytes that may be none need an interval within their limit; a leak is shown however wide', () => {
  expect(isTooWideForLimit({ low: -515, high: 515 }, 100)).toBe(true)
  expect(isTooWideForLimit({ low: -90, high: 90 }, 100)).toBe(false)
  expect(isTooWideForLimit({ low: 500, high: 1500 }, 100)).toBe(false)
  expect(isTooWideForLimit({ low: null, high: null }, 100)).toBe(false)
})

test('the value of one variant has an interval with two launches or more that is narrow enough', () => {
  const intervalOf = (/** @type {number[]} */ values) => {
    const known = estimate(values)
    if (!known) throw new Error('positive values have a mean')
    return hasInterval(known)
  }
  expect([intervalOf([5]), intervalOf([5, 5.1]), intervalOf([5, 9])]).toEqual([false, true, false])
})

test('two values without a change lack its interval; a value alone has no change', () => {
  expect([lacksChange(1, 2), lacksChange(0, 2), lacksChange(null, 2), lacksChange(1, undefined)]).toEqual([
    true,
    true,
    false,
    false
  ])
})

test('a significant change is on one side of zero, and a detectable change of over 50% says nothing', () => {
  expect([
    excludesZero({ low: -1, high: 1 }),
    excludesZero({ low: 1, high: 2 }),
    excludesZero({ low: -2, high: -1 })
  ]).toEqual([false, true, true])
  expect([isTooLarge(0.034), isTooLarge(0.5), isTooLarge(0.51)]).toEqual([false, false, true])
})
