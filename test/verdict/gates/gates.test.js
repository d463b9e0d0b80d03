import { expect, test } from '@jest/globals'
import * as hdr from 'hdr-histogram-js'
import { analyse } from '../../../src/analyse.js'
import { exitCodeOf, worstExitCode } from '../../../src/cli/print/print-report.js'
import { verdictOnly } from '../../../src/report/chapters.js'
import { toMarkdown } from '../../../src/report/print/markdown.js'
import { shortReport } from '../../../src/report/print/short-report.js'
import { gateInWords, gateLines } from '../../../src/report/words/gate-words.js'
import { moreIsBetter } from '../../../src/verdict/gates/budgeted-metrics.js'
import { reasonOfRefusal } from '../../../src/verdict/gates/gate-values.js'
import { unmeasuredGates } from '../../../src/verdict/gates/gates.js'
import {
  analysisOf,
  baseline,
  candidate,
  gateOf,
  HALF_OF_SIX,
  open,
  roundsOf,
  withCounts
} from '../../helpers/make-gates.js'
import { makeManifest, makeMeasured, makeSlice } from '../../helpers/make-run.js'
import { makeToggleRounds, makeToggleRun } from '../../helpers/make-toggle-run.js'

/** @import { Load } from '../../../src/load/types.js' */
/** @import { SliceRecord, UnreadReason } from '../../../src/runs/types.js' */
/** @import { Budget, Gate } from '../../../src/verdict/types.js' */

test('a relative budget has the interval of the change, computed by hand', () => {
  const { measured } = gateOf(roundsOf(6), { name: 'cpuPerRequest', kind: 'relative', amount: 0.03 })
  expect(measured?.value).toBeCloseTo(0.05, 10)
  expect(measured?.low).toBeCloseTo(1.05 * Math.exp(-0.01 * HALF_OF_SIX) - 1, 6)
  expect(measured?.high).toBeCloseTo(1.05 * Math.exp(0.01 * HALF_OF_SIX) - 1, 6)
  expect(measured).toMatchObject({ confidence: 0.95, rounds: 6 })
})

test('a gate on the verdict that does not fire has the smallest change that the run could have detected, computed by hand', () => {
  const gate = gateOf(roundsOf(6), { name: 'slower', kind: 'relative', amount: 0.05 })
  // Six values that are 0.01 above and below their mean by turns: t(0.975, 5) + t(0.80, 5) standard errors beyond the margin.
  const smallest = 1.05 * Math.exp((0.01 / Math.sqrt(5)) * (2.570582 + 0.919544)) - 1
  expect(gate.outcome).toBe('cannot tell')
  expect(gate.measured?.powers?.at(-1)).toEqual({ relative: expect.closeTo(smallest, 4), power: 0.8 })
  expect(gateInWords(gate)).toMatch(
    /^Gate cannot tell: .*; the interval contains the budget\. Power: 2% at \+5\.0%, 100% at \+10\.0%, 80% at \+6\.7%\.$/
  )
  expect(gateInWords(gateOf(roundsOf(6), { name: 'slower', kind: 'relative', amount: 0.08 }))).toMatch(
    /^Gate passed: .*\. Power: 0% at \+5\.0%, 91% at \+10\.0%, 80% at \+9\.7%\.$/
  )
  const few = gateOf(roundsOf(2), { name: 'slower', kind: 'relative', amount: 0.05 })
  expect(gateInWords(few)).toMatch(/; 2 rounds of at least 6\.$/)
  expect(exitCodeOf(analysisOf(roundsOf(6), [{ name: 'slower', kind: 'relative', amount: 0.05 }]))).toBe(0)
})

