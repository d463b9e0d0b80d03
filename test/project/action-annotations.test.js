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
    title: '+29 µs ± 4 of +60 µs ± 22 per request: inspect, writeSync',
    message: expect.stringMatching(/^log=sync is slower than off: \+60 µs ± 22 of main-thread CPU per request/)
  })
  // gzip's lines are in packages.
  expect(others).toEqual([])
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
  const cards = [{ ...card, places: [{ ...first, cost: { ...first.cost, low } }] }]
  expect(annotationsOf({ ...sample, cards }, top)).toEqual([])
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
