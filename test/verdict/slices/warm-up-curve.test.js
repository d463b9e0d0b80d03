import { expect, test } from '@jest/globals'
import { requestsUntilWarm } from '../../../src/verdict/slices/warm-up-curve.js'

/**
 * @param {number[]} costs µs of CPU per request, by stretch
 * @param {number} [requests] of each stretch
 */
function curve(costs, requests = 100) {
  return costs.map(cost => ({
    requests,
    durationMs: 500,
    cpuMicros: cost * requests,
    cpuMainThreadMicros: null,
    cpuHelpersMicros: null
  }))
}

const falling = [900, 700, 500, 400, 320, 303, 299, 301, 300, 300, 300, 300]

test('servers are warm where three stretches cost what the end of the curve costs', () => {
  // 320, 303, 299 is 2.4% above 300; 400, 320, 303 is 13% above.
  expect(requestsUntilWarm([curve(falling)])).toBe(400)
})

test('launches are pooled, each relative to its own end', () => {
  const slower = falling.map(cost => 3 * cost)
  expect(requestsUntilWarm([curve(falling), curve(slower)])).toBe(400)
})

test('one disturbed stretch of one launch does not make the servers cold', () => {
  const disturbed = falling.with(9, 330)
  expect(requestsUntilWarm([curve(falling), curve(disturbed)])).toBe(400)
})

test('a server that keeps becoming faster is warmed up to the end of the curve, or close to it', () => {
  const faster = Array.from({ length: 12 }, (_, stretch) => 1000 * 0.9 ** stretch)
  expect(requestsUntilWarm([curve(faster)])).toBeGreaterThanOrEqual(700)
})

test('a curve that is too short counts as a whole', () => {
  expect(requestsUntilWarm([curve([500, 400])])).toBe(200)
})
