import { expect, test } from '@jest/globals'
import { withBlamedLines } from '../../src/blame/places.js'
import { makeCard } from '../helpers/make-card.js'

const [{ place: named } = { place: null }] = makeCard().places
if (!named) throw new Error('the card has a place')
const text = { blamedLine: 27, firstLine: 24, lines: [''] }

test.each([
  ['the line of the blamed call', [{ ...named, text, omitted: null }], 27],
  ['the line of its function without source text', null, named.line],
  [
    'the line of its function where the text of another call is known',
    [{ ...named, call: 'write', text, omitted: null }],
    named.line
  ]
])('a place of a card has %s', (_, sources, line) => {
  const [card] = withBlamedLines([makeCard()], sources)
  expect(card?.places[0]).toMatchObject({ place: named, blamedLine: line })
})

test('what costs more without a place has no line', () => {
  const [first] = makeCard().places
  const places = first ? [{ ...first, place: null }] : []
  expect(withBlamedLines([makeCard({ places })], [])[0]?.places).toEqual(places)
})
