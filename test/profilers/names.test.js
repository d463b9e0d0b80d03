import { expect, test } from '@jest/globals'
import { profilers } from '../../src/profilers/index.js'
import { PROFILER_NAMES } from '../../src/profilers/names.js'

test('the list of names has every profiler, in the order of the map', () => {
  expect(PROFILER_NAMES).toEqual([...profilers.keys()])
})
