import { expect, test } from '@jest/globals'
import { arrivalTimes, rampTimes } from '../../src/load/arrivals.js'

const LONG_POISSON = /** @type {const} */ ({ arrivals: 'poisson', ratePerSecond: 1000, durationMs: 100_000 })

test('constant arrivals are exact multiples of the gap', () => {
  const times = arrivalTimes({ arrivals: 'constant', ratePerSecond: 250, durationMs: 20, seed: 1 })

  expect([...times]).toEqual([0, 4, 8, 12, 16])
})

test('constant arrivals do not drift where the gap is not a whole number', () => {
  const times = arrivalTimes({ arrivals: 'constant', ratePerSecond: 3, durationMs: 100_000, seed: 1 })

  expect(times).toHaveLength(300)
  expect(times[297]).toBe(99_000)
})

test.each([
  [20, 40],
  [40, 20],
  [0, 40],
  [30, 30]
])('a ramp from %d to %d per second: as many requests are due as the integral of the rate', (from, to) => {
  const times = rampTimes({ fromPerSecond: from, toPerSecond: to, durationMs: 2000 })

  expect(times).toHaveLength(from + to)
  for (const [index, ms] of times.entries()) {
    const seconds = ms / 1000
    expect(from * seconds + ((to - from) / 2) * (seconds ** 2 / 2)).toBeCloseTo(index, 6)
  }
  expect(times.at(-1)).toBeLessThan(2000)
})

test('Poisson arrivals have the intended number of requests, in exponential gaps', () => {
  const times = arrivalTimes({ ...LONG_POISSON, seed: 7 })
  const gaps = [...times].map((time, index) => time - (times[index - 1] ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length

  expect(Math.abs(times.length - 100_000)).toBeLessThan(4 * Math.sqrt(100_000))
  expect(Math.abs(Math.sqrt(variance) / mean - 1)).toBeLessThan(0.01)
  expect(gaps.filter(gap => gap > mean).length / gaps.length).toBeCloseTo(Math.exp(-1), 2)
  expect(gaps.every(gap => gap >= 0)).toBe(true)
  expect(times.at(-1)).toBeLessThan(100_000)
})

test('Poisson counts vary by the square root of their mean, around it', () => {
  const counts = Array.from(
    { length: 400 },
    (_, seed) => arrivalTimes({ ...LONG_POISSON, durationMs: 400, seed }).length
  )
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length

  expect(Math.abs(mean - 400)).toBeLessThan(4)
  expect(Math.abs(Math.sqrt(variance / 400) - 1)).toBeLessThan(0.1)
})

test('only the seed decides a Poisson stream', () => {
  const [first, again, other] = [1, 1, 2].map(seed => arrivalTimes({ ...LONG_POISSON, durationMs: 50, seed }))

  expect(first).toEqual(again)
  expect(first).not.toEqual(other)
})
