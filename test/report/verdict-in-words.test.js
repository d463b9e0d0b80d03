import { expect, test } from '@jest/globals'
import { verdictInWords } from '../../src/report/verdict-in-words.js'

/** @type {import('../../src/types.js').Verdict} */
const slower = {
  candidate: 'log=sync',
  baseline: 'log=off',
  metric: 'cpuPerRequest',
  generator: 'autocannon',
  verdict: 'slower',
  lean: null,
  change: { relative: 0.115, low: 0.089, high: 0.14, pairs: 8 },
  marginRatio: 0.02,
  reason: null,
  second: {
    metric: 'requestsPerSecond',
    verdict: 'slower',
    change: { relative: -0.104, low: -0.136, high: -0.071, pairs: 8 }
  }
}

test('a slow-down is told with both figures, each from its nearer to its farther end', () => {
  expect(verdictInWords(slower)).toBe(
    'log=sync is slower than log=off: 11.5 % more CPU per request (95 % CI 8.9 to 14.0), 10.4 % fewer requests/s (7.1 to 13.6).'
  )
})

test('an interval that holds zero is told with words for both ends', () => {
  const change = { relative: 0.01, low: -0.03, high: 0.05, pairs: 6 }
  expect(verdictInWords({ ...slower, verdict: 'cannot tell', change, second: null })).toBe(
    'Cannot tell whether log=sync is slower or faster than log=off: 1.0 % more CPU per request (95 % CI 3.0 % less to 5.0 % more).' +
      ' The interval is too wide for the margin of 2.0 %. About 17 rounds like these would be as narrow as the margin: try --rounds 17.'
  )
})

test('a lean is told as such', () => {
  const change = { relative: 0.03, low: 0.01, high: 0.05, pairs: 6 }
  expect(verdictInWords({ ...slower, verdict: 'cannot tell', lean: 'slower', change, second: null })).toMatch(
    /leans to slower/
  )
})

test('a real change inside the margin is told as such', () => {
  const change = { relative: 0.01, low: 0.005, high: 0.015, pairs: 6 }
  const text = verdictInWords({ ...slower, verdict: 'no difference', lean: 'slower', change, second: null })
  expect(text).toMatch(/^No difference beyond 2\.0 % .*a real change to the slower side, smaller than the margin/)
})

test('when CPU and requests/s disagree, both are named and why they can', () => {
  const change = { relative: 0, low: -0.01, high: 0.01, pairs: 8 }
  const second = /** @type {const} */ ({ metric: 'requestsPerSecond', verdict: 'no difference', change })
  expect(verdictInWords({ ...slower, second })).toMatch(/The two disagree: by requests\/s it is "no difference"/)
})

test('without an interval the reason is told', () => {
  expect(verdictInWords({ ...slower, verdict: 'cannot tell', change: null, reason: 'nothing was measured' })).toBe(
    'Cannot tell whether log=sync is slower or faster than log=off: nothing was measured.'
  )
})
