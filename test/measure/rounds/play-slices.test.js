import { expect, test } from '@jest/globals'
import { lastingMs } from '../../../src/measure/rounds/play-slices.js'

test('a slice at a low rate lasts until enough requests are due, and at most eight times as long', () => {
  expect(lastingMs(1000, 500)).toBe(1000)
  expect(lastingMs(1000, 100)).toBe(2000)
  expect(lastingMs(1000, 10)).toBe(8000)
})
