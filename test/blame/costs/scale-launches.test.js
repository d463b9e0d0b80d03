import { describe, expect, test } from '@jest/globals'
import { launchCosts } from '../../../src/blame/costs/launch-costs.js'
import { scaleToUnprofiled } from '../../../src/blame/costs/scale-launches.js'
import { present } from '../../helpers/call-trees.js'
import { makeLaunch } from '../../helpers/make-trees.js'

/** @import { LaunchCosts } from '../../../src/blame/costs/launch-costs.js' */
/** @import { CostDifference } from '../../../src/blame/types.js' */

const stacks = { 'app:answer': 30, gc: 10 }

/** A launch whose pool costs 10 µs per request, its helpers 5, and the thread of its profiler 3. @param {string} variant @param {number} round @param {number} mainMicros */
function costsOf(variant, round, mainMicros) {
  const { tree, slice } = makeLaunch({ variant, round, stacks, mainMicros })
  const server = { ...slice.server, cpuMicros: slice.server.cpuMicros + 3 * slice.completed }
  return present(launchCosts(tree, [{ ...slice, server }]))
}

/** Under the profiler the main thread of the baseline costs 110 µs in the mean, and that of the candidate 165. */
const launches = [costsOf('off', 0, 100), costsOf('off', 1, 120), costsOf('on', 0, 150), costsOf('on', 1, 180)]

/** @param {number} baseline @param {number} candidate @returns {CostDifference} */
function costs(baseline, candidate) {
  return { baseline, candidate, difference: candidate - baseline, low: 0, high: 0, pValue: 0.01 }
}

const cpu = { mainMicros: 88, allMicros: 100, pool: costs(8, 20), helpers: costs(4, 9) }

/** @param {LaunchCosts[]} all @param {string} variant @param {'profiled' | 'main' | 'pool' | 'helpers' | 'whole'} part */
function meanOf(all, variant, part) {
  const own = all.filter(launch => launch.variant === variant)
  return own.reduce((sum, launch) => sum + Number(launch[part]), 0) / own.length
}

test('the main thread of the baseline costs what it does without a profiler, and the candidate keeps its percent', () => {
  const scaled = scaleToUnprofiled(launches, 'off', cpu)
  expect(scaled.map(({ scaledBy }) => scaledBy)).toEqual([0.8, 0.8, 0.8, 0.8])
  expect(meanOf(scaled, 'off', 'profiled')).toBeCloseTo(88)
  expect(meanOf(scaled, 'on', 'profiled')).toBeCloseTo(132)
  expect(meanOf(scaled, 'on', 'main')).toBeCloseTo(132)
  // 40 samples of 80 µs.
  expect(scaled[0]?.threads[0]?.costPerWeight).toBeCloseTo(2)
  expect(scaled[0]?.sampledPerCpu).toBe(launches[0]?.sampledPerCpu)
})

describe('where the ratio is known that decides', () => {
  const tie = { ratio: 1.4, ratioError: 0.02, baselineError: 0.05 }

  test('each launch costs what its variant costs, so that a launch on a slower machine costs no more', () => {
    const scaled = scaleToUnprofiled(launches, 'off', cpu, new Map([['on', { ...cpu, tie }]]))
    expect(scaled.map(({ variant, profiled }) => `${variant} ${profiled.toFixed(1)}`)).toEqual([
      'off 88.0',
      'off 88.0',
      'on 123.2',
      'on 123.2'
    ])
    expect(scaled[3]?.scaledBy).toBeCloseTo(123.2 / 180)
    expect(scaled.every(({ isTied }) => isTied)).toBe(true)
  })

  test('one of a candidate is not enough for two, nor one of launches with worker threads', () => {
    const two = [...launches, costsOf('both', 0, 200)]
    const known = new Map([['on', { ...cpu, tie }]])
    for (const some of [two, [...launches, inWorker()]])
      expect(new Set(scaleToUnprofiled(some, 'off', cpu, known).map(({ isTied }) => isTied))).toEqual(new Set([false]))
  })
})

test('the sum has the other threads as they were measured, without that of the profiler', () => {
  const scaled = scaleToUnprofiled(launches, 'off', cpu)
  expect(scaled.map(({ pool, helpers }) => [pool, helpers])).toEqual(launches.map(() => [10, 5]))
  expect(meanOf(scaled, 'off', 'whole')).toBeCloseTo(88 + 15)
  expect(meanOf(scaled, 'on', 'whole')).toBeCloseTo(132 + 15)
})

/** The first launch, with its samples in a worker thread. */
function inWorker() {
  const [launch] = launches
  const threads = present(launch).threads.map(({ tree, ...own }) => ({ ...own, tree: { ...tree, threadId: 3 } }))
  return { ...present(launch), threads }
}

test('with a worker thread, all trees together cost what the pool and the helpers leave of the whole', () => {
  const [scaled] = scaleToUnprofiled([inWorker()], 'off', { ...cpu, allMicros: 69 })
  expect(scaled?.profiled).toBeCloseTo(69 - 8 - 4)
})

test('where these were not compared, it is what they cost of the whole', () => {
  // Of 100 + 10 + 5 µs.
  const [scaled] = scaleToUnprofiled([inWorker()], 'off', { ...cpu, allMicros: 69, pool: null, helpers: null })
  expect(scaled?.profiled).toBeCloseTo(60)
})

test('where the platform does not distinguish threads, all cost less by the same factor', () => {
  const unknown = launches.map(launch => ({ ...launch, main: null, pool: null, helpers: null, workers: null }))
  const scaled = scaleToUnprofiled(unknown, 'off', { mainMicros: null, allMicros: 64, pool: null, helpers: null })
  // 128 µs in the mean, of all threads.
  expect(meanOf(scaled, 'off', 'whole')).toBeCloseTo(64)
  expect(meanOf(scaled, 'off', 'profiled')).toBeCloseTo(55)
})

test('what was not measured without a profiler, or is no CPU, stays as it is', () => {
  expect(scaleToUnprofiled(launches, 'off', null)).toEqual(launches)
  expect(scaleToUnprofiled(launches, 'another', cpu)).toEqual(launches)
  const { tree, slice } = makeLaunch({ variant: 'off', round: 0, stacks, unit: 'bytes', profiler: 'heap' })
  const bytes = [present(launchCosts(tree, [slice]))]
  expect(scaleToUnprofiled(bytes, 'off', cpu)).toEqual(bytes)
})
