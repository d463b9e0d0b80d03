import { expect, test } from '@jest/globals'
import { naiveInterval, ratioOfSums, sliceMethods } from '../../scripts/proofs/lib/interval-methods.js'
import { disturbances, simulateRounds, simulateRun, trueLogRatio } from '../../scripts/proofs/lib/simulate-rounds.js'
import { MOST_ROUNDS } from '../../src/stats/detectable-effect.js'
import { meanInterval, relativeChange } from '../../src/stats/intervals.js'
import { FEWEST_ROUNDS, isClear, isPreciseEnough } from '../../src/verdict/decide/may-stop.js'

/** @import { SimulatedRound, Truth } from '../../scripts/proofs/lib/simulate-rounds.js' */
/** @import { Change } from '../../src/stats/types.js' */

/**
 * Seeded, so it passes always or never. Of 1,000 runs the share is known to 0.7 %, one standard deviation: a true 95 %
 * would fall below 93 % in one cell of five hundred, a true 91.5 % in nineteen of twenty.
 */
const RUNS = 1000
/** Bursts and early stopping leave 93.5 to 94.5 %, which must differ from 93 %: known to 0.54 %. */
const MORE_RUNS = 2000
const NOMINAL_AT_LEAST = 0.93
const NOMINAL_AT_MOST = 0.97
const EFFECT = Math.log(1.05)
const USUAL_ROUNDS = 9
const FEWEST_CLEAR_ROUNDS = 6
const MARGIN = 0.02

/** The machine slows down by 1 % a round and wanders by 0.5 % from one slice to the next. */
const drift = { trend: 0.01, walkSd: 0.005 }
const usual = { launchSd: 0.015, sliceSd: 0.02, outlierShare: 0, ...drift, effect: EFFECT, slices: 4 }

const grid = [0.005, 0.015, 0.03].flatMap(launchSd =>
  [0.02, 0.08].flatMap(sliceSd => [0, 0.05].map(outlierShare => ({ launchSd, sliceSd, outlierShare })))
)

test.each(grid)(
  'launches differ by $launchSd, slices by $sliceSd, $outlierShare of them disturbed',
  function cover(cell) {
    const shares = sharesThatHold({ ...usual, ...cell }, [6, 10, 20])
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
  const truth = { ...usual, outlierShare: 0.05, ...special }
  for (const share of sharesThatHold(truth, [6, 10])) expect(share).toBeGreaterThan(NOMINAL_AT_LEAST)
})

test.each(Object.entries(disturbances))('%s', function cover(_, special) {
  const runs = special.burstShare ? MORE_RUNS : RUNS
  for (const share of sharesThatHold({ ...usual, ...special }, [6, 8, 12], runs))
    expect(share).toBeGreaterThan(NOMINAL_AT_LEAST)
})

test('a cost that comes in bursts is estimated as what it is: +4 %, where a robust mean finds half of it', () => {
  const truth = { ...usual, effect: 0, burstShare: 0.1, slices: 10 }
  expect(Math.expm1(trueLogRatio(truth))).toBeCloseTo(0.04, 12)
  expect(meanEstimate(truth, 'ratio of sums')).toBeGreaterThan(0.038)
  expect(meanEstimate(truth, 'ratio of sums')).toBeLessThan(0.042)
  expect(meanEstimate(truth, 'Hodges-Lehmann')).toBeLessThan(0.02)
})

test.each([
  [0.02, 0.03],
  [0.01, 0.015],
  [0.005, 0.0075]
])('rounds until the half-width is %d, where rounds differ by %d', function cover(goal, roundSd) {
  for (const special of [{}, disturbances['swings that both launches share']]) {
    // Half of a round's variance comes from its launches, half from their slices.
    const truth = { ...usual, launchSd: roundSd / 2, sliceSd: roundSd, ...special }
    const runs = Array.from({ length: MORE_RUNS }, (_, run) => playUntil(truth, goal, run))
    const rounds = runs.reduce((sum, changes) => sum + changes.length, 0) / MORE_RUNS
    expect(rounds).toBeGreaterThan(FEWEST_ROUNDS)
    expect(rounds).toBeLessThan(40)
    expect(runs.filter(changes => holds(changes.at(-1), truth)).length / MORE_RUNS).toBeGreaterThan(NOMINAL_AT_LEAST)
  }
})