test.each(
  /** @type {[Budget['name'], Budget['kind'], number, string, string | null][]} */ ([
    ['cpuPerRequest', 'relative', 0.03, 'fired', null],
    ['cpuPerRequest', 'relative', 0.05, 'undecided', 'crosses-budget'],
    ['cpuPerRequest', 'relative', 0.07, 'passed', null],
    ['cpuPerRequest', 'increase', 3, 'fired', null],
    ['cpuPerRequest', 'increase', 5, 'undecided', 'crosses-budget'],
    ['cpuPerRequest', 'increase', 7, 'passed', null],
    ['cpuMainThread', 'limit', 72, 'fired', null],
    ['cpuMainThread', 'limit', 73.5, 'undecided', 'crosses-budget'],
    ['cpuMainThread', 'limit', 75, 'passed', null],
    ['requestsPerSecond', 'relative', 0.03, 'fired', null],
    ['requestsPerSecond', 'relative', 0.07, 'passed', null],
    ['requestsPerSecond', 'increase', 30, 'fired', null],
    ['requestsPerSecond', 'limit', 970, 'fired', null],
    ['requestsPerSecond', 'limit', 930, 'passed', null],
    ['slower', 'relative', 0.03, 'fired', null],
    ['slower', 'relative', 0.07, 'passed', null],
    ['p99', 'limit', 1, 'undecided', 'not-played']
  ])
)('six rounds of +5%% against %s %s %d: %s', (name, kind, amount, outcome, code) => {
  const gate = gateOf(roundsOf(6), { name, kind, amount })
  expect({ outcome: gate.outcome, code: gate.reason?.code ?? null }).toEqual({ outcome, code })
})

/** Returns six rounds of two slices per launch: the candidate costs 5% more, and 10% (as a logarithm) more in the second slice. */
function driftingRounds() {
  return roundsOf(6).flatMap(slice =>
    [-0.05, 0.05].map(function sliceAt(log, index) {
      const cpuMicros = slice.server.cpuMicros * (slice.variant === candidate ? Math.exp(log) : 1)
      return { ...slice, index, server: { ...slice.server, cpuMicros } }
    })
  )
}

/** The cost of a drifting launch, and the half-width of its logarithm: of six rounds, and half of the drift. */
const DRIFTING = 105 * Math.cosh(0.05)
const DRIFTING_HALF = 0.01 * HALF_OF_SIX + 0.05

test.each(
  /** @type {[Budget['kind'], number, number, number][]} */ ([
    ['relative', 0.03, (DRIFTING / 100) * Math.exp(-DRIFTING_HALF) - 1, (DRIFTING / 100) * Math.exp(DRIFTING_HALF) - 1],
    // The baseline costs 100 µs in every launch.
    ['increase', 3, DRIFTING * Math.exp(-DRIFTING_HALF) - 100, DRIFTING * Math.exp(DRIFTING_HALF) - 100],
    ['limit', 103, DRIFTING * Math.exp(-DRIFTING_HALF), DRIFTING * Math.exp(DRIFTING_HALF)]
  ])
)('half of the drift over a launch widens a budget on CPU, %s of %d, computed by hand', (kind, amount, low, high) => {
  const budget = /** @type {Budget} */ ({ name: 'cpuPerRequest', kind, amount })
  expect(gateOf(roundsOf(6), budget).outcome).toBe('fired')
  const { outcome, reason, measured } = gateOf(driftingRounds(), budget)
  expect({ outcome, code: reason?.code }).toEqual({ outcome: 'undecided', code: 'crosses-budget' })
  expect(measured?.low).toBeCloseTo(low, 4)
  expect(measured?.high).toBeCloseTo(high, 4)
})

test('five rounds decide nothing about CPU, however large the change', () => {
  const gate = gateOf(roundsOf(5), { name: 'cpuPerRequest', kind: 'relative', amount: 0.01 })
  expect(gate).toMatchObject({ outcome: 'undecided', reason: { code: 'too-few-rounds', rounds: 5, needed: 6 } })
})

