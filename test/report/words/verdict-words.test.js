import { expect, test } from '@jest/globals'
import {
  disturbedInWords,
  openingOf,
  refusalInWords,
  significanceInWords,
  verdictWords
} from '../../../src/report/words/verdict-words.js'
import { makeChange } from '../../helpers/make-change.js'

/** @import { Disturbance, Verdict } from '../../../src/verdict/types.js' */

/** @type {Verdict} */
const slower = {
  candidate: 'log=sync',
  baseline: 'log=off',
  metric: 'cpuPerRequest',
  generator: 'autocannon',
  verdict: 'slower',
  lean: null,
  pValue: 0.0078,
  slices: 'shared-core',
  size: null,
  change: { ...makeChange(0.089, 0.14, 8), relative: 0.115, pValue: 0.0078 },
  marginRatio: 0.02,
  refusal: null,
  detectableRatio: null,
  withheld: null,
  warnings: [],
  toSettle: null,
  secondary: {
    metric: 'requestsPerSecond',
    verdict: 'slower',
    change: { ...makeChange(-0.136, -0.071, 8), relative: -0.104, pValue: 0.0078 }
  },
  rounds: [],
  drift: null,
  failures: null
}
const undecided = {
  ...slower,
  verdict: /** @type {const} */ ('cannot tell'),
  pValue: null,
  change: makeChange(-0.03, 0.05),
  secondary: null,
  toSettle: { rounds: 16, moreMs: 120_000 }
}

test('a verdict has both changes with their intervals, and the p-value', () => {
  expect(verdictWords(slower)).toEqual([
    expect.stringMatching(
      /^log=sync is slower than log=off: CPU per request \+11\.5.* in shared-core slices, p = 0\.008; requests\/s -10\.4[^;]*\.$/
    )
  ])
})

test('where nothing differs at all, the limit is a figure too', () => {
  const alike = { ...slower, verdict: /** @type {const} */ ('no difference'), secondary: null }
  expect(openingOf({ ...alike, change: makeChange(0, 0) })).toMatch(/, at most 0\.0% slower \(95%/)
})

test('no difference has the p-value of the tests that decide it', () => {
  const alike = {
    ...slower,
    verdict: /** @type {const} */ ('no difference'),
    secondary: null,
    pValue: 0.012
  }
  const change = { ...makeChange(-0.01, 0.012, 8), pValue: 0.7 }
  const [line] = verdictWords({ ...alike, change })
  expect(line).toMatch(/, p = 0\.012 of two one-sided tests\.$/)
  expect(line).not.toContain('0.7')
})

const size = {
  baselineMicros: 460,
  candidateMicros: 512,
  difference: { micros: 52, low: 27, high: 77 },
  relative: { ...makeChange(0.058, 0.171, 4), relative: 0.113 },
  rounds: 4
}

test('a verdict with a size has one change, in µs and in percent', () => {
  const [line] = verdictWords({ ...slower, size })
  expect(line).toMatch(
    /^log=sync is slower than log=off: \+52 µs ± 25 of CPU per request, \+11\.3% \(95% CI 5\.8 to 17\.1\), p = 0\.008; requests/
  )
})

test('without a size the kind of slices is named, and only a run that is not complete has yet to measure it', () => {
  expect(verdictWords({ ...slower, slices: 'separate' })[0]).toMatch(/ in separate slices, p = 0\.008; requests/)
  expect(verdictWords(slower, { isComplete: false })[0]).toMatch(
    / in shared-core slices, p = 0\.008; size not measured yet; requests/
  )
  const byRate = {
    ...slower,
    metric: /** @type {const} */ ('requestsPerSecond'),
    slices: /** @type {const} */ ('separate')
  }
  expect(verdictWords(byRate, { isComplete: false })[0]).toMatch(/requests\/s \+11\.5% \([^)]*\), p = 0\.008; requests/)
})

test('a change whose interval contains zero is marked as not significant', () => {
  const change = makeChange(-0.03, 0.01, 8)
  const secondary = { metric: /** @type {const} */ ('requestsPerSecond'), verdict: undecided.verdict, change }
  expect(verdictWords({ ...slower, secondary })[0]).toMatch(/requests\/s -1.*, not significant\.$/)
})

test('the power of the run is printed', () => {
  expect(verdictWords({ ...slower, detectableRatio: 0.043 })[1]).toMatch(
    /^This run has 80% power to detect a change of 4\.3/
  )
})