test.each([0.2, 0.5])('a verdict on a change of %d that ends early where it is clear', effect => {
  const truth = { ...usual, effect: Math.log1p(effect) }
  const runs = Array.from({ length: MORE_RUNS }, (_, run) => playUntilClear(truth, run))
  expect(runs.filter(changes => holds(changes.at(-1), truth)).length / MORE_RUNS).toBeGreaterThan(NOMINAL_AT_LEAST)
  const bias =
    runs.reduce((sum, changes) => sum + Math.log1p(changes.at(-1)?.relative ?? 0), 0) / MORE_RUNS - truth.effect
  expect(Math.abs(bias)).toBeLessThan(0.001)
  const rounds = runs.reduce((sum, changes) => sum + changes.length, 0) / MORE_RUNS
  if (effect >= 0.5) expect(rounds).toBeLessThan(6.1)
})

test('a verdict on no change never ends early', () => {
  for (let run = 0; run < RUNS; run++) expect(playUntilClear({ ...usual, effect: 0 }, run)).toHaveLength(USUAL_ROUNDS)
})

test('slices taken as samples of their own do not pass: this check can fail', () => {
  let held = 0
  for (let run = 0; run < RUNS; run++) {
    const { low, high } = naiveInterval(simulateRounds(usual, 10, run))
    if (low <= EFFECT && EFFECT <= high) held++
  }
  expect(held / RUNS).toBeLessThan(0.85)
})

/**
 * The first rounds of a run are a run of their own.
 * @param {Truth} truth
 * @param {number[]} sizes rounds of a run, the largest last
 * @param {number} [runs]
 */
function sharesThatHold(truth, sizes, runs = RUNS) {
  const held = sizes.map(() => 0)
  for (let run = 0; run < runs; run++) {
    const rounds = simulateRounds(truth, sizes.at(-1) ?? 0, run).map(combineSlices)
    for (const [index, size] of sizes.entries())
      if (holds(relativeChange(rounds.slice(0, size)), truth)) held[index] = (held[index] ?? 0) + 1
  }
  return held.map(count => count / runs)
}

/** @type {(change: Change | null | undefined, truth: Truth) => boolean} */
function holds(change, truth) {
  const truly = Math.expm1(trueLogRatio(truth))
  return change ? change.low <= truly && truly <= change.high : false
}

/** @param {SimulatedRound} round */
function combineSlices({ baseline, candidate }) {
  return { baseline: ratioOfSums(baseline), candidate: ratioOfSums(candidate) }
}

/** @type {(truth: Truth, method: keyof typeof sliceMethods) => number} */
function meanEstimate(truth, method) {
  const combine = /** @type {(rounds: SimulatedRound[]) => number[]} */ (sliceMethods[method])
  return Math.expm1(meanInterval(combine(simulateRounds(truth, RUNS, 1))).mean)
}

/** @param {Truth} truth @param {number} seed */
function playUntilClear(truth, seed) {
  const nextRound = simulateRun(truth, seed)
  const rounds = []
  /** @type {(Change | null)[]} */
  const changes = []
  while (rounds.length < USUAL_ROUNDS && !isClear(changes, MARGIN)) {
    rounds.push(combineSlices(nextRound()))
    changes.push(rounds.length < FEWEST_CLEAR_ROUNDS - 1 ? null : relativeChange(rounds))
  }
  return changes
}

/**
 * @param {Truth} truth
 * @param {number} goal
 * @param {number} seed
 */
function playUntil(truth, goal, seed) {
  const nextRound = simulateRun(truth, seed)
  const rounds = []
  /** @type {(Change | null)[]} */
  const changes = []
  while (rounds.length < MOST_ROUNDS && !isPreciseEnough(changes, goal)) {
    rounds.push(combineSlices(nextRound()))
    changes.push(rounds.length < FEWEST_ROUNDS - 1 ? null : relativeChange(rounds))
  }
  return changes
}
