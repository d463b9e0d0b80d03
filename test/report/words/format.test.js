import { expect, test } from '@jest/globals'
import {
  changeInWords,
  formatBytes,
  formatChange,
  formatChangeInText,
  formatChangePoint,
  formatCost,
  formatCostDifference,
  formatCostMean,
  formatCount,
  formatDuration,
  formatExactPercent,
  formatFigure,
  formatInterval,
  formatMean,
  formatMicros,
  formatMoment,
  formatPercent,
  formatPercentile,
  formatPercentTick,
  formatPValue,
  formatSeconds,
  formatSmallPercent
} from '../../../src/report/words/format.js'

test.each([
  [0, '0 µs'],
  [0.001, '0.00 µs'],
  [-0.001, '0.00 µs'],
  [-0.86, '-0.86 µs'],
  [1.234, '1.23 µs'],
  [9.96, '9.96 µs'],
  [9.996, '10.0 µs'],
  [99.96, '100 µs'],
  [999.4, '999 µs'],
  [999.6, '1.00 ms'],
  [1245, '1.25 ms'],
  [-1245, '-1.25 ms'],
  [199_400, '199 ms'],
  [999_600, '1.00 s'],
  [3_419_400, '3.42 s'],
  [12_345_678_900, '12,300 s']
])('%d microseconds have three significant digits at most', (micros, text) => {
  expect(formatMicros(micros)).toBe(text)
  expect(formatCost(micros, 'micros')).toBe(text)
})

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [999.6, '1.00 kB'],
  [8190, '8.19 kB'],
  [2.5e6, '2.50 MB'],
  [1.5e9, '1.50 GB'],
  [-4096, '-4.10 kB']
])('%d bytes are in units of 1,000', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
  expect(formatCost(bytes, 'bytes')).toBe(text)
})

test.each([
  [17.2, 4.93, '+17 µs ± 5'],
  [-17.2, 4.93, '-17 µs ± 5'],
  [17.2, 1.43, '+17.2 µs ± 1.4'],
  [8.2, 42.1, '+8 µs ± 42'],
  [9.96, 0.35, '+10.0 µs ± 0.3'],
  [42.5, 3.6, '+43 µs ± 4'],
  [0, 0, '0 µs ± 0'],
  [0, 5, '0 µs ± 5'],
  [-0.3, 5, '0 µs ± 5'],
  [20, 0, '+20.0 µs ± 0.0'],
  [100, 0.2, '+100 µs ± 0'],
  [0.123, 0.047, '+0.12 µs ± 0.05'],
  [999.6, 30, '+1.00 ms ± 0.03'],
  [500, 1200, '+0.5 ms ± 1.2'],
  [-7_654_321, 4e6, '-8 s ± 4']
])('a difference of %d µs with a half-width of %d has the decimals of its interval', (difference, half, text) => {
  const cost = { difference, low: difference - half, high: difference + half }
  expect(formatCostDifference(cost, 'micros')).toBe(text)
})

test('a difference without an interval has three significant digits, and bytes have their units', () => {
  expect(formatCostDifference({ difference: 17.24, low: null, high: null }, 'micros')).toBe('+17.2 µs')
  expect(formatCostDifference({ difference: -0.001, low: null, high: null }, 'micros')).toBe('0.00 µs')
  expect(formatCostDifference({ difference: 1240, low: 1130, high: 1350 }, 'bytes')).toBe('+1.24 kB ± 0.11')
})

test.each([
  [0, '0.0%'],
  [0.00001, '0.0%'],
  [-0.00001, '0.0%'],
  [-0.0761, '-7.6%'],
  [0.0996, '10.0%'],
  [0.999, '99.9%'],
  [0.9996, '100%'],
  [1.365, '137%'],
  [123.456, '12,300%']
])('the ratio %d is a percentage', (ratio, text) => {
  expect(formatPercent(ratio)).toBe(text)
})

test('a chosen percentage, such as a margin, has no trailing zeros', () => {
  expect([0, 0.02, 0.025, 0.6, 1].map(formatExactPercent)).toEqual(['0%', '2%', '2.5%', '60%', '100%'])
  expect([-0.05, 0, -1e-9, 0.025].map(formatPercentTick)).toEqual(['-5%', '0', '0', '+2.5%'])
})

test.each([
  [{ relative: 0.0758, low: 0.032, high: 0.1221 }, '+7.6%', '3.2 to 12.2'],
  [{ relative: -0.038, low: -0.083, high: 0.009 }, '-3.8%', '-8.3 to 0.9'],
  [{ relative: 0, low: 0, high: 0 }, '0.0%', '0.0 to 0.0'],
  [{ relative: -0.0001, low: -0.0004, high: 0.0004 }, '0.0%', '0.0 to 0.0'],
  [{ relative: 1.2345, low: 0.9, high: 1.55 }, '+123%', '90 to 155']
])('the ends of the interval of %j have the decimals of the estimate', (change, point, interval) => {
  expect(formatChangePoint(change)).toBe(point)
  expect(formatInterval(change)).toBe(interval)
  expect(formatChange(change)).toBe(`${point} (${interval})`)
  expect(formatChangeInText(change)).toBe(`${point} (95% CI ${interval})`)
})

