import { expect, test } from '@jest/globals'
import { withRange } from '../../src/blame/changed-lines.js'
import { makeCard, makeCardAnalysis, makeStepRow } from '../helpers/make-card.js'

const folder = '/srv/app'
const [place] = makeCard().places
const [blamed] = place?.lines ?? []
const caller = { name: 'list', file: '/srv/app/src/list.js', line: 3 }

/**
 * Returns the place of a card whose line 27 of src/route.js is blamed, and which line 5 of src/list.js calls.
 * @param {{ file: string, start: number[], count: number[] }[]} files
 */
function placeIn(files) {
  const [blame] = makeCardAnalysis().blames
  const calledAt = blamed ? [{ ...blamed, line: 5 }] : []
  const rows = [makeStepRow(15, 'inspect', { caller, calledAt }), makeStepRow(10, 'writeSync')]
  const run = { changes: { files, problem: null }, folder }
  const places = makeCard().places.map(each => ({ ...each, calledAt }))
  const [card] = withRange([makeCard({ places })], blame ? [{ ...blame, rows }] : [], run)
  return card?.places[0]
}

test.each([
  { what: 'is in a run of new lines', start: [2, 26], count: [1, 3], mark: 'changed' },
  { what: 'is the last one of a run', start: [25], count: [3], mark: 'changed' },
  { what: 'follows a run', start: [25, 30], count: [2, 1], mark: 'unchanged' },
  { what: 'is before all runs', start: [28], count: [9], mark: 'unchanged' }
])('a line that $what is $mark', ({ start, count, mark }) => {
  const found = placeIn([{ file: 'src/route.js', start, count }])
  expect(found?.lines?.map(({ inRange }) => inRange)).toEqual([mark])
})

test('a line of a function that a new line calls is called from there, with the part of the cost', () => {
  const found = placeIn([{ file: 'src/list.js', start: [5], count: [1] }])
  expect(found?.lines?.map(({ inRange }) => inRange)).toEqual(['called'])
  expect(found?.changedCalls).toEqual([{ file: caller.file, line: 5, cost: blamed?.cost }])
  const other = placeIn([{ file: 'src/list.js', start: [6], count: [1] }])
  expect(other?.lines?.map(({ inRange }) => inRange)).toEqual(['unchanged'])
  expect(other?.changedCalls).toEqual([])
})

test('a line of a function that is called below a changed line, through another blamed function, is called from there', () => {
  const [blame] = makeCardAnalysis().blames
  const byPrice = { name: 'byPrice', file: caller.file, line: 4 }
  const calledAt = blamed ? [{ ...blamed, line: 5 }] : []
  const rows = [
    makeStepRow(15, 'inspect', { caller: byPrice }),
    makeStepRow(10, 'writeSync', { caller: byPrice }),
    makeStepRow(9, 'sort', { owner: byPrice, caller, calledAt }),
    makeStepRow(8, 'list', { owner: caller, caller: byPrice })
  ]
  const marksOf = (/** @type {number} */ line) => {
    const changes = { files: [{ file: 'src/list.js', start: [line], count: [1] }], problem: null }
    const [card] = withRange([makeCard()], blame ? [{ ...blame, rows }] : [], { changes, folder })
    return card?.places[0]?.lines?.map(({ inRange }) => inRange)
  }
  expect(marksOf(5)).toEqual(['called'])
  expect(marksOf(6)).toEqual(['unchanged'])
})

test('a place without a line has no mark', () => {
  const changes = { files: [{ file: 'src/route.js', start: [1], count: [99] }], problem: null }
  const unnamed = [{ ...makeCard().places[0], place: { file: '/srv/app/src/route.js', line: 25 }, line: null }]
  const cards = [makeCard({ places: /** @type {any} */ (unnamed) })]
  expect(withRange(cards, [], { changes, folder })).toEqual(cards)
})

test('a range that git did not compare has no marks, and its reason', () => {
  const changes = { files: [], problem: 'fatal: bad object 1234' }
  expect(withRange([makeCard()], [], { changes, folder })).toEqual([
    { ...makeCard(), noRange: 'fatal: bad object 1234' }
  ])
  expect(withRange([makeCard()], [], { folder })).toEqual([makeCard()])
})
