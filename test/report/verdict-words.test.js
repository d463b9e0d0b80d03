import { expect, test } from '@jest/globals'
import { surenessInWords, verdictWords } from '../../src/report/verdict-words.js'

/** @import { Verdict } from '../../src/verdict/types.js' */

/** @type {Verdict} */
const slower = {
  candidate: 'log=sync',
  baseline: 'log=off',
  metric: 'cpuPerRequest',
  generator: 'autocannon',
  verdict: 'slower',
  lean: null,
  change: { relative: 0.115, low: 0.089, high: 0.14, pairs: 8, spread: 0.03, pValue: 0.0078 },
  marginRatio: 0.02,
  reason: null,
  detectableRatio: null,
  withheld: null,
  roundsToSettle: null,
  second: {
    metric: 'requestsPerSecond',
    verdict: 'slower',
    change: { relative: -0.104, low: -0.136, high: -0.071, pairs: 8, spread: 0.03, pValue: 0.0078 }
  }
}

test('a slow-down is told with both figures, each from its nearer to its farther end, and how sure it is', () => {
  expect(verdictWords(slower)).toEqual([
    'log=sync is slower than log=off: 11.5% more CPU per request (95% CI 8.9 to 14.0, p = 0.008), 10.4% fewer requests/s (7.1 to 13.6).'
  ])
})

test('what a run like it could have told is told', () => {
  expect(verdictWords({ ...slower, detectableRatio: 0.043 })[1]).toMatch(
    /a change of 4\.3% or more slower or faster in four cases of five/
  )
})

test('an interval that holds zero is told with words for both ends, and how much longer would settle it', () => {
  const change = { relative: 0.01, low: -0.03, high: 0.05, pairs: 6, spread: 0.03, pValue: 0.4 }
  const undecided = {
    ...slower,
    verdict: /** @type {const} */ ('cannot tell'),
    change,
    second: null,
    roundsToSettle: 16
  }
  expect(verdictWords(undecided, { roundMs: 12_000 })).toEqual([
    'Cannot tell whether log=sync is slower or faster than log=off: 1.0% more CPU per request (95% CI -3.0 to 5.0, p = 0.40).' +
      ' The interval is too wide for the margin of 2%.',
    'About 16 rounds like these would settle it, 2 min 00 s more than this run: try --rounds 16.'
  ])
  expect(verdictWords(undecided, { isQuick: true })[1]).toMatch(/leave out --quick/)
  expect(verdictWords({ ...undecided, roundsToSettle: null })[1]).toMatch(/quieter machine, or --until 1% /)
})

test('a lean is told as such', () => {
  const change = { relative: 0.03, low: 0.01, high: 0.05, pairs: 6, spread: 0.03, pValue: 0.03 }
  expect(verdictWords({ ...slower, verdict: 'cannot tell', lean: 'slower', change, second: null })[0]).toMatch(
    /leans to slower/
  )
})

test('a real change inside the margin is told as such', () => {
  const change = { relative: 0.01, low: 0.005, high: 0.015, pairs: 6, spread: 0.01, pValue: 0.03 }
  const [text] = verdictWords({ ...slower, verdict: 'no difference', lean: 'slower', change, second: null })
  expect(text).toMatch(/^No difference beyond 2% .*a real change to the slower side, smaller than the margin/)
})

test('when CPU and requests/s disagree, both are named and why they can', () => {
  const change = { relative: 0, low: -0.01, high: 0.01, pairs: 8, spread: 0.01, pValue: 1 }
  const second = /** @type {const} */ ({ metric: 'requestsPerSecond', verdict: 'no difference', change })
  expect(verdictWords({ ...slower, second })[0]).toMatch(/The two disagree: by requests\/s it is "no difference"/)
})

test('without an interval the reason is told', () => {
  expect(verdictWords({ ...slower, verdict: 'cannot tell', change: null, reason: 'nothing was measured' })).toEqual([
    'Cannot tell whether log=sync is slower or faster than log=off: nothing was measured.'
  ])
})

test('how sure a verdict is depends on the rounds it rests on', () => {
  expect(surenessInWords(slower)).toBe(
    'Sure: all of the 95 % interval lies beyond the margin of 2%. Were the two the same, about 8 of 1,000 such runs would have their 8 rounds this far to one side.'
  )
  const few = { relative: 0.1, low: 0.08, high: 0.12, pairs: 3, spread: 0.01, pValue: 0.25 }
  expect(surenessInWords({ ...slower, change: few })).toBe(
    'All of the 95 % interval lies beyond the margin of 2%, but that rests on 3 rounds: six are the fewest that can rule out chance.'
  )
  expect(surenessInWords({ ...slower, verdict: 'cannot tell' })).toBe(
    'Not sure: the 95 % interval reaches across the edge of the margin of 2%.'
  )
  expect(surenessInWords({ ...slower, change: null, reason: 'fewer than two rounds were played' })).toBe(
    'Fewer than two rounds were played.'
  )
})
