import { expect, test } from '@jest/globals'
import { settledAfterMs } from '../../../../src/labs/gateway/analysis/stage-figures.js'

const stage = { fromMs: 1000, endMs: 7000, pointMs: 500, ratePerSecond: 100 }

/** Returns points with 50 responses each. @param {number[]} inFlight @param {number} [completed] */
function pointsOf(inFlight, completed = 50) {
  return inFlight.map((count, index) => ({
    atMs: stage.fromMs + index * stage.pointMs,
    sent: 50,
    completed,
    failed: 0,
    inFlight: count
  }))
}

test('a stage settles after the last point that is far from its end', () => {
  expect(settledAfterMs(pointsOf([90, 80, 60, 20, 21, 20, 22, 20, 19, 20, 20, 20]), stage)).toBe(1500)
})

test('a stage that is like its end from the start settles at once; few requests may vary', () => {
  expect(settledAfterMs(pointsOf(new Array(12).fill(20)), stage)).toBe(0)
  expect(settledAfterMs(pointsOf([6, 2, 5, 3, 4, 3, 4, 3, 4, 3, 4, 3]), stage)).toBe(0)
})

test('a queue that grows does not settle', () => {
  const growing = pointsOf([20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240], 40)
  expect(settledAfterMs(growing, stage)).toBeNull()
})

test('points of other stages do not count', () => {
  const before = { atMs: 500, sent: 50, completed: 50, failed: 0, inFlight: 500 }
  expect(settledAfterMs([before, ...pointsOf(new Array(12).fill(20))], stage)).toBe(0)
  expect(settledAfterMs([before], stage)).toBeNull()
})
