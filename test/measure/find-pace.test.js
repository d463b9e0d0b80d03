import { expect, test } from '@jest/globals'
import { findPace } from '../../src/measure/find-pace.js'

/**
 * @param {string} variant
 * @param {string} [profiler]
 */
function launch(variant, profiler = 'none') {
  return { id: variant, round: 0, variant, profiler }
}

test('the rate is a share of what the slower variant has served at most, without a profiler', () => {
  const pace = findPace()
  pace.add(launch('off'), { completed: 500, non2xx: 0, durationMs: 1000 })
  pace.add(launch('off'), { completed: 4000, non2xx: 0, durationMs: 2000 })
  pace.add(launch('on'), { completed: 500, non2xx: 0, durationMs: 500 })
  pace.add(launch('on', 'prof'), { completed: 9000, non2xx: 0, durationMs: 1000 })
  pace.add(launch('on'), { completed: 9000, non2xx: 8500, durationMs: 1000 })
  expect(pace.rateAt(0.6)).toBe(600)
})

test('once said, it stays, so that rounds can be compared', () => {
  const pace = findPace()
  pace.add(launch('off'), { completed: 1000, non2xx: 0, durationMs: 1000 })
  expect(pace.rateAt(0.5)).toBe(500)
  pace.add(launch('off'), { completed: 3000, non2xx: 0, durationMs: 1000 })
  expect(pace.rateAt(0.5)).toBe(500)
})