test('what a run does not measure is distinguished from what it measured in too few rounds', () => {
  const reasonOf = (/** @type {Parameters<typeof gateOf>} */ ...args) => gateOf(...args).reason
  const calls = /** @type {Budget} */ ({ name: 'syscallsPerRequest', kind: 'limit', amount: 4 })
  expect(reasonOf(withCounts(roundsOf(6), { readCalls: null, writeCalls: null }), calls)).toEqual({
    code: 'not-measured'
  })
  const first = roundsOf(6).slice(0, 1)
  expect(reasonOf(withCounts(first, { readCalls: null }), calls)).toEqual({ code: 'not-measured' })
  const latency = /** @type {Budget} */ ({ name: 'p95', kind: 'limit', amount: 50_000 })
  expect(reasonOf(roundsOf(6), latency)).toEqual({ code: 'not-played' })
  const none = { code: 'too-few-rounds', rounds: 0, needed: 6 }
  expect(reasonOf(roundsOf(6), latency, [open])).toEqual(none)
  const failing = roundsOf(6).map(slice => ({ ...slice, non2xx: slice.variant === candidate ? 1 : 0 }))
  expect(reasonOf(failing, calls)).toEqual({ ...none, needed: 3 })
  expect(reasonOf(roundsOf(0), { name: 'cpuPerRequest', kind: 'limit', amount: 1 })).toEqual(none)
})

test('a run of counters plays no rates, so a budget on them is not one of zero rounds', () => {
  const manifest = makeManifest()
  const [closed] = manifest.design.loads
  const budgets = /** @type {Budget[]} */ ([
    { name: 'p95', kind: 'limit', amount: 50_000 },
    { name: 'requestsPerSecond', kind: 'limit', amount: 900 },
    { name: 'cpuPerRequest', kind: 'increase', amount: 3 }
  ])
  const loadRounds = { unprofiled: 0, profiled: 0 }
  const design = { ...manifest.design, loadRounds, loads: /** @type {[Load, Load]} */ ([closed, open]), budgets }
  const slices = roundsOf(6).map(slice => ({ ...slice, beside: ['another'] }))
  const analysis = analyse(makeMeasured({ manifest: { ...manifest, design }, slices })).analysis
  expect(analysis.gates?.map(({ reason }) => reason?.code)).toEqual(budgets.map(() => 'not-played'))
  expect(exitCodeOf(analysis)).toBe(3)
  expect(exitCodeOf(analysis, { allowUndecided: true })).toBe(0)
})

test('a run that plays one round of rates and has none yet is one of zero rounds', () => {
  const manifest = makeManifest()
  const budgets = /** @type {Budget[]} */ ([{ name: 'requestsPerSecond', kind: 'limit', amount: 900 }])
  const design = { ...manifest.design, loadRounds: { unprofiled: 1, profiled: 0 }, budgets }
  const slices = roundsOf(6).map(slice => ({ ...slice, beside: ['another'] }))
  const { gates } = analyse(makeMeasured({ manifest: { ...manifest, design }, slices })).analysis
  expect(gates?.[0]?.reason?.code).not.toBe('not-played')
})

test('an amount of CPU is the size that a report prints: the percentage that decides of what separate slices of the baseline cost', () => {
  const shared = roundsOf(6).map(({ server, ...slice }) => {
    const cpuMicros = server.cpuMicros * (slice.variant === candidate ? 1.2 / 1.05 : 1)
    return { ...slice, index: 1, beside: ['another'], server: { ...server, cpuMicros } }
  })
  const measuredBy = (/** @type {Budget['kind']} */ kind) =>
    gateOf([...roundsOf(6), ...shared], { name: 'cpuPerRequest', kind, amount: 0.03 }).measured?.value
  expect(measuredBy('relative')).toBeCloseTo(0.2, 6)
  expect(measuredBy('increase')).toBeCloseTo(20, 1)
})

/** The exit code without and with --allow-undecided. */
test.each(
  /** @type {[string, number, Budget, number, number][]} */ ([
    ['whose interval contains it', 6, { name: 'cpuPerRequest', kind: 'relative', amount: 0.05 }, 3, 0],
    ['on latency that was not played', 6, { name: 'p99', kind: 'limit', amount: 1 }, 3, 0],
    ['of too few rounds', 5, { name: 'cpuPerRequest', kind: 'relative', amount: 0.5 }, 3, 0],
    ['that passes', 6, { name: 'cpuPerRequest', kind: 'relative', amount: 0.5 }, 0, 0],
    ['that fires', 6, { name: 'cpuPerRequest', kind: 'relative', amount: 0.01 }, 1, 1],
    ['without a value', 6, { name: 'readCallsPerRequest', kind: 'limit', amount: 9 }, 3, 3]
  ])
)('a budget %s ends a run with its own code', (_which, rounds, budget, code, allowed) => {
  const uncounted = withCounts(roundsOf(rounds), { readCalls: null })
  const analysis = analysisOf(uncounted, [budget])
  expect([exitCodeOf(analysis), exitCodeOf(analysis, { allowUndecided: true })]).toEqual([code, allowed])
})

