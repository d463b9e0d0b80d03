import { expect, test } from '@jest/globals'
import { waterfallBar, waterfallBars } from '../../../src/page/charts/waterfall.js'
import { makeCard } from '../../helpers/make-card.js'

/** @param {number[]} micros of the steps, the remainder last @param {number} start */
function barsOf(micros, start) {
  const end = micros.reduce((sum, step) => sum + step, start)
  const card = makeCard()
  const total = card.total && { ...card.total, baselineMicros: start, candidateMicros: end }
  const steps = micros.map((step, row) => ({
    name: '',
    figure: '',
    half: '',
    micros: step,
    row: row === micros.length - 1 ? null : row
  }))
  return waterfallBars({ ...card, total }, { steps })
}

test('each step begins where the one before ends, and the last ends at the candidate', () => {
  expect(barsOf([60, -20, 60], 100)).toEqual([
    { from: 0, to: 0.5, kind: 'baseline', isCut: false },
    { from: 0.5, to: 0.8, kind: 'more', isCut: false },
    { from: 0.7, to: 0.8, kind: 'less', isCut: false },
    { from: 0.7, to: 1, kind: 'rest', isCut: false },
    { from: 0, to: 1, kind: 'candidate', isCut: false }
  ])
})

test('totals much larger than the change are cut, and the gaps say so', () => {
  const bars = barsOf([15, 15], 400)
  // The axis begins a third of the change, 10 µs, before the baseline.
  expect(bars.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.25],
    [0.25, 0.625],
    [0.625, 1],
    [0, 1]
  ])
  expect(bars.map(bar => waterfallBar(bar).split('class="gap"').length - 1)).toEqual([2, 0, 0, 2])
})

test('without a total there are no bars, and without a difference they have no impossible width', () => {
  expect(waterfallBars(makeCard({ total: null }), { steps: [] })).toEqual([])
  for (const bar of barsOf([0], 100)) expect(waterfallBar(bar)).not.toMatch(/NaN|Infinity|"-/)
})
