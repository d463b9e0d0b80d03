import { expect, test } from '@jest/globals'
import { withSavedLines } from '../../src/blame/places.js'
import { makeCard, makeCardAnalysis } from '../helpers/make-card.js'

const { blames } = makeCardAnalysis()
const [{ lines: _, line: __, ...made } = { place: null, cost: { micros: 0, low: 0, high: 0 }, steps: [] }] =
  makeCard().places
if (!made.place) throw new Error('the card has a place')
const { place: named } = made
const text = { blamedLine: 27, firstLine: 24, lines: [''] }
const saved = { ...named, call: 'console.log', text, omitted: null }

test.each([
  ['the line that was found of its only call', [saved], 27],
  ['no line without source text', null, undefined],
  [
    'no line where that of several calls was found',
    [saved, { ...saved, text: { ...text, blamedLine: 30 } }],
    undefined
  ],
  ['no line where that of another function was found', [{ ...saved, line: 90 }], undefined],
  ['no line where only its first one was saved', [{ ...saved, call: null }], undefined]
])('of a run without lines, a place has %s', (_, sources, line) => {
  const [card] = withSavedLines([makeCard({ places: [made] })], blames, sources)
  expect(card?.places[0]?.blamedLine).toBe(line)
})
