import { expect, test } from '@jest/globals'
import { compareAnswers } from '../../../src/page/browser/compare-answers.js'
import { makeAnswer, makeBlamed } from '../../helpers/make-answer.js'

/** @import { RunAnswer } from '../../../src/report/types.js' */

/** A change by a factor, with an interval that is symmetric on the logarithm. */
const [tenPercent, twentyOnePercent] = [changeBy(1.1, 1.02), changeBy(1.21, 1.02)]
const other = { folder: 'another run', startedAt: '2026-02-01T00:00:00.000Z' }

test('changes further apart than both intervals differ', () => {
  const { ratio, outcome, tone, sentence } = compareAnswers(
    makeAnswer({ change: tenPercent }),
    makeAnswer({ ...other, change: twentyOnePercent })
  )
  expect(ratio?.relative).toBeCloseTo(0.1, 10)
  expect({ outcome, tone }).toEqual({ outcome: 'different', tone: 'more' })
  expect(sentence).toBe(
    'The two changes differ: relative to its own baseline, B has 10.0% more main-thread CPU per request (95% CI 7.0 to 13.1) than A.'
  )
})

test('changes whose ratio has an interval around one do not differ significantly', () => {
  const a = makeAnswer({ change: changeBy(1, Math.exp(0.03)) })
  const b = makeAnswer({ ...other, change: changeBy(1.02, Math.exp(0.04)) })
  const { outcome, tone, sentence } = compareAnswers(a, b)
  expect({ outcome, tone }).toEqual({ outcome: 'no significant difference', tone: 'noise' })
  // 1.02 / e^0.05 = 0.97025 and 1.02 x e^0.05 = 1.07230.
  expect(sentence).toMatch(/\(95% CI -3\.0 to 7\.2\) than A\. A difference of up to 7\.2% is possible/)
})

test('more requests/s is better', () => {
  const metric = /** @type {const} */ ('requestsPerSecond')
  const a = makeAnswer({ metric, change: tenPercent })
  const b = makeAnswer({ ...other, metric, change: twentyOnePercent })
  expect(compareAnswers(a, b)).toMatchObject({
    tone: 'less',
    sentence: expect.stringMatching(/B has 10\.0% more requests\/s/)
  })
})

test('an answer without a change or with another primary metric is not comparable', () => {
  const without = makeAnswer({ ...other, change: null })
  const nothing = { ratio: null, tone: 'noise', outcome: 'not comparable' }
  expect(compareAnswers(makeAnswer(), without)).toMatchObject({ ...nothing, sentence: 'B has no change to compare.' })
  expect(compareAnswers(without, without)).toMatchObject({ ...nothing, sentence: 'A and B have no change to compare.' })
  const faster = makeAnswer({ ...other, metric: 'requestsPerSecond', what: 'requests/s' })
  expect(compareAnswers(makeAnswer(), faster)).toMatchObject({
    ...nothing,
    sentence:
      'A and B have different primary metrics, so they cannot be compared: main-thread CPU per request and requests/s.'
  })
})

test('properties that differ are listed, and no others', () => {
  const a = makeAnswer({ versions: { node: 'v20.0.0', express: '5.0.0', ejs: '3.0.0' } })
  const b = makeAnswer({
    ...other,
    versions: { node: 'v24.0.0', express: '5.0.0' },
    machine: { ...a.machine, cores: 8 },
    gitCommit: null,
    rounds: 3,
    isQuick: true,
    profilers: []
  })
  const { facts, notes } = compareAnswers(a, b)
  expect(facts).toEqual([
    { name: 'machine', a: '2 cores (a CPU), 8 GiB, linux 6', b: '8 cores (a CPU), 8 GiB, linux 6' },
    { name: 'commit', a: 'abc1234', b: 'unknown' },
    { name: 'rounds', a: '8', b: '3, short' },
    { name: 'profilers', a: 'cdp', b: 'none' },
    { name: 'Node.js', a: 'v20.0.0', b: 'v24.0.0' },
    { name: 'ejs', a: '3.0.0', b: 'none' }
  ])
  expect(notes).toEqual([
    expect.stringMatching(/^Compare changes, not absolute values/),
    expect.stringMatching(/^Measured with another machine and Node\.js version/)
  ])
  expect(compareAnswers(a, { ...a, ...other })).toMatchObject({
    facts: [],
    notes: [expect.stringMatching(/^Compare changes/)]
  })
})

test('changes by different kinds of slices are a difference between two runs', () => {
  expect(compareAnswers(makeAnswer(), makeAnswer({ slices: 'separate' })).facts).toEqual([
    { name: 'slices of the verdict', a: 'shared-core slices', b: 'separate slices' }
  ])
  expect(compareAnswers(makeAnswer({ slices: null }), makeAnswer()).facts).toMatchObject([{ a: 'unknown' }])
})

test('notes name different experiments, and a baseline that both share', () => {
  const gzip = makeAnswer({ ...other, experiment: 'info-gzip', question: 'What does gzip cost?' })
  expect(compareAnswers(makeAnswer(), gzip).notes[0]).toBe(
    'The experiments differ. A: What does a log cost? B: What does gzip cost?'
  )
  const again = makeAnswer({ candidate: 'log=async' })
  expect(compareAnswers(makeAnswer(), again).notes).toEqual([expect.stringMatching(/^Both changes come from one run/)])
})

test('a function is paired in both runs, also where it moved in its file; the largest is first, CPU before bytes', () => {
  const bytes = makeBlamed({ unit: 'bytes', name: 'allocate', difference: 5000 })
  const [one, two] = [makeBlamed({ line: 3 }), makeBlamed({ line: 30, difference: 4 })]
  const moved = makeBlamed({ line: 31, difference: -40 })
  const parse = makeBlamed({ name: 'parse', difference: 20 })
  const { blamed } = compareAnswers(
    makeAnswer({ blamed: [one, two, bytes] }),
    makeAnswer({ ...other, blamed: [moved, one, parse] })
  )
  expect(blamed).toEqual([
    { a: two, b: moved },
    { a: null, b: parse },
    { a: one, b: one },
    { a: bytes, b: null }
  ])
})

/**
 * @param {number} factor
 * @param {number} reach
 * @returns {NonNullable<RunAnswer['change']>}
 */
function changeBy(factor, reach) {
  return {
    relative: factor - 1,
    low: factor / reach - 1,
    high: factor * reach - 1,
    confidence: 0.95,
    pairs: 8,
    spread: 0.02
  }
}
