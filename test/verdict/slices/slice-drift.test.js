import { expect, test } from '@jest/globals'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { driftOfVerdict, sliceDrift } from '../../../src/verdict/slices/slice-drift.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const base = makeSlice()

/**
 * Returns launches whose cost changes by a factor from slice to slice, with noise of slices and launches.
 * @param {{ launches?: number, slices?: number, factor?: number, noise?: () => number }} truth
 */
function launchesThat({ launches = 8, slices = 4, factor = 1, noise = () => 0 }) {
  return Array.from({ length: launches }, function oneLaunch(_, round) {
    const own = 100_000 * Math.exp(noise())
    return Array.from({ length: slices }, (_, index) => ({
      ...base,
      launch: `launch ${round}`,
      round,
      index,
      server: { ...base.server, cpuMicros: own * factor ** index * Math.exp(noise()) }
    }))
  }).flat()
}

test('a cost that falls by 2% per slice is found, whatever the level of each launch', () => {
  const random = seededRandom(1)
  const drift = sliceDrift(
    'cpuPerRequest',
    'log=off',
    launchesThat({ factor: 0.98, noise: () => 0.005 * (random() - 0.5) })
  )
  expect(drift?.isDrifting).toBe(true)
  expect(drift?.perSlice.relative).toBeCloseTo(-0.02, 2)
  expect(drift?.overLaunch).toBeCloseTo(0.98 ** 3 - 1, 2)
})

test('by hand: logarithms 0, 1, 2 and 0, 3, 6 have slopes of 1 and 3', () => {
  const slices = [1, 3].flatMap((slope, round) =>
    launchesThat({ launches: 1, slices: 3, factor: Math.exp(slope) }).map(slice => ({ ...slice, launch: `${round}` }))
  )
  const drift = sliceDrift('cpuPerRequest', 'log=off', slices)
  // The mean is 2, and its standard error 1; t of 1 degree of freedom at 95% is 12.706.
  expect(Math.log1p(drift?.perSlice.relative ?? 0)).toBeCloseTo(2, 9)
  expect(Math.log1p(drift?.perSlice.high ?? 0)).toBeCloseTo(2 + 12.706, 2)
  expect(drift?.isDrifting).toBe(false)
})

test('a missing slice leaves the others where they are', () => {
  const slices = launchesThat({ factor: 1.03 }).filter(({ index, round }) => index !== 1 || round !== 2)
  expect(sliceDrift('cpuPerRequest', 'log=off', slices)?.perSlice.relative).toBeCloseTo(0.03, 9)
})

test('launches of a few first slices do not count beside longer ones', () => {
  const long = launchesThat({ launches: 3, slices: 4, factor: 1.01 })
  const short = launchesThat({ launches: 3, slices: 2, factor: 1.5 }).map(slice => ({
    ...slice,
    launch: `short ${slice.round}`
  }))
  expect(sliceDrift('cpuPerRequest', 'log=off', [...long, ...short])?.perSlice.relative).toBeCloseTo(0.01, 9)
})

test.each([1, 0.98])('about 5 of 100 intervals do not contain the drift per slice of %d', factor => {
  const random = seededRandom(3)
  const noise = () => 0.05 * (random() + random() + random() - 1.5)
  const truth = factor - 1
  const runs = 1500
  let missed = 0
  for (let run = 0; run < runs; run++) {
    const { low = 0, high = 0 } =
      sliceDrift('cpuPerRequest', 'log=off', launchesThat({ factor, noise }))?.perSlice ?? {}
    if (low > truth || high < truth) missed++
  }
  // Three binomial standard deviations of 1,500 runs are 1.7%.
  expect(missed / runs).toBeGreaterThan(0.033)
  expect(missed / runs).toBeLessThan(0.067)
})

test('a significant drift of less than 1% over a launch is not reported', () => {
  const drift = sliceDrift('cpuPerRequest', 'log=off', launchesThat({ factor: 1.003 }))
  expect(drift?.perSlice.low).toBeGreaterThan(0)
  expect(drift?.isDrifting).toBe(false)
})

test('one launch, and launches of one slice, have no drift', () => {
  expect(sliceDrift('cpuPerRequest', 'log=off', launchesThat({ launches: 1 }))).toBeNull()
  expect(sliceDrift('cpuPerRequest', 'log=off', launchesThat({ slices: 1 }))).toBeNull()
  expect(sliceDrift('cpuPerRequest', 'another', launchesThat({}))).toBeNull()
})

test('a verdict is wider by half of the drift of the ratio over a launch; where both sides drift alike it is not', () => {
  const steady = launchesThat({})
  const growing = launchesThat({ factor: Math.exp(0.02) })
  expect(driftIn(steady, steady)).toBeNull()
  expect(driftIn(growing, growing)).toBeNull()
  expect(driftIn(steady, growing)?.addedHalfWidth).toBeCloseTo(0.03, 9)
  expect(driftIn(steady, growing)?.perSlice.relative).toBeCloseTo(Math.expm1(0.02), 9)

  /** @param {SliceRecord[]} before @param {SliceRecord[]} after */
  function driftIn(before, after) {
    const candidate = after.map(slice => ({ ...slice, variant: 'log=sync', launch: `${slice.launch} candidate` }))
    return driftOfVerdict('cpuPerRequest', onePair('log=sync', 'log=off'), [...before, ...candidate])
  }
})
