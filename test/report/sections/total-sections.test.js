import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { totalSections } from '../../../src/report/sections/total-sections.js'
import { makeCard } from '../../helpers/make-card.js'
import { makeMeasured, makeRounds } from '../../helpers/make-run.js'
import { makeToggleRounds, makeToggleRun } from '../../helpers/make-toggle-run.js'

/** @import { Card } from '../../../src/blame/types.js' */

test('all totals of a candidate are in one table, that of the card first, each with how it was measured', () => {
  const separate = makeRounds({ rounds: 6, costRatio: 1.1 })
  const shared = makeRounds({ rounds: 6, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  const analysis = analyse(makeMeasured({ slices: [...separate, ...shared] })).analysis
  const [card] = analysis.cards
  const rows = totalSections(analysis)[0]?.table?.rows
  const measured = 'separate slices, 6 rounds, unprofiled'
  const sharedCore = 'shared-core slices, autocannon, unprofiled'
  expect(rows).toEqual([
    ['main thread (this card)', measured, '70.0 µs', '84.0 µs', expect.stringMatching(/^\+14\.0+ µs ± /)],
    ['all threads', measured, '100.0 µs', '120.0 µs', expect.stringMatching(/^\+20\.0+ µs ± /)],
    ['all threads', sharedCore, '100 µs ± 0.0%', '120 µs ± 0.0%', '+20.0% (20.0 to 20.0)'],
    ['main thread', sharedCore, '70.0 µs ± 0.0%', '84.0 µs ± 0.0%', '+20.0% (20.0 to 20.0)']
  ])
  const onAll = /** @type {Card} */ ({ ...card, threads: 'all' })
  const ofAll = totalSections({ ...analysis, cards: [onAll] })[0]?.table?.rows
  expect(ofAll?.map(([name]) => name).slice(0, 2)).toEqual(['all threads (this card)', 'main thread'])
  // Where the verdict is on latency a card has no total, and the sizes are here all the same.
  const withoutCard = totalSections({ ...analysis, cards: [] })[0]?.table?.rows
  expect(withoutCard?.slice(0, 2)).toEqual([['main thread', ...(rows?.[0]?.slice(1) ?? [])], rows?.[1]])
})

test('what a toggle costs with and without the other one is a sentence, and a note says that it is wide', () => {
  const { analysis } = analyse(makeToggleRun({ slices: makeToggleRounds(6) }))
  const card = makeCard({ candidate: 'log=sync', baseline: 'off', total: makeCard({}).total })
  const interaction = {
    candidate: 'log=sync',
    metric: /** @type {const} */ ('cpuMainThread'),
    without: { candidate: 'log=sync', baseline: 'off', micros: 30, low: 20, high: 40 },
    with: { candidate: 'both', baseline: 'gzip=on', micros: 40, low: 25, high: 55 },
    difference: { micros: 10, low: -20, high: 40 },
    rounds: 10
  }
  const [section] = totalSections({ ...analysis, cards: [card], interactions: [interaction] })
  const { lines, notes, table } = section ?? {}
  expect(lines).toEqual([
    'Interaction: log=sync costs +30 µs ± 10 of main-thread CPU per request without gzip=on, and +40 µs ± 15 with it; the difference is +10 µs ± 30 (95% CI, 10 rounds).'
  ])
  expect(notes?.join()).toMatch(/interval of an interaction is wide/)
  expect(table?.header).toEqual(['total', 'measured in', 'without log=sync', 'with log=sync', 'difference'])
})
