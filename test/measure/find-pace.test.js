import { expect, test } from '@jest/globals'
import { findPace } from '../../src/measure/find-pace.js'

/**
 * @param {string} variant
 * @param {string} [profiler]
 */
function launch(variant, profiler = 'none') {
  return { id: variant, round: 0, variant, profiler }
}

test('the rate is a share of the median of the slower variant, without profiled slices and failed requests', () => {
  const pace = findPace()
  for (const completed of [2000, 9000, 2100]) pace.add(launch('off'), { completed, non2xx: 0, durationMs: 1000 })
  for (const completed of [200, 1000, 1100]) pace.add(launch('on'), { completed, non2xx: 0, durationMs: 1000 })
  expect(pace.rateAt(0.6)).toBe(600)
  const failing = findPace()
  failing.add(launch('on'), { completed: 9000, non2xx: 8000, durationMs: 1000 })
  failing.add(launch('on', 'prof'), { completed: 10, non2xx: 0, durationMs: 1000 })
  expect(failing.rateAt(0.5)).toBe(500)
})

test('the first rate holds for the rest of the run', () => {
  const pace = findPace()
  pace.add(launch('off'), { completed: 1000, non2xx: 0, durationMs: 1000 })
  expect(pace.rateAt(0.5)).toBe(500)
  pace.add(launch('off'), { completed: 3000, non2xx: 0, durationMs: 1000 })
  expect(pace.rateAt(0.5)).toBe(500)
})
