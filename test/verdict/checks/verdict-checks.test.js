import { expect, test } from '@jest/globals'
import { failuresOf } from '../../../src/verdict/checks/verdict-checks.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { makeRounds } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const compared = onePair('log=sync', 'log=off')

test('a candidate of which a twentieth of the requests fail, in all rounds, fails more often', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1 }).map(slice =>
    slice.variant === 'log=sync' ? { ...slice, non2xx: 400 + 20 * slice.round, errors: 50 } : slice
  )
  const failures = failuresOf(compared, slices, 1)
  expect(failures).toMatchObject({
    baseline: { failed: 0, sent: 60_000 },
    candidate: { failed: 3000, sent: 60_000 },
    isHigher: true
  })
  expect(failures?.difference.share).toBeCloseTo(0.05, 9)
  const swapped = onePair('log=off', 'log=sync')
  expect(failuresOf(swapped, slices, 1)?.isHigher).toBe(false)
})

test('failures of a single launch are no result, and without failures there is none', () => {
  const slices = makeRounds({ rounds: 6, costRatio: 1 })
  expect(failuresOf(compared, slices, 1)).toBeNull()
  const once = slices.map((slice, index) => (index === 3 ? { ...slice, errors: 5000 } : slice))
  expect(failuresOf(compared, once, 1)).toMatchObject({ candidate: { failed: 5000 }, isHigher: false })
})
