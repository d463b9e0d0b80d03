import { expect, test } from '@jest/globals'
import { autocannonCompare, nodeCoreCompare, summariseSamples } from '../../scripts/proofs/lib/peer-methods.js'

/** The two results that autocannon-compare's own test compares (fixture-a.json, fixture-b.json, test.js). */
const fast = {
  requests: { mean: 18339.64, stddev: 643.45, total: 201763 },
  throughput: { mean: 2028637.1, stddev: 75830.65 },
  duration: 11
}
const slow = {
  requests: { mean: 1697.6, stddev: 10.72, total: 16976 },
  throughput: { mean: 188416, stddev: 4096 },
  duration: 10
}

test("autocannon-compare's own example comes out as in its own test", () => {
  const { requests, throughput, ...winner } = autocannonCompare(fast, slow)
  expect(requests.differencePercent).toBe(980.33)
  expect(throughput.differencePercent).toBe(976.68)
  expect(requests.pValue).toBeLessThan(0.001)
  expect(throughput.pValue).toBeLessThan(0.001)
  expect(winner).toEqual({ aWins: true, bWins: false, equal: false })
  expect(autocannonCompare(slow, fast)).toMatchObject({
    requests: { differencePercent: -90.74 },
    throughput: { differencePercent: -90.71 },
    aWins: false,
    bWins: true
  })
})

test('a result has no difference from itself', () => {
  expect(autocannonCompare(fast, fast)).toMatchObject({
    requests: { differencePercent: 0, isSignificant: false },
    equal: true
  })
})

test('what is sure of requests is no win below 5 % of bytes', () => {
  const scaled = (/** @type {number} */ factor) => ({
    requests: { mean: 1000 * factor, stddev: 20, total: 20_000 },
    throughput: { mean: 1e6 * factor, stddev: 2e4 },
    duration: 20
  })
  expect(autocannonCompare(scaled(1.04), scaled(1))).toMatchObject({ requests: { isSignificant: true }, equal: true })
  expect(autocannonCompare(scaled(1.06), scaled(1))).toMatchObject({ aWins: true })
})

test('seconds are brought to one second, and their deviation is that of all of them', () => {
  const summary = summariseSamples([
    { requests: 100, bytes: 1000, ms: 1000 },
    { requests: 240, bytes: 2400, ms: 2000 }
  ])
  expect(summary.requests).toEqual({ mean: 110, stddev: 10, total: 340 })
  expect(summary.throughput).toEqual({ mean: 1100, stddev: 100 })
  expect(summary.duration).toBe(3)
})

test("node core's way on Student's sleep data: the p-value and interval of R's t.test(extra ~ group, data = sleep)", () => {
  const one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
  const other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
  const { pValue, halfWidth, relative } = nodeCoreCompare(one, other)
  expect(pValue).toBeCloseTo(0.07939, 5)
  expect(halfWidth * 0.75).toBeCloseTo((3.3654832 + 0.2054832) / 2, 6)
  expect(relative).toBeCloseTo(2.33 / 0.75 - 1, 12)
})