test('a candidate that saturates in each round has no latency: a budget on it is exit code 3', () => {
  const saturated = Array.from({ length: 6 }, (_, round) => round).flatMap(round =>
    [baseline, candidate].map(function slice(variant) {
      const { pace, ...others } = openSlice(variant, round, 40)
      return { ...others, pace: pace && { ...pace, isSaturated: variant === candidate } }
    })
  )
  const analysis = analysisOf([...roundsOf(6), ...saturated], [{ name: 'p95', kind: 'limit', amount: 50_000 }], [open])
  expect(analysis.gates?.[0]?.reason).toEqual({ code: 'too-few-rounds', rounds: 0, needed: 6 })
  expect(unmeasuredGates(analysis)).toEqual(analysis.gates)
  expect(exitCodeOf(analysis)).toBe(3)
})

test('a budget on requests/s of slices that are all discarded is exit code 3, beside a verdict on CPU', () => {
  const slices = roundsOf(6).map(function withIdleServer({ server, ...slice }) {
    return { ...slice, server: { ...server, eventLoopUtilization: 0.6 } }
  })
  const analysis = analysisOf(slices, [{ name: 'requestsPerSecond', kind: 'limit', amount: 900 }])
  const [gate] = /** @type {Gate[]} */ (analysis.gates)
  expect(gate).toMatchObject({ outcome: 'undecided', reason: { code: 'too-many-discarded' } })
  expect(gateInWords(/** @type {Gate} */ (gate))).toMatch(/: \d+ of \d+ slices cannot be used, for example: /)
  const disturbances = [{ code: /** @type {const} */ ('other-processes'), beyond: 45, slices: 100, limit: 0.1 }]
  expect(gateInWords(/** @type {Gate} */ ({ ...gate, reason: { code: 'disturbed', disturbances } }))).toMatch(
    /: in 45 of 100 slices other processes .*; repeat the run on an idle machine\.$/
  )
  expect(analysis.verdicts[0]?.change).not.toBe(null)
  expect(exitCodeOf(analysis)).toBe(3)
})

test('a verdict that was refused for want of valid rounds is no gate of as many rounds as were played', () => {
  expect(reasonOfRefusal({ code: 'too-few-valid-rounds', rounds: 6 }, 6)).toEqual({ code: 'not-measured' })
  expect(reasonOfRefusal({ code: 'too-few-rounds', rounds: 1 }, 6)).toEqual({
    code: 'too-few-rounds',
    rounds: 1,
    needed: 6
  })
})

test.each(
  /** @type {[Budget['name'], Gate['metric'], boolean][]} */ ([
    ['requestsPerSecond', null, true],
    ['slower', 'requestsPerSecond', true],
    ['slower', 'cpuPerRequest', false],
    ['slower', null, false],
    ['p99', null, false],
    ['writtenBytesPerRequest', null, false]
  ])
)('more of %s, on %s, is better: %s', (name, metric, isBetter) => {
  expect(moreIsBetter({ budget: { name, kind: 'relative', amount: 0.03 }, metric })).toBe(isBetter)
})

test('several budgets are decided together, with wider intervals', () => {
  const budgets = /** @type {Budget[]} */ ([
    { name: 'cpuPerRequest', kind: 'relative', amount: 0.03 },
    { name: 'requestsPerSecond', kind: 'relative', amount: 0.03 }
  ])
  const { gates = [] } = analysisOf(roundsOf(6), budgets)
  // t(0.9875, 5) = 3.16338
  const half = (3.16338 / Math.sqrt(5)) * 0.01
  expect(gates.map(({ measured }) => measured?.confidence)).toEqual([0.975, 0.975])
  expect(gates[0]?.measured?.low).toBeCloseTo(1.05 * Math.exp(-half) - 1, 5)
})

