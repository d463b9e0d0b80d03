import { expect, test } from '@jest/globals'
import { estimatesInWords, revisionsInWords } from '../../../src/report/words/early-words.js'
import { makeChange } from '../../helpers/make-change.js'

/** @import { Verdict } from '../../../src/verdict/types.js' */

/** @param {Partial<Verdict>} [changes] */
function verdictOf(changes) {
  const usual = { candidate: 'b', baseline: 'a', verdict: 'slower', metric: 'cpuMainThread', slices: 'shared-core' }
  return /** @type {Verdict} */ ({ ...usual, change: makeChange(0.08, 0.12), refusal: null, ...changes })
}

const early = [verdictOf({ change: makeChange(0.28, 0.32) })]

test('of one candidate the estimate so far is the change, of several each has its name', () => {
  const one = { candidate: 'b', change: makeChange(0.08, 0.12) }
  expect(estimatesInWords([one])).toMatch(/^\+\d+\.\d% \(8\.0 to 12\.0\)$/)
  expect(estimatesInWords([one, { ...one, candidate: 'c' }])).toMatch(/^b \+.*, c \+.*\)$/)
  expect(estimatesInWords([verdictOf()])).toMatch(/^slower \+/)
})

test('an estimate that is too wide, or not there yet, is not shown', () => {
  expect(estimatesInWords([{ candidate: 'b', change: makeChange(-0.6, 2) }])).toBe('')
  expect(estimatesInWords([{ candidate: 'b', change: null }])).toBe('')
})

test('estimates that are in the interval of each other need no words', () => {
  expect(revisionsInWords([verdictOf({ change: makeChange(0.07, 0.13) })], [verdictOf()])).toEqual([])
})

test.each(
  /** @type {[string, Partial<Verdict>, RegExp][]} */ ([
    ['another metric', { metric: 'requestsPerSecond' }, /: the early one was of main-thread CPU per request\.$/],
    ['other slices', { slices: 'separate' }, /: the early one was of shared-core slices\.$/],
    ['more rounds', { change: { ...makeChange(0.08, 0.12), pairs: 99 } }, /: it has \d+ more rounds\.$/],
    [
      'fewer rounds',
      { change: { ...makeChange(0.08, 0.12), pairs: 2 } },
      /: \d+ of the early rounds are not used in it\.$/
    ],
    ['other slices of the same rounds', {}, /: slices that counted then are discarded in it\.$/],
    ['no verdict', { change: null, refusal: { code: 'too-few-valid-rounds' } }, /there is no final one: fewer than two/]
  ])
)('where the final estimate is of %s, that is the reason', (_, changes, reason) => {
  const [sentence, ...others] = revisionsInWords(early, [verdictOf(changes)])
  expect(others).toEqual([])
  expect(sentence).toMatch(/^b: the early estimate was \+\d+\.\d% \(28\.0 to 32\.0\), /)
  expect(sentence).toMatch(reason)
})

test('the final estimate within the early interval has a reason too where the early one is outside of the final one', () => {
  const wide = [verdictOf({ change: makeChange(0.05, 0.35) })]
  expect(revisionsInWords(wide, [verdictOf()])).toHaveLength(1)
})
