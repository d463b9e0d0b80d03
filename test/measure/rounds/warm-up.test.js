import { expect, test } from '@jest/globals'
import { trackWarmth } from '../../../src/measure/rounds/warm-up.js'
import { makeSlice } from '../../helpers/make-run.js'

/** @import { WarmUpStretch } from '../../../src/runs/types.js' */

/** Ten stretches of 100 requests, of which so many are cold. @param {number} cold @returns {WarmUpStretch[]} */
function curveWith(cold) {
  return Array.from({ length: 10 }, (_, stretch) => ({
    requests: 100,
    durationMs: 50,
    cpuMicros: stretch < cold ? 30_000 : 10_000,
    cpuMainThreadMicros: 9000,
    cpuHelpersMicros: 0
  }))
}

/** @param {number} cold @param {number} [launches] */
function warmthAfter(cold, launches = 2) {
  const warmth = trackWarmth()
  for (let launch = 0; launch < launches; launch++) warmth.addCurve(curveWith(cold))
  return warmth
}

/** A round of slices on a shared core whose cost falls by so much from one to the next. */
function addRound(/** @type {ReturnType<typeof trackWarmth>} */ warmth, /** @type {number} */ round, fall = 0.03) {
  for (const variant of ['log=off', 'log=sync'])
    for (let index = 0; index < 5; index++) {
      const slice = makeSlice({ variant, round, index, launch: `${round}-${variant}`, beside: ['another'] })
      const cpuMicros = slice.server.cpuMicros * (1 - fall * index)
      warmth.addSlice({ ...slice, server: { ...slice.server, cpuMicros } })
    }
  warmth.endRound()
}

test('nothing is known before the first launches are warm', () => {
  expect(trackWarmth().requests()).toBeNull()
})

test.each([
  ['after which the pooled curve is flat', 7, 700],
  ['that half of the first launches got, where the curve is flat before', 2, 500]
])('later launches get the number of requests %s', (_, cold, requests) => {
  expect(warmthAfter(cold).requests()).toBe(requests)
})

test('servers that become faster over three rounds get more, twice as many at most, and never fewer again', () => {
  const warmth = warmthAfter(2)
  const seen = Array.from({ length: 12 }, function afterRound(_, round) {
    addRound(warmth, round, round < 6 ? 0.03 : 0)
    return warmth.requests()
  })
  expect(seen.slice(0, 3)).toEqual([500, 500, 750])
  expect(seen.at(-1)).toBe(1000)
  expect(seen).toEqual(seen.toSorted((one, other) => Number(one) - Number(other)))
})

test('launches of warm servers get no more', () => {
  const warmth = warmthAfter(2)
  for (let round = 0; round < 6; round++) addRound(warmth, round, 0)
  expect(warmth.requests()).toBe(500)
})