test('an undecided verdict has the rounds that would decide it', () => {
  const [verdict, advice] = verdictWords(undecided)
  expect(verdict).toMatch(
    /^Cannot tell: log=sync may be up to 4\.2% slower than log=off, or up to 2\.2% faster, in CPU per request \(95%, shared core\)\. CPU per request \+1\.0[^;=]*\. The interval is too wide/
  )
  expect(advice).toBe('About 16 rounds would decide it, 2 min 00 s more than this run: --rounds 16.')
  expect(verdictWords({ ...undecided, toSettle: { rounds: 16, moreMs: null } })[1]).toMatch(/decide it: --rounds 16/)
  expect(verdictWords(undecided, { isQuick: true })[1]).toMatch(/leave out --quick, --short or --only counters/)
  expect(verdictWords({ ...undecided, toSettle: null })[1]).toMatch(/idle machine, or --until 1(\.0)?%/)
})

test('a verdict on cold servers begins with that, whatever it is', () => {
  expect(openingOf({ ...slower, isCold: true })).toBe('Cold servers: log=sync is slower than log=off')
  expect(verdictWords({ ...undecided, isCold: true })[0]).toMatch(/^Cold servers: Cannot tell: log=sync may be up to/)
  expect(verdictWords({ ...undecided, isCold: true, change: null })[0]).toMatch(/^Cold servers: Cannot tell whether/)
})

test('what disturbed a run stands beside its verdict, or is the reason for none', () => {
  /** @type {Disturbance[]} */
  const [stolen, ...disturbances] = [
    { code: 'stolen', beyond: 12, slices: 100, limit: 0.05 },
    { code: 'other-processes', beyond: 45, slices: 100, limit: 0.1 },
    { code: 'generator-busy', beyond: 50, slices: 100, limit: 0.85 }
  ]
  expect(disturbedInWords({ ...slower, warnings: stolen ? [stolen] : [] })).toEqual([
    'Repeat the run on an idle machine: in 12 of 100 slices the host gave other machines more than 5% of a core.'
  ])
  expect(disturbedInWords({ ...slower, warnings: disturbances.slice(1) })).toEqual([
    'The load generator may be the bottleneck: in 50 of 100 slices the load generator was busy for more than 85% of a core.'
  ])
  const refusal = { code: /** @type {const} */ ('disturbed'), disturbances }
  expect(disturbedInWords({ ...undecided, change: null, refusal, warnings: disturbances })).toEqual([])
  expect(verdictWords({ ...undecided, change: null, refusal })[0]).toBe(
    'Cannot tell whether log=sync is slower or faster than log=off in CPU per request: in 45 of 100 slices other processes used more than 10% of a core and in 50 of 100 slices the load generator was busy for more than 85% of a core; repeat the run on an idle machine.'
  )
})

test('a verdict that is not certain leads with the limits of the change', () => {
  const alike = { ...slower, verdict: /** @type {const} */ ('no difference') }
  expect(openingOf({ ...alike, change: makeChange(-0.018, -0.002) })).toBe(
    'No difference in CPU per request found between log=sync and log=off, at most 1.6% faster (95%, shared core)'
  )
  expect(openingOf({ ...alike, metric: 'requestsPerSecond', change: makeChange(-0.018, 0.002) })).toBe(
    'No difference in requests/s found between log=sync and log=off, at most 1.6% slower (95%, shared core)'
  )
  expect(openingOf({ ...undecided, lean: 'slower', change: makeChange(0.01, 0.05) })).toBe(
    'Cannot tell whether it matters: log=sync is at most 4.6% slower than log=off in CPU per request (95%, shared core)'
  )
})

test('the interval of one of three candidates has the confidence that corrects for their number', () => {
  const verdict = { ...slower, change: { ...makeChange(0.08, 0.12), confidence: 1 - 0.05 / 3 } }
  expect(verdictWords(verdict)[0]).toMatch(/\+10\.0% \(98\.3% CI 8\.0 to 12\.0\)/)
  expect(significanceInWords(verdict)).toMatch(/^The whole 98\.3% interval is beyond/)
})

test('a change beyond the margin of too few rounds has that as its reason', () => {
  const change = makeChange(0.08, 0.12, 3)
  const few = { ...undecided, lean: /** @type {const} */ ('slower'), change, toSettle: { rounds: 6, moreMs: 9000 } }
  const [verdict, advice] = verdictWords(few)
  expect(verdict).toMatch(
    /^Cannot tell with 3 rounds: log=sync is at most 11\.6% slower than log=off in CPU per request \(95%, shared core\)\. /
  )
  expect(verdict).toMatch(/The whole interval is beyond the margin of 2%, but CPU alone decides from 6 rounds on\.$/)
  expect(advice).toBe('About 6 rounds would decide it, 9 s more than this run: --rounds 6.')
  expect(significanceInWords(few)).toMatch(
    /^Not decided: .* is beyond the margin of 2%, but CPU alone decides from 6 rounds on\.$/
  )
})