test('a budget on toggles has the interval of each alone, as their verdicts have, computed by hand', () => {
  const budgets = /** @type {Budget[]} */ ([{ name: 'cpuPerRequest', kind: 'relative', amount: 0.03 }])
  const { manifest } = makeToggleRun()
  const slices = makeToggleRounds(6, (cost, variant, round) => {
    const isCompressed = variant === 'gzip=on' || variant === 'both'
    return isCompressed ? cost * Math.exp(round % 2 === 0 ? 0.01 : -0.01) : cost
  })
  const run = makeToggleRun({ manifest: { ...manifest, design: { ...manifest.design, budgets } }, slices })
  const { gates = [], verdicts } = analyse(run).analysis
  const [ofLog, ofGzip] = gates.map(({ measured }) => measured)
  // The change of a toggle is the mean of its log-ratios at both levels of the other one.
  const ratio = Math.sqrt((200 / 100) * (240 / 110))
  expect([ofLog?.confidence, ofGzip?.confidence]).toEqual([0.95, 0.95])
  expect(ofGzip?.low).toBeCloseTo(ratio * Math.exp(-0.01 * HALF_OF_SIX) - 1, 6)
  expect(ofGzip?.high).toBeCloseTo(ratio * Math.exp(0.01 * HALF_OF_SIX) - 1, 6)
  expect(verdicts[1]?.change).toMatchObject({ confidence: 0.95, low: ofGzip?.low, high: ofGzip?.high })
})

test('the latency of an open loop is compared with its limit', () => {
  const slices = Array.from({ length: 6 }, (_, round) => round).flatMap(round =>
    [baseline, candidate].map(variant => openSlice(variant, round, variant === candidate ? 60 : 40))
  )
  const budget = /** @type {Budget} */ ({ name: 'p95', kind: 'limit', amount: 50_000 })
  const gate = gateOf([...roundsOf(6), ...slices], budget, [open])
  expect(gate.outcome).toBe('fired')
  expect((gate.measured?.value ?? 0) / 60_000).toBeCloseTo(1, 2)
  expect(gateOf([...roundsOf(6), ...slices], { ...budget, amount: 70_000 }, [open]).outcome).toBe('passed')
})

test('a gate is a sentence with its budget and what was measured, and those that fired come first', () => {
  const { gates = [] } = analysisOf(roundsOf(6), [
    { name: 'p99', kind: 'limit', amount: 50_000 },
    { name: 'cpuPerRequest', kind: 'relative', amount: 0.03 },
    { name: 'requestsPerSecond', kind: 'limit', amount: 900 }
  ])
  expect(gates.map(gateInWords)).toEqual([
    'Gate undecided: p99 latency of log=sync, at most 50.0 ms: this run plays nothing that measures it; one of all stages with --load autocannon,paced does.',
    'Gate fired: CPU per request of log=sync compared with log=off, at most +3%: +5.0% (3.4 to 6.7), 98.3% CI. Power: 76% at +5.0%, 100% at +10.0%, 80% at +5.1%.',
    expect.stringMatching(/^Gate passed: requests\/s of log=sync, at least 900: 95\d \(98\.3% CI 9\d\d to 9\d\d\)\.$/)
  ])
  expect(gateLines({ gates })[0]).toMatch(/^Gate fired/)
})

test.each(
  /** @type {[Budget['name'], Budget['kind'], string][]} */ ([
    ['syscallsPerRequest', 'increase', 'calls and bytes need Linux and a /proc that can be read'],
    ['writtenBytesPerRequest', 'limit', 'calls and bytes need Linux and a /proc that can be read'],
    ['allocatedBytesPerRequest', 'relative', 'it needs servers on Node.js 18.15 or newer'],
    ['cpuMainThread', 'relative', 'it needs Linux or Node.js 23.9, and rounds without failed requests']
  ])
)('the sentence of %s that was not measured has what it needs', (name, kind, needs) => {
  const counts = { readCalls: null, writeCalls: null, writtenBytes: null, allocatedBytes: null }
  const slices = withCounts(roundsOf(6), { ...counts, cpuMainThreadMicros: null })
  const gate = gateOf(slices, { name, kind, amount: 0.05 })
  expect(gate.reason).toEqual({ code: 'not-measured' })
  expect(gateInWords(gate)).toMatch(new RegExp(`: it was not measured: ${needs}\\.$`))
})

