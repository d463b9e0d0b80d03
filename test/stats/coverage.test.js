import { expect, test } from '@jest/globals'
import { naiveInterval } from '../../scripts/proofs/lib/interval-methods.js'
import { simulateRounds, simulateRun } from '../../scripts/proofs/lib/simulate-rounds.js'
import { MOST_ROUNDS } from '../../src/stats/detectable-effect.js'
import { relativeChange } from '../../src/stats/intervals.js'
import { robustMean } from '../../src/stats/means.js'
import { FEWEST_ROUNDS, isPreciseEnough } from '../../src/verdict/is-precise-enough.js'

/**
 * @import { SimulatedRound, Truth } from '../../scripts/proofs/lib/simulate-rounds.js'
 * @import { Change } from '../../src/stats/types.js'
 */

/**
 * Seeded, so it passes always or never. Of 1,000 runs the share is known to 0.7 %, one standard deviation: a true 95 %
 * would fall below 93 % in one cell of five hundred, a true 91.5 % in nineteen of twenty.
 */
const RUNS = 1000
/** Stopping early leaves 93.5 to 94 %, which must differ from 93 %: known to 0.54 %. */
const UNTIL_RUNS = 2000
const NOMINAL_AT_LEAST = 0.93
const NOMINAL_AT_MOST = 0.97
const EFFECT = Math.log(1.05)

/** The machine slows down by 1 % a round and wanders by 0.5 % from one slice to the next. */
const drift = { trend: 0.01, walkSd: 0.005 }

const grid = [0.005, 0.015, 0.03].flatMap(launchSd =>
  [0.02, 0.08].flatMap(sliceSd => [0, 0.05].map(outlierShare => ({ launchSd, sliceSd, outlierShare })))
)

test.each(grid)(
  'launches differ by $launchSd, slices by $sliceSd, $outlierShare of them disturbed',
  function cover(cell) {
    const shares = sharesThatHold({ ...cell, ...drift, effect: EFFECT, slices: 4 }, [6, 10, 20])
    for (const share of shares) {
      expect(share).toBeGreaterThan(NOMINAL_AT_LEAST)
      if (cell.outlierShare === 0) expect(share).toBeLessThan(NOMINAL_AT_MOST)
    }
  }
)

test.each([
  ['two slices a launch', { slices: 2 }],
  ['one slice a launch', { slices: 1 }],
  ['a machine that wanders by 2 % from slice to slice', { walkSd: 0.02 }],
  ['a machine that slows down by 5 % a round', { trend: 0.05 }]
])('%s', function cover(_, special) {
  const truth = { launchSd: 0.015, sliceSd: 0.02, outlierShare: 0.05, ...drift, effect: EFFECT, slices: 4, ...special }
  for (const share of sharesThatHold(truth, [6, 10])) expect(share).toBeGreaterThan(NOMINAL_AT_LEAST)
})

test.each([
  [0.016, 0],
  [0.012, 0],
  [0.016, 0.05]
])('rounds until the half-width is %d, with %d of the slices disturbed', function cover(goal, outlierShare) {
  const truth = { launchSd: 0.015, sliceSd: 0.02, outlierShare, ...drift, effect: EFFECT, slices: 4 }
  const runs = Array.from({ length: UNTIL_RUNS }, (_, run) => playUntil(truth, goal, run))
  const rounds = runs.reduce((sum, changes) => sum + changes.length, 0) / UNTIL_RUNS
  expect(rounds).toBeGreaterThan(8)
  expect(rounds).toBeLessThan(40)
  expect(runs.filter(changes => holds(changes.at(-1))).length / UNTIL_RUNS).toBeGreaterThan(NOMINAL_AT_LEAST)
})

test('slices taken as samples of their own do not pass: this check can fail', () => {
  const truth = { launchSd: 0.015, sliceSd: 0.02, outlierShare: 0, ...drift, effect: EFFECT, slices: 4 }
  let held = 0
  for (let run = 0; run < RUNS; run++) {
    const { low, high } = naiveInterval(simulateRounds(truth, 10, run))
    if (low <= EFFECT && EFFECT <= high) held++
  }
  expect(held / RUNS).toBeLessThan(0.85)
})

/**
 * The first rounds of a run are a run of their own.
 * @param {Truth} truth
 * @param {number[]} sizes rounds of a run, the largest last
 */
function sharesThatHold(truth, sizes) {
  const held = sizes.map(() => 0)
  for (let run = 0; run < RUNS; run++) {
    const rounds = simulateRounds(truth, sizes.at(-1) ?? 0, run).map(combineSlices)
    for (const [index, size] of sizes.entries())
      if (holds(relativeChange(rounds.slice(0, size)))) held[index] = (held[index] ?? 0) + 1
  }
  return held.map(count => count / RUNS)
}

/** @param {Change | null | undefined} change */
function holds(change) {
  const truly = Math.expm1(EFFECT)
  return change ? change.low <= truly && truly <= change.high : false
}

/**
 * As relativeChange does: the robust mean of one value is that value, and need not be taken again for every longer run.
 * @param {SimulatedRound} round
 */
function combineSlices({ baseline, candidate }) {
  return { baseline: [robustMean(baseline) ?? 0], candidate: [robustMean(candidate) ?? 0] }
}

/**
 * @param {Truth} truth
 * @param {number} goal
 * @param {number} seed
 */
function playUntil(truth, goal, seed) {
  const nextRound = simulateRun(truth, seed)
  /** @type {SimulatedRound[]} */
  const rounds = []
  /** @type {(Change | null)[]} */
  const changes = []
  while (rounds.length < MOST_ROUNDS && !isPreciseEnough(changes, goal)) {
    rounds.push(combineSlices(nextRound()))
    changes.push(rounds.length < FEWEST_ROUNDS ? null : relativeChange(rounds))
  }
  return changes
}
