import { expect, test } from '@jest/globals'
import { refusalInWords, significanceInWords, verdictWords } from '../../src/report/verdict-words.js'

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
  refusal: null,
  leastPValue: null,
  detectableRatio: null,
  withheld: null,
  toSettle: null,
  secondary: {
    metric: 'requestsPerSecond',
    verdict: 'slower',
    change: { relative: -0.104, low: -0.136, high: -0.071, pairs: 8, spread: 0.03, pValue: 0.0078 }
  },
  rounds: []
}
const undecided = {
  ...slower,
  verdict: /** @type {const} */ ('cannot tell'),
  change: { relative: 0.01, low: -0.03, high: 0.05, pairs: 6, spread: 0.03, pValue: 0.4 },
  secondary: null,
  toSettle: { rounds: 16, moreMs: 120_000 }
}

test('a verdict has both changes with their intervals, and the p-value', () => {
  expect(verdictWords(slower)).toEqual([
    expect.stringMatching(
      /^log=sync is slower than log=off: CPU per request \+11\.5.*, p = 0\.008; requests\/s -10\.4[^;]*\.$/
    )
  ])
})

test('a change whose interval contains zero is marked as not significant', () => {
  const change = { relative: -0.01, low: -0.03, high: 0.01, pairs: 8, spread: 0.03, pValue: 0.3 }
  const secondary = { metric: /** @type {const} */ ('requestsPerSecond'), verdict: undecided.verdict, change }
  expect(verdictWords({ ...slower, secondary })[0]).toMatch(/requests\/s -1.*, not significant\.$/)
})

test('with too few rounds the smallest possible p-value is printed', () => {
  expect(verdictWords({ ...slower, leastPValue: 0.0625 })[0]).toMatch(
    /\(with 8 rounds the smallest possible is p = 0\.063\)/
  )
})

test('the power of the run is printed', () => {
  expect(verdictWords({ ...slower, detectableRatio: 0.043 })[1]).toMatch(
    /^This run has 80% power to detect a change of 4\.3/
  )
})

test('an undecided verdict has the rounds that would decide it', () => {
  const [verdict, advice] = verdictWords(undecided)
  expect(verdict).toMatch(
    /^Cannot tell whether log=sync is slower or faster than log=off: .*p = 0\.40\. The interval is too wide/
  )
  expect(advice).toBe('About 16 rounds would decide it, 2 min 00 s more than this run: --rounds 16.')
  expect(verdictWords({ ...undecided, toSettle: { rounds: 16, moreMs: null } })[1]).toMatch(/decide it: --rounds 16/)
  expect(verdictWords(undecided, { isQuick: true })[1]).toMatch(/leave out --quick/)
  expect(verdictWords({ ...undecided, toSettle: null })[1]).toMatch(/idle machine, or --until 1(\.0)?%/)
})

test('a significant change that may be within the margin is named', () => {
  const change = { relative: 0.03, low: 0.01, high: 0.05, pairs: 6, spread: 0.03, pValue: 0.03 }
  expect(verdictWords({ ...undecided, lean: 'slower', change })[0]).toMatch(/significant \(slower\), but may be within/)
})

test('a significant change within the margin is named', () => {
  const change = { relative: 0.01, low: 0.005, high: 0.015, pairs: 6, spread: 0.01, pValue: 0.03 }
  const [text] = verdictWords({ ...slower, verdict: 'no difference', lean: 'slower', change, secondary: null })
  expect(text).toMatch(/^No difference beyond 2.*significant change \(slower\) within the margin/)
})

test('when CPU and requests/s disagree, both verdicts are printed', () => {
  const change = { relative: 0, low: -0.01, high: 0.01, pairs: 8, spread: 0.01, pValue: 1 }
  const secondary = /** @type {const} */ ({ metric: 'requestsPerSecond', verdict: 'no difference', change })
  expect(verdictWords({ ...slower, secondary })[0]).toMatch(
    /metrics disagree: by requests\/s the verdict is "no difference"/
  )
})

test('requests/s that are withheld have a reason', () => {
  const withheld = /** @type {const} */ ({ code: 'server-not-saturated', discards: 'rates', share: 0.4, limit: 0.9 })
  expect(verdictWords({ ...slower, secondary: null, withheld })[1]).toMatch(
    /^Requests\/s are not reported: the server was busy/
  )
})

test('without an interval there is the reason', () => {
  /** @type {Verdict['refusal']} */
  const refusal = { code: 'too-few-rounds', rounds: 1 }
  expect(verdictWords({ ...slower, verdict: 'cannot tell', change: null, refusal })).toEqual([
    'Cannot tell whether log=sync is slower or faster than log=off: fewer than two rounds were measured.'
  ])
  expect(significanceInWords({ ...slower, change: null, refusal })).toBe('Fewer than two rounds were measured.')
  expect(refusalInWords({ code: 'too-few-valid-rounds', rounds: 2 })).toMatch(/valid slices of both variants/)
  const reason = /** @type {const} */ ({ code: 'timeouts', discards: 'everything', requests: 2 })
  expect(refusalInWords({ code: 'too-many-discarded', discarded: 6, slices: 20, reason })).toBe(
    '6 of 20 slices are discarded, for example: 2 timeouts'
  )
})

test('the significance of a verdict depends on its interval and on its rounds', () => {
  expect(significanceInWords(slower)).toMatch(
    /^The whole 95% interval is beyond the margin of 2.*p = 0\.008: .*by chance in about 8 of 1,000 runs of identical variants\.$/
  )
  const few = { relative: 0.1, low: 0.08, high: 0.12, pairs: 3, spread: 0.01, pValue: 0.25 }
  expect(significanceInWords({ ...slower, change: few, leastPValue: 0.25 })).toMatch(
    /^The whole 95% interval is beyond .*, but 3 rounds are too few for a p-value below 0\.05: use at least six\.$/
  )
  expect(significanceInWords(undecided)).toMatch(/^Not decided: the 95% interval crosses the margin of 2/)
  expect(significanceInWords({ ...slower, verdict: 'no difference' })).toMatch(
    /^The whole 95% interval is within the margin/
  )
})
