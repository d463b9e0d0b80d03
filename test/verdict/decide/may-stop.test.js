import { expect, test } from '@jest/globals'
import { areCountersDecided, isPreciseEnough } from '../../../src/verdict/decide/may-stop.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { makeChange } from '../../helpers/make-change.js'
import { makeManifest, makeRounds } from '../../helpers/make-run.js'

const narrow = [8, 9].map(rounds => makeChange(0.046, 0.054, rounds))

test('a goal reached after two rounds running is enough, wherever the interval lies', () => {
  expect(isPreciseEnough(narrow, 0.005)).toBe(true)
  expect(isPreciseEnough([makeChange(-0.004, 0.004, 8), makeChange(-0.004, 0.004, 9)], 0.005)).toBe(true)
})

test('reached once is not', () => {
  expect(isPreciseEnough(narrow.slice(1), 0.005)).toBe(false)
  expect(isPreciseEnough([makeChange(0.03, 0.06, 8), ...narrow.slice(1)], 0.005)).toBe(false)
  expect(isPreciseEnough([...narrow, makeChange(0.03, 0.06, 10)], 0.005)).toBe(false)
})

test('neither are fewer than eight rounds, however narrow', () => {
  expect(isPreciseEnough([makeChange(0.05, 0.05, 6), makeChange(0.05, 0.05, 7)], 0.005)).toBe(false)
  expect(isPreciseEnough([makeChange(0.05, 0.05, 7), makeChange(0.05, 0.05, 8)], 0.005)).toBe(true)
  expect(isPreciseEnough([null, null], 0.005)).toBe(false)
  expect(isPreciseEnough([], 0.005)).toBe(false)
})

test('the width is that of the log-ratio: 2 to 2.02 times as much is as narrow as 1 to 1.01', () => {
  expect(isPreciseEnough([makeChange(1, 1.02, 8), makeChange(1, 1.02, 9)], 0.005)).toBe(true)
})

test('where nothing is counted, no round is waited for', () => {
  const manifest = makeManifest()
  const nothing = { readCalls: null, writeCalls: null, readBytes: null, writtenBytes: null, allocatedBytes: null }
  const slices = makeRounds({ rounds: 2, costRatio: 1 })
  const uncounted = slices.map(slice => ({ ...slice, server: { ...slice.server, ...nothing } }))
  const areDecided = (/** @type {typeof slices} */ own) =>
    areCountersDecided(manifest, checkSlices(own, manifest.experiment))
  expect(areDecided(slices)).toBe(false)
  expect(areDecided(uncounted)).toBe(true)
})
