import { expect, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { latencyTable } from '../../src/verdict/latency-table.js'
import { makeSlice } from '../helpers/make-run.js'

/** @import { Load } from '../../src/load/types.js' */

/** @type {Load} */
const open = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
const variants = ['log=off', 'log=sync']

/**
 * A thousand requests: 1, 2, 3 ... ms, times what is given.
 * @param {string} variant
 * @param {number} round
 * @param {number} factor
 */
function openSlice(variant, round, factor) {
  return makeSlice({
    variant,
    round,
    launch: `${round}-${variant}`,
    load: open,
    latencyMicros: histogramOf(factor),
    pace: {
      intendedRatePerSecond: 1000,
      serviceMicros: histogramOf(factor / 2),
      sendDelayP99Micros: 900,
      isSaturated: false
    }
  })
}

/** @param {number} factor */
function histogramOf(factor) {
  const histogram = hdr.build({ highestTrackableValue: 6e7, numberOfSignificantValueDigits: 3 })
  for (let ms = 1; ms <= 1000; ms++) histogram.recordValue(Math.round(ms * 1000 * factor))
  return hdr.encodeIntoCompressedBase64(histogram)
}

const slices = [0, 1, 2].flatMap(round => [openSlice('log=off', round, 1), openSlice('log=sync', round, 1.2)])
const table = latencyTable(open, variants, { all: slices, paced: slices })

/** @param {number} quantile */
function rowAt(quantile) {
  return table?.rows.find(row => row.quantile === quantile)
}

test('a distribution is told by its quantiles, from the intended moment and from the sending', () => {
  expect(table).toMatchObject({ intendedRatePerSecond: 1000, requests: { 'log=off': 3000, 'log=sync': 3000 } })
  const row = rowAt(0.5)
  expect((row?.responseMicros['log=off'] ?? 0) / 500_000).toBeCloseTo(1, 2)
  expect((row?.serviceMicros['log=off'] ?? 0) / 250_000).toBeCloseTo(1, 2)
  expect((rowAt(1)?.responseMicros['log=sync'] ?? 0) / 1_200_000).toBeCloseTo(1, 2)
})

test('a quantile changes by what was planted, with rounds as the samples', () => {
  for (const quantile of [0.5, 0.95, 0.99]) {
    expect(rowAt(quantile)?.changes['log=sync']?.relative).toBeCloseTo(0.2, 2)
    expect(rowAt(quantile)?.changes['log=sync']?.pairs).toBe(3)
  }
})

test('a quantile beyond which there are fewer than five requests of a launch has no interval, and of all no value', () => {
  expect(rowAt(0.999)).toMatchObject({ changes: { 'log=sync': null }, responseMicros: { 'log=off': null } })
  expect(rowAt(1)?.changes).toEqual({ 'log=sync': null })
})

test('a round in which one variant was late is left out for both', () => {
  const paced = slices.filter(({ round, variant }) => round !== 2 || variant !== 'log=sync')
  const left = latencyTable(open, variants, { all: slices, paced })
  expect(left).toMatchObject({ roundsLeftOut: 1, requests: { 'log=off': 2000, 'log=sync': 2000 } })
  expect(left?.rows[0]?.changes['log=sync']?.pairs).toBe(2)
})

test('what was not played, and what is no open loop, has no table', () => {
  const closed = makeSlice()
  expect(latencyTable(open, variants, { all: [closed], paced: [closed] })).toBeNull()
  expect(latencyTable(closed.load, variants, { all: [closed], paced: [closed] })).toBeNull()
})
