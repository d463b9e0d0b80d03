import { expect, test } from '@jest/globals'
import { info } from '../../../src/experiments/info.js'
import { levelsInWords, levelsOfAnswer, levelsOfCard, sideNames } from '../../../src/report/sections/toggle-sections.js'
import { comparisonsOf } from '../../../src/verdict/decide/comparisons.js'
import { makeCard } from '../../helpers/make-card.js'

const comparisons = comparisonsOf(info)
const log = { candidate: 'log=sync', baseline: 'off' }

test('a toggle names the changes that its own is the mean of, and its two sides', () => {
  expect(levelsInWords({ comparisons }, 'log=sync')).toEqual([
    'The change is the mean of 2: log=sync compared with off, and both compared with gzip=on.'
  ])
  expect(sideNames({ comparisons }, log)).toEqual(['without log=sync', 'with log=sync'])
})

test('the answer says which change blame explains', () => {
  const blames = /** @type {any[]} */ ([{ candidate: 'log=sync' }])
  const [levels] = levelsInWords({ comparisons }, 'log=sync')
  expect(levelsOfAnswer({ comparisons, blames }, 'log=sync')).toEqual([`${levels} Blame explains the first of them.`])
  expect(levelsOfAnswer({ comparisons, blames: [] }, 'log=sync')).toEqual([levels])
})

test('a card names the changes its totals are the mean of, and which of them its steps are of', () => {
  const card = makeCard({ candidate: 'log=sync' })
  const mean = 'the mean of 2 changes: log=sync compared with off, and both compared with gzip=on.'
  const steps = ' The source lines and their steps are of the first of them.'
  expect(levelsOfCard({ comparisons }, card)).toEqual([`The totals are ${mean}${steps}`])
  expect(levelsOfCard({ comparisons }, { ...card, places: [] })).toEqual([`The totals are ${mean}`])
  expect(levelsOfCard({ comparisons }, { ...card, total: null })).toEqual([`The verdict is by ${mean}`])
})

test('a candidate without toggles is compared as it is', () => {
  const plain = comparisonsOf({ ...info, toggles: undefined })
  expect(levelsInWords({ comparisons: plain }, 'log=sync')).toEqual([])
  expect(levelsOfCard({ comparisons: plain }, makeCard({ candidate: 'log=sync' }))).toEqual([])
  expect(sideNames({ comparisons: plain }, log)).toEqual(['off', 'log=sync'])
})
