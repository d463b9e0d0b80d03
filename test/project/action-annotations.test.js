import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { annotationsOf } from '../../scripts/action/annotations.js'
import { toWorkflowCommand } from '../../scripts/action/workflow-commands.js'

const sample = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../profiles/sample/analysis.json'), 'utf8'))
const top = '/srv/profiling-workshop'

test('the blamed line of a slower candidate is annotated with its cost and the verdict', () => {
  const [annotation, ...others] = annotationsOf(sample, top)
  expect(annotation).toEqual({
    file: 'src/app/info/route.js',
    line: 27,
    title: '+17 µs ± 2 per request: inspect, writeSync, showAppInfo',
    message: expect.stringMatching(/^log=sync is slower than off: \+36 µs ± 5 of main-thread CPU per request/)
  })
  // The package of gzip is annotated where the app brings it in.
  expect(others.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/app/app.js:24'])
})

test.each([
  { what: 'begins above a tenth of the difference', low: 0.11, lines: [27, 30] },
  { what: 'begins below a tenth of the difference', low: 0.09, lines: [27] },
  { what: 'has no limits', low: null, lines: [27] }
])('a smaller cost whose interval $what: lines $lines', ({ low, lines }) => {
  const [card] = sample.cards
  const [first] = card.places
  const share = (/** @type {number | null} */ of) => of && of * card.total.difference.micros
  const second = {
    place: { ...first.place, line: 30 },
    cost: { micros: share(0.2), low: share(low), high: share(0.3) },
    steps: first.steps.map((/** @type {object} */ step) => ({ ...step }))
  }
  const cards = [{ ...card, places: [first, second] }]
  expect(annotationsOf({ ...sample, cards }, top).map(({ line }) => line)).toEqual(lines)
})

test.each([0, null])('a line whose interval begins at %j has no annotation', low => {
  const [card] = sample.cards
  const [first] = card.places
  const cards = [{ ...card, places: [{ ...first, line: null, lines: [], cost: { ...first.cost, low } }] }]
  expect(annotationsOf({ ...sample, cards }, top)).toEqual([])
})

/** Returns a blamed line. @type {(line: number, micros: number, inRange: 'changed' | 'called' | 'unchanged') => object} */
function lineOf(line, micros, inRange) {
  const cost = { baseline: 0, candidate: micros, difference: micros, low: micros - 1, high: micros + 1 }
  return { line, cost, evidence: 'confirmed', inRange }
}

/** Returns the sample with one blamed function. @param {object} lines of it */
function sampleWith(lines) {
  const [card] = sample.cards
  return { ...sample, cards: [{ ...card, places: [{ ...card.places[0], ...lines }] }] }
}

test('each line of a function has its own cost, and those that the range changed come first', () => {
  const lines = [lineOf(30, 20, 'unchanged'), lineOf(27, 12, 'changed'), lineOf(28, 2, 'changed')]
  const found = annotationsOf(sampleWith({ line: 30, lines }), top)
  expect(found.map(({ line, title }) => ({ line, title }))).toEqual([
    { line: 27, title: '+12 µs ± 1 per request, changed in this range: inspect, writeSync, showAppInfo' },
    { line: 30, title: '+20 µs ± 1 per request, not in the diff: inspect, writeSync, showAppInfo' }
  ])
})

test('a function without a named line is annotated where it begins, and says so', () => {
  const [found] = annotationsOf(sampleWith({ line: null, lines: [] }), top)
  expect(found?.title).toMatch(/ per request, no line is known: inspect, writeSync, showAppInfo$/)
})

test('a changed line that calls the function is annotated, also where that one is in a package', () => {
  const call = { ...lineOf(9, 20, 'changed'), file: `${top}/src/app/app.js` }
  const place = { file: `${top}/node_modules/compression/index.js`, line: 115 }
  const analysis = sampleWith({ place, line: 120, lines: [lineOf(120, 25, 'called')], changedCalls: [call] })
  expect(annotationsOf(analysis, top)).toEqual([
    {
      file: 'src/app/app.js',
      line: 9,
      title: '+20.0 µs ± 1.0 per request, called here: inspect, writeSync, showAppInfo',
      message: expect.stringMatching(/^log=sync is slower/)
    }
  ])
})

test('there are at most ten annotations', () => {
  const changedCalls = Array.from({ length: 12 }, (_, at) => ({
    ...lineOf(50 + at, 20, 'changed'),
    file: `${top}/src/app/app.js`
  }))
  const found = annotationsOf(sampleWith({ line: 27, lines: [lineOf(27, 25, 'unchanged')], changedCalls }), top)
  expect(found.map(({ line }) => line)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59])
})

test('a candidate that is not slower has no annotation', () => {
  const cards = sample.cards.map((/** @type {object} */ card) => ({ ...card, verdict: 'cannot tell' }))
  expect(annotationsOf({ ...sample, cards }, top)).toEqual([])
})

test('a file outside of the repository has no annotation', () => {
  expect(annotationsOf(sample, '/srv/other')).toEqual([])
})

test('a hostile name stays within its property, and on its line', () => {
  const command = toWorkflowCommand({
    file: 'a,b:c.js',
    line: 3,
    title: '100%::x,line=9',
    message: 'one\r\n::set-output name=a::b'
  })
  expect(command).toBe('::error file=a%2Cb%3Ac.js,line=3,title=100%25%3A%3Ax%2Cline=9::one%0D%0A::set-output name=a::b')
})
