import { expect, test } from '@jest/globals'
import { analyse } from '../../../src/analyse.js'
import { calibration } from '../../../src/experiments/calibration.js'
import { makeDesign } from '../../../src/measure/rounds/design.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { calibrationOf, expectedEffect, withBlameError } from '../../../src/verdict/checks/calibrate.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeCalibration } from '../../helpers/make-calibration.js'
import { makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */

const ROUNDS = 8
const BASE_MICROS = 200
/** By variant: what a request costs more than one of the baseline. */
const planted = new Map([
  ['none', 0],
  ['none again', 0],
  ['burn-10', 10],
  ['log', 30],
  ['allocate', 4]
])

const plantedFunctions = new Map([
  ['burn-10', 'burn'],
  ['log', 'log']
])

/**
 * Each launch is off by up to as much either way.
 * @param {number} scatter
 * @param {number} [rounds]
 * @param {Partial<SliceRecord['server']>} [unmeasured] what the platform does not report
 */
function calibrate(scatter, rounds = ROUNDS, unmeasured = {}) {
  const random = seededRandom(7)
  const slices = Array.from({ length: rounds }, (_, round) => round).flatMap(round =>
    [...planted].map(function launchOf([variant, moreMicros]) {
      const luck = 1 + scatter * (2 * random() - 1)
      const cpuMicros = 1000 * (BASE_MICROS + moreMicros) * luck
      const own = {
        variant,
        launch: `${round}-${variant}`,
        round,
        completed: 1000,
        contentEncodings: { identity: 1000 }
      }
      const slice = makeSlice({ ...own, cpuMicros })
      return { ...slice, server: { ...slice.server, cpuMainThreadMicros: cpuMicros, ...unmeasured } }
    })
  )
  const design = makeDesign({ profilers: [], loads: calibration.loads, seed: 1 })
  const manifest = makeManifest({ experiment: calibration, design })
  const analysis = analyse(makeMeasured({ manifest, slices })).analysis
  const truths = [{ variant: 'burn-10', profiler: 'none', micros: 10, bytes: null }]
  return calibrationOf(
    manifest,
    checkSlices(slices, calibration),
    analysis,
    { identical: 'none again', plantedFunctions, fewestRounds: 6 },
    truths
  )
}

/** @param {number} scatter */
function mustCalibrate(scatter) {
  const found = calibrate(scatter)
  if (!found) throw new Error('not calibrated')
  return found
}

test('a machine without noise measures the injected costs, and nothing else', () => {
  const { rounds, identical, planted: found, spreads } = mustCalibrate(0)
  expect(rounds).toBe(ROUNDS)
  expect(identical).toMatchObject({ verdict: 'no difference', change: { relative: 0 } })
  expect(spreads.cpuMainThread).toBeCloseTo(0, 9)
  expect(found[0]?.truth?.relative).toBeCloseTo(10 / BASE_MICROS, 9)
  expect(found[0]?.change?.relative).toBeCloseTo(10 / BASE_MICROS, 9)
  expect(found[1]).toMatchObject({ variant: 'log', truth: null, isCovered: null })
})

test('a metric that the platform does not report has no spread', () => {
  const found = calibrate(0, ROUNDS, { cpuMainThreadMicros: null })
  expect(Object.keys(found?.spreads ?? {})).toEqual(['cpuPerRequest', 'requestsPerSecond'])
})

test('a noisy machine shows in the spread of rounds, and whether intervals contain the truth', () => {
  const { spreads, planted: found } = mustCalibrate(0.02)
  // Two launches that are each uniform within 2 %: a standard deviation of 0.02 * sqrt(2 / 3).
  expect(spreads.cpuMainThread ?? 0).toBeGreaterThan(0.011)
  expect(spreads.cpuMainThread ?? 0).toBeLessThan(0.022)
  expect(found[0]).toMatchObject({ isCovered: true })
})

test('without a profiler there is no blame', () => {
  expect(mustCalibrate(0).planted.map(({ blamed }) => blamed)).toEqual([null, null])
})

test('the error of a blamed cost is relative to the injected cost', () => {
  const blamed = { micros: 12, isConfirmed: true, isFirst: true }
  const finding = { variant: 'burn-10', change: null, isCovered: null, blamed }
  const truth = { micros: 10, relative: 0.05 }
  expect(withBlameError({ ...finding, truth }).blamed?.errorRatio).toBeCloseTo(0.2, 9)
  expect(withBlameError({ ...finding, truth: null }).blamed?.errorRatio).toBeNull()
  expect(withBlameError({ ...finding, truth: { micros: 0, relative: 0 } }).blamed?.errorRatio).toBeNull()
})

test('a spread that no machine has gives no expected effect', () => {
  expect(expectedEffect(makeCalibration(), calibration, 8)).toBeGreaterThan(0)
  expect(expectedEffect(makeCalibration({ spreads: { cpuMainThread: 1e6 } }), calibration, 8)).toBeNull()
})

test('too few rounds give no calibration', () => {
  expect(calibrate(0.02, 6)).not.toBeNull()
  expect(calibrate(0.02, 5)).toBeNull()
})