test('CPU of separate slices that all failed was not measured for want of rounds', () => {
  const shared = roundsOf(6).map(slice => ({ ...slice, beside: ['another'] }))
  const failed = roundsOf(1).map(slice => ({ ...slice, index: 1, non2xx: 1 }))
  const gate = gateOf([...shared, ...failed], { name: 'cpuPerRequest', kind: 'increase', amount: 20 })
  expect(gateInWords(gate)).toMatch(/: it was not measured: it needs rounds without failed requests\.$/)
})

test('what fired is the first line below the title of summary.md, and on the terminal the first of the verdict', () => {
  const analysis = analysisOf(roundsOf(6), [
    { name: 'requestsPerSecond', kind: 'limit', amount: 900 },
    { name: 'cpuPerRequest', kind: 'relative', amount: 0.03 }
  ])
  const [, first, , second] = toMarkdown(analysis, makeManifest()).split('\n').slice(1)
  expect([first, second]).toEqual([expect.stringMatching(/^Gate fired: CPU/), expect.stringMatching(/^Gate passed/)])
  expect(shortReport(analysis, { folder: 'a run', places: [] })).toMatch(/^.*\n\nGate fired: CPU/)
  expect(verdictOnly(analysis)[0]?.lines?.[0]).toMatch(/^Gate fired: CPU/)
})

test.each([
  ['missing', 3],
  ['checksum', 3],
  ['no-checksums', 0]
])(
  'a run of which a file is not read for the reason %s ends with exit code %d, though its budget passes',
  (reason, code) => {
    const manifest = makeManifest()
    const budgets = /** @type {Budget[]} */ ([{ name: 'cpuPerRequest', kind: 'relative', amount: 0.5 }])
    const unread = [{ file: 'launches.jsonl', reason: /** @type {UnreadReason} */ (reason), lines: null, place: null }]
    const design = { ...manifest.design, budgets }
    const run = makeMeasured({ manifest: { ...manifest, design }, slices: roundsOf(6), unread })
    expect(exitCodeOf(analyse(run).analysis)).toBe(code)
  }
)

test('a gate that fired is exit code 1, also beside a candidate without a verdict', () => {
  const fired = analysisOf(roundsOf(6), [{ name: 'cpuPerRequest', kind: 'relative', amount: 0.03 }])
  expect(exitCodeOf(fired)).toBe(1)
  expect(exitCodeOf(analysisOf(roundsOf(1), [{ name: 'cpuPerRequest', kind: 'relative', amount: 0.03 }]))).toBe(3)
  const uncounted = withCounts(roundsOf(6), { readCalls: null, writeCalls: null })
  const calls = /** @type {const} */ ({ name: 'syscallsPerRequest', kind: 'limit', amount: 4 })
  expect(exitCodeOf(analysisOf(uncounted, [calls]))).toBe(3)
  expect(worstExitCode([0, 3, 1])).toBe(1)
  expect(worstExitCode([0, 3])).toBe(3)
})

/** @param {string} variant @param {number} round @param {number} ms of every response */
function openSlice(variant, round, ms) {
  const histogram = hdr.build({ highestTrackableValue: 6e7, numberOfSignificantValueDigits: 3 })
  histogram.recordValueWithCount(ms * 1000, 1000)
  const latencyMicros = hdr.encodeIntoCompressedBase64(histogram)
  return makeSlice({
    variant,
    round,
    launch: `${round}-${variant}`,
    load: open,
    latencyMicros,
    pace: { intendedRatePerSecond: 1000, serviceMicros: latencyMicros, sendDelayP99Micros: 900, isSaturated: false }
  })
}
