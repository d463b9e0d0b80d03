import { expect, test } from '@jest/globals'
import { compareAnswers } from '../../../../src/page/browser/index/compare-answers.js'
import { makeAnswer, makeBlamed } from '../../../helpers/make-answer.js'

/** @import { Change } from '../../../../src/stats/types.js' */

/** Of a factor and of the factor that its interval reaches to either side: symmetric on the logarithm. */
const [tenPercent, twentyOnePercent] = [changeBy(1.1, 1.02), changeBy(1.21, 1.02)]
const other = { folder: 'another run', startedAt: '2026-02-01T00:00:00.000Z' }

test('effects that lie further apart than both intervals differ', () => {
  const { ratio, outcome, tone, sentence } = compareAnswers(
    makeAnswer({ change: tenPercent }),
    makeAnswer({ ...other, change: twentyOnePercent })
  )
  expect(ratio?.relative).toBeCloseTo(0.1, 10)
  expect({ outcome, tone }).toEqual({ outcome: 'differ', tone: 'more' })
  expect(sentence).toBe(
    'The two effects differ: each against its own baseline, B has 10.0% more main-thread CPU per request (95% CI 7.0 to 13.1) than A.'
  )
})

test('effects whose ratio may be one cannot be told apart', () => {
  const a = makeAnswer({ change: changeBy(1, Math.exp(0.03)) })
  const b = makeAnswer({ ...other, change: changeBy(1.02, Math.exp(0.04)) })
  const { outcome, tone, sentence } = compareAnswers(a, b)
  expect({ outcome, tone }).toEqual({ outcome: 'cannot be told apart', tone: 'noise' })
  // 1.02 / e^0.05 = 0.97025 and 1.02 x e^0.05 = 1.07230.
  expect(sentence).toMatch(/\(95% CI -3\.0 to 7\.2\) than A, which lies within the noise.*up to 7\.2% may hide/)
})

test('of requests/s more is better', () => {
  const metric = /** @type {const} */ ('requestsPerSecond')
  const a = makeAnswer({ metric, change: tenPercent })
  const b = makeAnswer({ ...other, metric, change: twentyOnePercent })
  expect(compareAnswers(a, b)).toMatchObject({
    tone: 'less',
    sentence: expect.stringMatching(/B has 10\.0% more requests\/s/)
  })
})

test('where one has no effect, or another metric decided, there is nothing to compare', () => {
  const without = makeAnswer({ ...other, change: null })
  const nothing = { ratio: null, tone: 'noise', outcome: 'no comparison' }
  expect(compareAnswers(makeAnswer(), without)).toMatchObject({ ...nothing, sentence: 'B has no effect to compare.' })
  expect(compareAnswers(without, without)).toMatchObject({ ...nothing, sentence: 'A and B have no effect to compare.' })
  const faster = makeAnswer({ ...other, metric: 'requestsPerSecond', what: 'requests/s' })
  expect(compareAnswers(makeAnswer(), faster)).toMatchObject({
    ...nothing,
    sentence: 'A was decided by main-thread CPU per request, B by requests/s: these effects do not compare.'
  })
})

test('what is not the same is told, and what is the same is not', () => {
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
    { name: 'rounds', a: '8', b: '3, quick' },
    { name: 'profilers', a: 'cdp', b: 'none' },
    { name: 'Node', a: 'v20.0.0', b: 'v24.0.0' },
    { name: 'ejs', a: '3.0.0', b: 'none' }
  ])
  expect(notes).toEqual([
    expect.stringMatching(/^Absolute figures of different times or machines do not compare/),
    expect.stringMatching(/^Not measured on the same machine and Node/)
  ])
  expect(compareAnswers(a, { ...a, ...other })).toMatchObject({
    facts: [],
    notes: [expect.stringMatching(/^Absolute/)]
  })
})

test('different experiments are said to ask different things, and one run to have one baseline', () => {
  const gzip = makeAnswer({ ...other, experiment: 'info-gzip', question: 'What does gzip cost?' })
  expect(compareAnswers(makeAnswer(), gzip).notes[0]).toBe(
    'They ask different things. A: What does a log cost? B: What does gzip cost?'
  )
  const again = makeAnswer({ candidate: 'log=async' })
  expect(compareAnswers(makeAnswer(), again).notes).toEqual([expect.stringMatching(/^Both are of one run/)])
})

test('a function is found in both runs, also where it moved in its file; the largest is first, CPU before bytes', () => {
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
 * @returns {Change}
 */
function changeBy(factor, reach) {
  return {
    relative: factor - 1,
    low: factor / reach - 1,
    high: factor * reach - 1,
    pairs: 8,
    spread: 0.02,
    pValue: 0.01
  }
}
