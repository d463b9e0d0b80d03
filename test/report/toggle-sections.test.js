import { expect, test } from '@jest/globals'
import { info } from '../../src/experiments/info.js'
import { interactionSections, levelsInWords, levelsOfAnswer, sideHeaders } from '../../src/report/toggle-sections.js'
import { comparisonsOf } from '../../src/verdict/comparisons.js'

const comparisons = comparisonsOf(info)
const log = { candidate: 'log=sync', baseline: 'off' }

test('a toggle names the changes that its own is the mean of, and the variants of each column', () => {
  expect(levelsInWords({ comparisons }, 'log=sync')).toEqual([
    'The change is the mean of 2: log=sync compared with off, and both compared with gzip=on.'
  ])
  expect(sideHeaders({ comparisons }, log)).toEqual(['off, gzip=on', 'log=sync, both'])
})

test('with blame, the answer says which change it explains', () => {
  const blames = /** @type {any[]} */ ([{ candidate: 'log=sync' }])
  expect(levelsOfAnswer({ comparisons, blames }, 'log=sync')).toEqual([
    expect.stringMatching(/^The change is the mean of 2: .* Blame explains the first of them\.$/)
  ])
  expect(levelsOfAnswer({ comparisons, blames: [] }, 'log=sync')).toEqual(levelsInWords({ comparisons }, 'log=sync'))
})

test('a candidate without toggles is compared as it is', () => {
  const plain = comparisonsOf({ ...info, toggles: undefined })
  expect(levelsInWords({ comparisons: plain }, 'log=sync')).toEqual([])
  expect(sideHeaders({ comparisons: plain }, log)).toEqual(['off', 'log=sync'])
})

test('the interaction is one row, and its note says that it is wide', () => {
  const [section] = interactionSections({
    interactions: [
      {
        candidate: 'log=sync',
        metric: 'cpuMainThread',
        without: { candidate: 'log=sync', baseline: 'off', micros: 30, low: 20, high: 40 },
        with: { candidate: 'both', baseline: 'gzip=on', micros: 40, low: 25, high: 55 },
        difference: { micros: 10, low: -20, high: 40 },
        rounds: 10
      }
    ]
  })
  expect(section?.heading).toBe(
    'Interaction: main-thread CPU per request of log=sync without and with gzip=on (separate slices, 10 rounds)'
  )
  expect(section?.table?.rows).toEqual([['interaction', '+30 µs ± 10', '+40 µs ± 15', '+10 µs ± 30']])
  expect(section?.notes?.join()).toMatch(/interval is wide/)
})
