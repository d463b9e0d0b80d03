import { describe, expect, test } from '@jest/globals'
import { arrivalTimes } from '../../src/load/arrivals.js'
import { isSaturated } from '../../src/load/paced.js'
import { seededRandom } from '../../src/stats/seeded-random.js'

const RATE_PER_SECOND = 1500
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1)

describe.each(/** @type {const} */ (['constant', 'poisson']))('%s arrivals', arrivals => {
  test('a server that is busy 90% of the time is not saturated by bursts', () => {
    expect(saturatedShare({ arrivals, busyShare: 0.9 })).toBe(0)
  })

  test('a server with 25% less capacity than the rate is saturated', () => {
    expect(saturatedShare({ arrivals, busyShare: 1.25 })).toBeGreaterThan(0.95)
  })

  test('a server that stops once for 200 ms and catches up is not saturated', () => {
    for (const stallAtMs of [0, 100, 250, 400, 550, 700, 850, 950]) {
      const stall = { atMs: stallAtMs, ms: 200 }
      expect(isSaturated(waitsOf({ arrivals, busyShare: 0.5, seed: 1, stall }), RATE_PER_SECOND)).toBe(false)
    }
  })
})

test('slow responses are not saturation', () => {
  expect(isSaturated(new Float64Array(1500).fill(2000), RATE_PER_SECOND)).toBe(false)
})

test('too few requests are not saturation', () => {
  for (const requests of [0, 1, 2]) expect(isSaturated(new Float64Array(requests), RATE_PER_SECOND)).toBe(false)
})

/** @param {{ arrivals: 'constant' | 'poisson', busyShare: number }} queue */
function saturatedShare(queue) {
  const saturated = SEEDS.filter(seed => isSaturated(waitsOf({ ...queue, seed }), RATE_PER_SECOND))
  return saturated.length / SEEDS.length
}

/**
 * One second of a queue in front of one server whose service times are exponential.
 * @param {object} queue
 * @param {'constant' | 'poisson'} queue.arrivals
 * @param {number} queue.busyShare 1: as much is asked as the server can do
 * @param {number} queue.seed
 * @param {{ atMs: number, ms: number }} [queue.stall]
 */
function waitsOf({ arrivals, busyShare, seed, stall = { atMs: 0, ms: 0 } }) {
  const random = seededRandom(seed + 1_000_000)
  const meanServiceMs = (busyShare * 1000) / RATE_PER_SECOND
  let freeAtMs = 0
  return arrivalTimes({ arrivals, ratePerSecond: RATE_PER_SECOND, durationMs: 1000, seed }).map(dueMs => {
    let startMs = Math.max(dueMs, freeAtMs)
    if (startMs >= stall.atMs) startMs = Math.max(startMs, stall.atMs + stall.ms)
    freeAtMs = startMs - meanServiceMs * Math.log(1 - random())
    return freeAtMs - dueMs
  })
}