test('a mean has the half-width of its interval in percent', () => {
  const mean = (/** @type {number} */ value, /** @type {number | null} */ halfWidthRatio) =>
    formatMean({ value, halfWidthRatio }, formatMicros)
  expect(mean(1245, 0.138)).toBe('1.25 ms ± 14%')
  expect(mean(903, 0.0094)).toBe('903 µs ± 0.9%')
  expect(mean(903, 0)).toBe('903 µs ± 0.0%')
  expect(mean(903, null)).toBe('~903 µs')
})

test.each([
  [{ relative: 20.6, low: -0.988, high: 481.61, pairs: 2, confidence: 0.95 }, 'too few samples (9 more rounds)'],
  [{ relative: 0.496, low: -0.433, high: 2.949, pairs: 4, confidence: 0.95 }, 'too few samples (8 more rounds)'],
  [{ relative: 0.496, low: -0.433, high: 2.949 }, 'too few samples'],
  [{ relative: 9, low: 2, high: 32, pairs: 3, confidence: 0.95 }, 'at least +200%; too few samples (5 more rounds)'],
  [
    { relative: -0.9, low: -0.99, high: -0.6, pairs: 3, confidence: 0.95 },
    'at least -60.0%; too few samples (13 more rounds)'
  ]
])('the change %j has no figure, but the rounds that would give one', (change, text) => {
  const source = { hasAllRounds: true }
  expect(formatChange(change, source)).toBe(text)
  expect(formatChangeInText(change, source)).toBe(text)
  expect(formatChange(change)).toBe(text.replace(/ \(.*/, ''))
  expect(changeInWords(change, { more: 'more', less: 'less' })).toMatch(/^too few samples/)
})

test('a mean whose interval is wider than a factor of 1.5 has its value only', () => {
  expect(formatMean({ value: 330e3, halfWidthRatio: 1.59 }, formatMicros)).toBe('~330 ms')
  expect(formatMean({ value: 94.3, halfWidthRatio: 1 }, formatMicros)).toBe('~94.3 µs')
  expect(formatMean({ value: 330e3, halfWidthRatio: 0.49 }, formatMicros)).toBe('330 ms ± 49%')
})

test('counts are exact, and figures without a unit are rounded', () => {
  expect([0, 7, 1234, 12_345_678].map(formatCount)).toEqual(['0', '7', '1,234', '12,345,678'])
  expect([0, 0.123, 9.96, 999.6, 10_245].map(formatFigure)).toEqual(['0', '0.12', '9.96', '1,000', '10,200'])
})

test.each([
  [0.40404, 'p = 0.40'],
  [0.0156, 'p = 0.016'],
  [0.00099, 'p < 0.001']
])('the p-value %d', (pValue, text) => {
  expect(formatPValue(pValue)).toBe(text)
})

test('percentiles have as many nines as they need', () => {
  expect([0.5, 0.9, 0.99, 0.999, 0.99999, 1].map(formatPercentile)).toEqual([
    'p50',
    'p90',
    'p99',
    'p99.9',
    'p99.999',
    'max'
  ])
})

test('times of a run are in seconds, times to wait for in minutes and seconds', () => {
  expect([850, 12_340, 243_000].map(formatSeconds)).toEqual(['850 ms', '12.3 s', '243 s'])
  expect([0, 40_000, 125_000].map(formatDuration)).toEqual(['1 s', '40 s', '2 min 05 s'])
  expect(formatMoment('2026-01-31T09:30:59.000Z')).toBe('2026-01-31 09:30')
})

test('a change in words has signs in its interval only where it contains zero', () => {
  const words = { name: 'requests/s', more: 'more', less: 'fewer' }
  expect(changeInWords({ relative: 0.115, low: 0.089, high: 0.14 }, words)).toBe(
    '11.5% more requests/s (95% CI 8.9 to 14.0)'
  )
  expect(changeInWords({ relative: -0.104, low: -0.136, high: -0.071 }, words, { label: '' })).toBe(
    '10.4% fewer requests/s (7.1 to 13.6)'
  )
  expect(changeInWords({ relative: -0.038, low: -0.083, high: 0.009 }, words)).toBe(
    '3.8% fewer requests/s (95% CI -8.3 to 0.9)'
  )
})

test.each([
  [0.17, '17%'],
  [0.0345, '3.5%'],
  [0.000013, '0.0013%'],
  [1, '100%']
])('a share of %d is %s', (share, text) => {
  expect(formatSmallPercent(share)).toBe(text)
})

test('a cost has no interval that is wider than it', () => {
  expect(formatCostMean({ value: 243, low: 235, high: 251 }, 'micros')).toBe('243 µs ± 8')
  expect(formatCostMean({ value: 403, low: 20, high: 8143 }, 'micros')).toBe('~403 µs')
})
