import { mean, variance } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { findsWorse, judgeRun, leavesZeroOut, MARGIN_RATIO, raisesAlarm, worseningSign } from './our-runs.js'
import { autocannonCompare, nodeCoreCompare, summariseSamples } from './peer-methods.js'
import { drawRounds, swapLabels } from './resampling.js'
import { tBeyond } from './welch-test.js'

/**
 * @import { RoundValues } from '../../src/stats/intervals.js'
 * @import { AloneLaunch, Metric } from './slice-bank.js'
 */

/**
 * Four ways to compare two servers, each as: draw a run from the bank, and say what its user would be told.
 *
 * @typedef {{ baseline: AloneLaunch, candidate: AloneLaunch }} AlonePair
 *
 * @typedef {object} Told
 * @property {'worse' | 'better' | null} differs by the method's own rule
 * @property {'worse' | 'better' | null} beyond by more than the margin (of autocannon-compare its own 5 %)
 * @property {number} halfWidth of the 95 % interval, NaN where the method has none
 */

/**
 * The seed's way: one launch each, the bigger number wins.
 * @param {Metric} metric
 * @param {AlonePair[]} pairs one
 * @returns {Told}
 */
export function biggerNumberWins(metric, [pair]) {
  const { baseline, candidate } = /** @type {AlonePair} */ (pair)
  const worse = worseningSign(metric) * (candidate.values[metric] / baseline.values[metric] - 1)
  return {
    differs: sideOf(worse, worse !== 0),
    beyond: sideOf(worse, Math.abs(worse) > MARGIN_RATIO),
    halfWidth: Number.NaN
  }
}

/**
 * @param {Metric} _metric it knows requests, bytes and latency
 * @param {AlonePair[]} pairs one
 * @returns {Told}
 */
export function byAutocannonCompare(_metric, [pair]) {
  const { baseline, candidate } = /** @type {AlonePair} */ (pair)
  const answer = autocannonCompare(summariseSamples(baseline.samples), summariseSamples(candidate.samples))
  const { isSignificant, differencePercent, halfWidth } = answer.requests
  return {
    differs: sideOf(differencePercent, isSignificant),
    beyond: answer.aWins ? 'worse' : answer.bWins ? 'better' : null,
    halfWidth
  }
}

/**
 * @param {Metric} metric
 * @param {AlonePair[]} pairs
 * @returns {Told}
 */
export function byNodeCore(metric, pairs) {
  const [one, other] = /** @type {const} */ (['baseline', 'candidate']).map(side =>
    pairs.map(pair => pair[side].values[metric])
  )
  const { pValue, relative, low, high, halfWidth } = nodeCoreCompare(one ?? [], other ?? [])
  const worse = worseningSign(metric) * relative
  return {
    differs: sideOf(worse, pValue < 0.05),
    beyond: sideOf(worse, low > MARGIN_RATIO || high < -MARGIN_RATIO),
    halfWidth
  }
}

/**
 * The half-width the same would have on a machine that does not drift at all: of two launches played next to each other only
 * what differs counts, over all of the bank's pairs. Better than the method itself can be, and so the hardest to beat.
 * @param {Metric} metric
 * @param {AlonePair[]} pairs all of the bank, of equal variants
 * @param {number} count of pairs in a run
 */
export function nodeCoreWithoutDrift(metric, pairs, count) {
  const differences = pairs.map(({ baseline, candidate }) => candidate.values[metric] - baseline.values[metric])
  const middle = mean(pairs.map(({ baseline }) => baseline.values[metric]))
  return (tBeyond(0.05, 2 * count - 2) * Math.sqrt(variance(differences) / count)) / middle
}

/**
 * @param {Metric} metric
 * @param {RoundValues[]} rounds
 * @returns {Told}
 */
export function byWorkshop(metric, rounds) {
  const run = judgeRun(metric, rounds)
  return {
    differs: findsWorse(run) ? 'worse' : leavesZeroOut(run) ? 'better' : null,
    beyond: sideOf(run.worse, raisesAlarm(run)),
    halfWidth: run.halfWidth
  }
}

/**
 * @param {number} worse plus where the candidate came out worse
 * @param {boolean} isTold
 * @returns {'worse' | 'better' | null}
 */
function sideOf(worse, isTold) {
  if (!isTold) return null
  return worse > 0 ? 'worse' : 'better'
}

/**
 * Runs of equal variants have their labels swapped at random within each round.
 * @template T
 * @param {object} wanted
 * @param {(metric: Metric, rounds: { baseline: T, candidate: T }[]) => Told} wanted.method
 * @param {Metric} wanted.metric
 * @param {{ baseline: T, candidate: T }[]} wanted.bank
 * @param {number} wanted.rounds of a run
 * @param {number} wanted.draws
 * @param {boolean} wanted.isSame
 * @param {() => number} [wanted.random]
 */
export function drawTold({ method, metric, bank, rounds, draws, isSame, random = seededRandom(rounds) }) {
  return Array.from({ length: draws }, function drawRun() {
    const drawn = drawRounds(bank, rounds, random)
    return method(metric, isSame ? swapLabels(drawn, random) : drawn)
  })
}

/**
 * What the 95 % interval of a single pair of launches would be, if its user knew how such pairs scatter.
 * @param {Metric} metric
 * @param {AlonePair[]} pairs of equal variants
 */
export function halfWidthOfPair(metric, pairs) {
  const ratios = pairs.map(({ baseline, candidate }) => Math.log(candidate.values[metric] / baseline.values[metric]))
  const middle = mean(ratios)
  return { middle, halfWidth: 1.96 * Math.sqrt(variance(ratios)), error: Math.sqrt(variance(ratios) / ratios.length) }
}
