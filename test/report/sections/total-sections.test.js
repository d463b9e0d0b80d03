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
    // By both sides of the separate slices: the root of 70 and 77 / 1.2.
    ['main thread (this card)', measured, '67.0 µs', '80.4 µs', expect.stringMatching(/^\+13\.4 µs ± /)],
    ['all threads', measured, '95.7 µs', '115 µs', expect.stringMatching(/^\+19\.1+ µs ± /)],
    ['all threads', sharedCore, '100 µs ± 0.0%', '120 µs ± 0.0%', '+20.0% (20.0 to 20.0)'],
    ['main thread', sharedCore, '70.0 µs ± 0.0%', '84.0 µs ± 0.0%', '+20.0% (20.0 to 20.0)']
  ])
  const ofAll = totalsSection(/** @type {Card} */ ({ ...card, threads: 'all' }), analysis).table?.rows
  expect(ofAll?.map(([name]) => name).slice(0, 2)).toEqual(['all threads (this card)', 'main thread'])
})
