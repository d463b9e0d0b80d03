import { expect, test } from '@jest/globals'
import { trustItems } from '../../../src/report/words/trust-words.js'
import { sampleRun } from '../../helpers/sample-run.js'

/** @import { Analysis } from '../../../src/types.js' */

const { analysis: sample } = sampleRun()
const { asked } = sample

/** @param {Partial<Analysis>} [changes] of the sample, which has six rounds */
function roundsIn(changes) {
  return trustItems({ ...sample, ...changes }).flatMap(({ text }) => /^.* rounds(?= in )/.exec(text) ?? [])
}

test('where a limit of time allowed fewer rounds than planned, both numbers are beside the result', () => {
  expect(roundsIn()).toEqual(['6 rounds'])
  expect(roundsIn({ asked: { ...asked, rounds: 9 } })).toEqual(['6 of 9 rounds'])
})

test('a verdict that was clear early says after how many rounds', () => {
  const texts = (/** @type {Partial<Analysis>} */ changes) =>
    trustItems({ ...sample, ...changes }).map(({ text }) => text)
  expect(texts({ asked: { ...asked, clearAfter: 6 } })).toContain('verdict clear after 6 rounds')
  expect(texts({}).join()).not.toContain('clear after')
})

test('a run until a goal of precision, or until its counters decide, has no planned number', () => {
  const isOfMore = { ...asked, rounds: 9 }
  expect(roundsIn({ asked: isOfMore, precision: { goal: 0.01, halfWidth: 0.01, isReached: true } })).toEqual([
    '6 rounds'
  ])
  expect(roundsIn({ asked: { ...isOfMore, untilCounted: true } })).toEqual(['6 rounds'])
})