test('a change without a figure has the rounds that would give one, and no limits', () => {
  const wide = { ...undecided, size: null, change: makeChange(-0.988, 48.1, 3), detectableRatio: 9 }
  const [first, ...others] = verdictWords(wide)
  expect(first).toMatch(
    /^Cannot tell whether log=sync is slower or faster than log=off in CPU per request: too few samples \(\d+ more rounds\)\. CPU per request: too few samples/
  )
  expect([first, ...others].join(' ')).not.toMatch(/\d{3}%|80% power/)
  const secondary = {
    metric: /** @type {const} */ ('requestsPerSecond'),
    verdict: undecided.verdict,
    change: wide.change
  }
  // Where slices share a core, the rounds of the verdict do not measure requests/s, so more of them do not help.
  expect(verdictWords({ ...slower, secondary })[0]).toMatch(/; requests\/s: too few samples\.$/)
  expect(verdictWords({ ...slower, slices: 'separate', secondary })[0]).toMatch(
    /; requests\/s: too few samples \(\d+ more rounds\)\.$/
  )
})

test('a significant change that may be within the margin is named', () => {
  const change = makeChange(0.01, 0.05)
  expect(verdictWords({ ...undecided, lean: 'slower', change })[0]).toMatch(/significant \(slower\), but may be within/)
})

test('a significant change within the margin is named', () => {
  const change = makeChange(0.005, 0.015)
  const [text] = verdictWords({ ...slower, verdict: 'no difference', lean: 'slower', change, secondary: null })
  expect(text).toMatch(
    /^No difference in CPU per request found between log=sync and log=off, at most 1\.4% slower \(95%, shared core\): .*significant change \(slower\) within the margin/
  )
})

test('when CPU and requests/s disagree, both verdicts are printed', () => {
  const change = makeChange(-0.01, 0.01, 8)
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
    'Cannot tell whether log=sync is slower or faster than log=off in CPU per request: fewer than two rounds were measured.'
  ])
  expect(significanceInWords({ ...slower, pValue: null, change: null, refusal })).toBe(
    'Fewer than two rounds were measured.'
  )
  expect(refusalInWords({ code: 'too-few-valid-rounds', rounds: 2 })).toMatch(/valid slices of both variants/)
  const reason = /** @type {const} */ ({ code: 'timeouts', discards: 'everything', requests: 2 })
  expect(refusalInWords({ code: 'too-many-discarded', discarded: 6, slices: 20, reason })).toBe(
    '6 of 20 slices cannot be used, for example: 2 timeouts'
  )
})

test('the significance of a verdict depends on its interval and on its rounds', () => {
  expect(significanceInWords(slower)).toMatch(
    /^The whole 95% interval is beyond the margin of 2.*p = 0\.008: .*a change of the margin looks this large in at most 8 of 1,000 runs\.$/
  )
  expect(significanceInWords(undecided)).toMatch(/^Not decided: the 95% interval crosses the margin of 2/)
  expect(significanceInWords({ ...slower, verdict: 'no difference' })).toMatch(
    /^Both limits of the change, each at 95%, are within the margin/
  )
})

test('failures and a drift stand beside the verdict', () => {
  const failures = {
    baseline: { failed: 0, sent: 60_000 },
    candidate: { failed: 3000, sent: 60_000 },
    difference: { share: 0.05, low: 0.03, high: 0.07 },
    isHigher: true
  }
  const drift = { perSlice: { relative: -0.013, low: -0.02, high: -0.006 }, addedHalfWidth: 0.021 }
  const lines = verdictWords({ ...slower, failures, drift })
  expect(lines.slice(1)).toEqual([
    'More requests fail with log=sync: 3,000 of 60,000; with log=off: 0 of 60,000.',
    'Drifting: CPU per request of log=sync, relative to its baseline, fell by 1.3% per slice. The interval is 2.1% wider on either side.'
  ])
  expect(verdictWords({ ...slower, change: null, failures })[1]).toMatch(/^More requests fail with log=sync/)
  expect(verdictWords({ ...slower, failures: { ...failures, isHigher: false } })).toHaveLength(1)
})
