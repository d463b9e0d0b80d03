import { expect, test } from '@jest/globals'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { disagreementOf, failuresOf } from '../../../src/verdict/checks/verdict-checks.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { makeRounds, makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const compared = onePair('log=sync', 'log=off')
const { load } = makeSlice()

/** @type {(sharedRatio: number, separateRatio: number, seed?: number) => SliceRecord[]} */
function bothKinds(sharedRatio, separateRatio, seed = 1) {
  const random = seededRandom(seed)
  const shared = makeRounds({ rounds: 8, costRatio: sharedRatio }).map(slice => ({ ...slice, beside: ['the other'] }))
  return [...shared, ...makeRounds({ rounds: 8, costRatio: separateRatio })].map(function addNoise(slice) {
    const cpuMicros = slice.server.cpuMicros * (1 + 0.06 * (random() - 0.5))
    return { ...slice, server: { ...slice.server, cpuMicros } }
  })
}

test('shared-core and separate slices disagree when their changes differ by more than both intervals', () => {
  const found = disagreementOf('cpuPerRequest', compared, { loads: [load], detailLoad: load }, bothKinds(1.2, 1.02), 1)
  expect(found?.sharedCore.relative).toBeCloseTo(0.2, 1)
  expect(found?.separate.relative).toBeCloseTo(0.02, 1)
})

test('where both kinds of slices have one truth, at most 5 of 100 runs disagree', () => {
  const runs = 400
  const found = Array.from({ length: runs }, (_, seed) =>
    disagreementOf('cpuPerRequest', compared, { loads: [load], detailLoad: load }, bothKinds(1.1, 1.1, seed), 1)
  )
  // Three binomial standard deviations of 400 runs at 5% are 3.3%.
  expect(found.filter(each => each !== null).length / runs).toBeLessThan(0.083)
})

test('of three candidates fewer disagree by chance: the intervals are at the confidence of the verdict', () => {
  const loads = { loads: [load], detailLoad: load }
  const found = disagreementOf('cpuPerRequest', compared, loads, bothKinds(1.2, 1.02), 3)
  const single = disagreementOf('cpuPerRequest', compared, loads, bothKinds(1.2, 1.02), 1)
  expect(found?.separate.confidence).toBeCloseTo(1 - 0.05 / 3, 9)
  expect(found?.separate.low).toBeLessThan(single?.separate.low ?? Number.NaN)
})

test('without shared-core slices nothing can disagree', () => {
  expect(
    disagreementOf(
      'cpuPerRequest',
      compared,
      { loads: [load], detailLoad: load },
      makeRounds({ rounds: 4, costRatio: 2 }),
      1
    )
  ).toBeNull()
})

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
