import { expect, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { onePair } from '../../../src/verdict/decide/comparisons.js'
import { latencyTable } from '../../../src/verdict/decide/latency-table.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { Load } from '../../../src/load/types.js' */

/** @type {Load} */
const open = { generator: 'paced', mode: 'open', arrivals: 'poisson', capacityShare: 0.6 }
const variants = ['log=off', 'log=sync']
const comparisons = [onePair('log=sync', 'log=off')]

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

/**
 * @param {number} factor
 * @param {number} [requests]
 */
function histogramOf(factor, requests = 1000) {
  const histogram = hdr.build({ highestTrackableValue: 6e7, numberOfSignificantValueDigits: 3 })
  for (let ms = 1; ms <= requests; ms++) histogram.recordValue(Math.round(ms * 1000 * factor))
  return hdr.encodeIntoCompressedBase64(histogram)
}

const slices = [0, 1, 2].flatMap(round => [openSlice('log=off', round, 1), openSlice('log=sync', round, 1.2)])
const table = latencyTable(open, variants, comparisons, { all: slices, forRates: slices })

/** @param {number} quantile */
function rowAt(quantile) {
  return table?.rows.find(row => row.quantile === quantile)
}

test('a distribution has its quantiles, from the scheduled and from the actual send time', () => {
  expect(table).toMatchObject({ intendedRatePerSecond: 1000, requests: { 'log=off': 3000, 'log=sync': 3000 } })
  const row = rowAt(0.5)
  expect((row?.responseMicros['log=off'] ?? 0) / 500_000).toBeCloseTo(1, 2)
  expect((row?.serviceMicros['log=off'] ?? 0) / 250_000).toBeCloseTo(1, 2)
  expect((rowAt(1)?.responseMicros['log=sync'] ?? 0) / 1_200_000).toBeCloseTo(1, 2)
})

test('a quantile changes by the injected factor, with rounds as the samples', () => {
  for (const quantile of [0.5, 0.95, 0.99]) {
    expect(rowAt(quantile)?.changes['log=sync']?.relative).toBeCloseTo(0.2, 2)
    expect(rowAt(quantile)?.changes['log=sync']?.pairs).toBe(3)
  }
})

test('a quantile with fewer than five slower requests per launch has no interval, and with fewer of all no value', () => {
  expect(rowAt(0.999)).toMatchObject({ changes: { 'log=sync': null }, responseMicros: { 'log=off': null } })
  expect(rowAt(1)?.changes).toEqual({ 'log=sync': null })
})

test('a round with a discarded slice of one variant is discarded for both', () => {
  const forRates = slices.filter(({ round, variant }) => round !== 2 || variant !== 'log=sync')
  const left = latencyTable(open, variants, comparisons, { all: slices, forRates })
  expect(left).toMatchObject({ roundsDiscarded: 1, requests: { 'log=off': 2000, 'log=sync': 2000 } })
  expect(left?.rows[0]?.changes['log=sync']?.pairs).toBe(2)
})

test('a load without slices, and one that is not an open loop, has no table', () => {
  const closed = makeSlice()
  expect(latencyTable(open, variants, comparisons, { all: [closed], forRates: [closed] })).toBeNull()
  expect(latencyTable(closed.load, variants, comparisons, { all: [closed], forRates: [closed] })).toBeNull()
})

test('a curve goes through the quantiles of all slices of a variant, up to five slower requests', () => {
  const [off, sync] = table?.curves ?? []
  expect([off?.variant, sync?.variant]).toEqual(variants)
  expect(off?.requests).toBe(3000)
  expect(off?.named.quantiles).toEqual([0.5, 0.9, 0.99])
  expect((off?.named.micros[0] ?? 0) / 500_000).toBeCloseTo(1, 2)
  expect(off?.quantiles[0]).toBe(0)
  expect(off?.quantiles.at(-1)).toBeCloseTo(1 - 5 / 3000, 9)
  expect((sync?.maxMicros ?? 0) / 1_200_000).toBeCloseTo(1, 2)
})

test('a variant with only a few requests has no curve', () => {
  const few = slices.map(slice => ({ ...slice, latencyMicros: histogramOf(1, 1) }))
  expect(latencyTable(open, variants, comparisons, { all: few, forRates: few })?.curves).toEqual([])
})
