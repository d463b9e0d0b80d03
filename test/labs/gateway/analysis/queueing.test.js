import { describe, expect, test } from '@jest/globals'
import {
  capacityPerSecond,
  littleInSystem,
  meanWaitMs,
  waitingShare
} from '../../../../src/labs/gateway/analysis/queueing.js'
import { seededRandom } from '../../../../src/stats/seeded-random.js'

describe("Little's law", () => {
  test('the paper: 400 requests/s of 420 ms are 168 at a time, of 206 ms 82.4', () => {
    expect(littleInSystem(400, 420)).toBe(168)
    expect(littleInSystem(400, 206)).toBeCloseTo(82.4, 12)
  })

  test('a pool of ten with two calls of 100 ms serves 50 requests/s', () => {
    expect(capacityPerSecond({ servers: 10, serviceMs: 200 })).toBe(50)
  })
})

describe('M/M/c', () => {
  test('one server is M/M/1: the share that waits is the utilization, the mean wait ρ / (μ - λ)', () => {
    const queue = { ratePerSecond: 8, serviceMs: 100, servers: 1 }
    expect(waitingShare(queue)).toBeCloseTo(0.8, 12)
    expect(meanWaitMs(queue)).toBeCloseTo(400, 9)
  })

  test('two servers by hand: C = 2ρ² / (1 + ρ)', () => {
    const queue = { ratePerSecond: 15, serviceMs: 100, servers: 2 }
    expect(waitingShare(queue)).toBeCloseTo((2 * 0.75 ** 2) / 1.75, 12)
    expect(meanWaitMs(queue)).toBeCloseTo(((2 * 0.75 ** 2) / 1.75 / 5) * 1000, 9)
  })

  test('the usual example of call centres: 100 calls of 3 minutes in half an hour, 14 agents', () => {
    const queue = { ratePerSecond: 100 / 1800, serviceMs: 180_000, servers: 14 }
    expect(waitingShare(queue)).toBeCloseTo(0.1741, 4)
    // Its average speed of answer.
    expect(meanWaitMs(queue)).toBeCloseTo(7835, -1)
  })

  test('a queue that grows without end', () => {
    const queue = { ratePerSecond: 20, serviceMs: 100, servers: 2 }
    expect([waitingShare(queue), meanWaitMs(queue)]).toEqual([1, Infinity])
  })

  test('large pools do not overflow', () => {
    const queue = { ratePerSecond: 9000, serviceMs: 100, servers: 1000 }
    expect(waitingShare(queue)).toBeGreaterThan(0)
    expect(waitingShare(queue)).toBeLessThan(0.001)
  })

  test('agrees with a simulated queue', () => {
    const queue = { ratePerSecond: 34, serviceMs: 100, servers: 4 }
    const waits = simulate(queue, 200_000)
    const waited = waits.filter(ms => ms > 0).length / waits.length
    const meanMs = waits.reduce((sum, ms) => sum + ms, 0) / waits.length
    expect(Math.abs(waited / waitingShare(queue) - 1)).toBeLessThan(0.03)
    expect(Math.abs(meanMs / meanWaitMs(queue) - 1)).toBeLessThan(0.08)
  })
})

/**
 * Simulates a queue with random arrivals and service times.
 * @param {import('../../../../src/labs/gateway/analysis/queueing.js').Queue} queue
 * @param {number} arrivals
 * @returns {number[]} the wait of each arrival in milliseconds
 */
function simulate({ ratePerSecond, serviceMs, servers }, arrivals) {
  const random = seededRandom(7)
  const freeAtMs = new Array(servers).fill(0)
  let nowMs = 0
  return Array.from({ length: arrivals }, function arrive() {
    nowMs -= (1000 / ratePerSecond) * Math.log(1 - random())
    const first = freeAtMs.indexOf(Math.min(...freeAtMs))
    const startMs = Math.max(nowMs, freeAtMs[first])
    freeAtMs[first] = startMs - serviceMs * Math.log(1 - random())
    return startMs - nowMs
  })
}
