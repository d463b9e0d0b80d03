import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { totalsSection } from '../../../src/report/sections/size-sections.js'
import { makeMeasured, makeRounds } from '../../helpers/make-run.js'

/** @import { Card } from '../../../src/blame/types.js' */

test('all totals of a candidate are in one table, that of the card first, each with how it was measured', () => {
  const separate = makeRounds({ rounds: 6, costRatio: 1.1 })
  const shared = makeRounds({ rounds: 6, costRatio: 1.2 }).map(slice => ({ ...slice, beside: ['the other'] }))
  const analysis = analyse(makeMeasured({ slices: [...separate, ...shared] })).analysis
  const [card] = analysis.cards
  const rows = totalsSection(/** @type {Card} */ (card), analysis).table?.rows
  const measured = 'separate slices, 6 rounds, unprofiled'
  const sharedCore = 'shared-core slices, autocannon, unprofiled'
  expect(rows).toEqual([
    ['main thread (this card)', measured, '70.0 µs', '84.0 µs', expect.stringMatching(/^\+14\.0+ µs ± /)],
    ['all threads', measured, '100 µs', '120 µs', expect.stringMatching(/^\+20\.0+ µs ± /)],
    ['all threads', sharedCore, '100 µs ± 0.0%', '120 µs ± 0.0%', '+20.0% (20.0 to 20.0)'],
    ['main thread', sharedCore, '70.0 µs ± 0.0%', '84.0 µs ± 0.0%', '+20.0% (20.0 to 20.0)']
  ])
  const ofAll = totalsSection(/** @type {Card} */ ({ ...card, threads: 'all' }), analysis).table?.rows
  expect(ofAll?.map(([name]) => name).slice(0, 2)).toEqual(['all threads (this card)', 'main thread'])
})
