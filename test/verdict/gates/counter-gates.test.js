import { expect, test } from '@jest/globals'
import { gateInWords } from '../../../src/report/words/gate-words.js'
import { areCountersDecided } from '../../../src/verdict/decide/may-stop.js'
import { checkSlices } from '../../../src/verdict/slices/slice-validity.js'
import { gateOf, roundsOf } from '../../helpers/make-gates.js'
import { makeManifest } from '../../helpers/make-run.js'

/** @import { SliceRecord } from '../../../src/runs/types.js' */
/** @import { Budget } from '../../../src/verdict/types.js' */

test('allocated bytes vary between launches: three rounds do not decide them, as they do calls', () => {
  const rounds = roundsOf(3, ({ isCandidate }) => ({
    allocatedBytes: isCandidate ? 2000 : 1000,
    ...callsOf(1)?.({ isCandidate, round: 0 })
  }))
  const outcomeOf = (/** @type {Budget['name']} */ name) => gateOf(rounds, { name, kind: 'relative', amount: 0.03 })
  expect(outcomeOf('allocatedBytesPerRequest').reason).toEqual({ code: 'too-few-rounds', rounds: 3, needed: 6 })
  expect(outcomeOf('writeCallsPerRequest').outcome).toBe('fired')
})

test('one round has no interval', () => {
  const calls = /** @type {Budget} */ ({ name: 'syscallsPerRequest', kind: 'limit', amount: 4 })
  expect(gateOf(roundsOf(1), calls)).toMatchObject({ measured: null, reason: { code: 'too-few-rounds', rounds: 1 } })
})

/** @param {number} round */
const jitter = round => (round % 2 === 0 ? 0.001 : -0.001)

test.each(
  /** @type {[number, Budget, string, string | null][]} */ ([
    [1, { name: 'syscallsPerRequest', kind: 'increase', amount: 0.05 }, 'fired', null],
    [1, { name: 'syscallsPerRequest', kind: 'limit', amount: 4.5 }, 'passed', null],
    [1, { name: 'syscallsPerRequest', kind: 'limit', amount: 3.5 }, 'fired', null],
    [1, { name: 'readCallsPerRequest', kind: 'increase', amount: 0.05 }, 'passed', null],
    [1 / 12, { name: 'syscallsPerRequest', kind: 'increase', amount: 0.05 }, 'fired', null],
    [0.03, { name: 'syscallsPerRequest', kind: 'increase', amount: 0.01 }, 'undecided', 'within-tolerance'],
    [0.03, { name: 'writeCallsPerRequest', kind: 'increase', amount: 0.01 }, 'undecided', 'within-tolerance'],
    [0.03, { name: 'writeCallsPerRequest', kind: 'relative', amount: 0.01 }, 'undecided', 'within-tolerance'],
    [0.03, { name: 'writeCallsPerRequest', kind: 'limit', amount: 1.01 }, 'fired', null],
    [0, { name: 'syscallsPerRequest', kind: 'increase', amount: 0.05 }, 'passed', null]
  ])
)('three rounds with %d write calls more: %j %s', (more, budget, outcome, code) => {
  const gate = gateOf(roundsOf(3, callsOf(more)), budget)
  expect({ outcome: gate.outcome, code: gate.reason?.code ?? null }).toEqual({ outcome, code })
})

/** @param {number[]} ofBaseline write calls of each round @param {number[]} ofCandidate */
function writesOf(ofBaseline, ofCandidate) {
  return roundsOf(ofBaseline.length, ({ isCandidate, round }) => ({
    writeCalls: (isCandidate ? ofCandidate : ofBaseline)[round] ?? 0
  }))
}

test('a candidate that makes no call is 100% better, and a percentage of none is not measured', () => {
  const budget = /** @type {Budget} */ ({ name: 'writeCallsPerRequest', kind: 'relative', amount: 0.03 })
  const better = gateOf(writesOf([1, 1, 1], [0, 0, 0]), budget)
  expect(better).toMatchObject({ outcome: 'passed', measured: { value: -1, low: -1, high: -1, rounds: 3 } })
  expect(gateInWords(better)).toContain(': -100%')
  expect(gateOf(writesOf([0, 0, 0], [1, 1, 1]), budget)).toMatchObject({
    outcome: 'undecided',
    reason: { code: 'zero-baseline' },
    measured: null
  })
})

test('rounds in which a counter is zero are in the percentage, computed by hand', () => {
  const budget = /** @type {Budget} */ ({ name: 'writeCallsPerRequest', kind: 'relative', amount: 0.03 })
  const { measured } = gateOf(writesOf([1, 1, 1, 1], [0, 2, 0, 2]), budget)
  // The residuals of a ratio of 1 are -1, 1, -1 and 1: variance 4 / 3; t(0.975, 3) = 3.182446
  const half = (3.182446 * Math.sqrt(4 / 3)) / 2
  expect(measured?.value).toBeCloseTo(0, 12)
  expect(measured?.low).toBe(-1)
  expect(measured?.high).toBeCloseTo(half, 5)
  expect(measured?.rounds).toBe(4)
})

/** @param {number} more write calls of the candidate @returns {Parameters<typeof roundsOf>[1]} */
function callsOf(more) {
  // A connection of the closed loop adds one read per slice.
  return ({ isCandidate, round }) => ({
    readCalls: 2 + 100 / 1000,
    writeCalls: 1 + (isCandidate ? more + jitter(round) : 0)
  })
}

test('counters end a run once three rounds have decided them', () => {
  const { experiment, design } = makeManifest()
  const budgets = /** @type {Budget[]} */ ([{ name: 'syscallsPerRequest', kind: 'increase', amount: 0.05 }])
  const decided = (/** @type {SliceRecord[]} */ slices, /** @type {Budget[]} */ own) =>
    areCountersDecided({ experiment, design: { ...design, budgets: own } }, checkSlices(slices, experiment))
  expect(decided(roundsOf(2, callsOf(1)), budgets)).toBe(false)
  expect(decided(roundsOf(3, callsOf(1)), budgets)).toBe(true)
  expect(decided(roundsOf(3, callsOf(0.05)), [])).toBe(false)
  expect(decided(roundsOf(3, callsOf(1)), [])).toBe(true)
})
