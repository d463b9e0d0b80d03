import { expect, test } from '@jest/globals'
import { ticksIn } from '../../../src/page/charts/ticks.js'

test('ticks are round numbers within a range', () => {
  expect(ticksIn(0, 310, 4)).toEqual([0, 100, 200, 300])
  expect(ticksIn(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100])
  expect(ticksIn(3, 9.5, 4)).toEqual([4, 6, 8])
  expect(ticksIn(1_105_000, 1_195_000, 4)).toEqual([1_150_000])
})
