import { halfWidth, relativeChange } from '../../../src/stats/intervals.js'
import { mean, variance } from '../../../src/stats/means.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { classifyChange } from '../../../src/verdict/classify-change.js'
import { drawRounds, swapLabels } from './draw.js'
import { autocannonCompare, nodeCoreCompare, summariseSamples, tBeyond } from './peer-methods.js'
import { plantedSlices } from './planted-experiments.js'
import { defaults } from './slice-bank.js'
import { quantile } from './tables.js'

/**
 * @import { RoundValues } from '../../../src/stats/intervals.js'
 * @import { Change } from '../../../src/stats/types.js'
 * @import { VerdictName } from '../../../src/verdict/types.js'
 * @import { AloneLaunch, AlonePair, InterleavedBank, Metric } from './slice-bank.js'
 */

/**
 * Four ways to compare two servers, each as a function from a drawn run to what its user would read.
 *
 * @typedef {object} JudgedRun a run of the workshop, judged by the workshop's own functions
 * @property {VerdictName} verdict
 * @property {Change} change
 * @property {number} worse the log-ratio, positive where the candidate came out worse
 * @property {number} halfWidth of its interval
 *
 * @typedef {object} Answer
 * @property {'worse' | 'better' | null} differs by the method's own rule
 * @property {'worse' | 'better' | null} beyond by more than the margin (autocannon-compare: by more than its own 5%)
 * @property {number} halfWidth of the 95% interval, NaN where the method has none
 */

/**
 * @template T
 * @typedef {(metric: Metric, rounds: { baseline: T, candidate: T }[]) => Answer} Method
 */

export const MARGIN_RATIO = plantedSlices.marginRatio
/** Numbers of 5 s slices that a process is given in node core's way. */
export const PROCESS_SLICES = [1, 2, 4]
const MINUTE_MS = 60_000

/** @type {(metric: Metric, rounds: RoundValues[]) => JudgedRun} */
export function judgeRun(metric, rounds) {
  const change = relativeChange(rounds)
  if (!change) throw new Error('a drawn run has fewer than two usable rounds: the bank is too small')
  return {
    verdict: classifyChange(metric, change, MARGIN_RATIO).verdict,
    change,
    worse: worseningSign(metric) * Math.log1p(change.relative),
    halfWidth: halfWidth(change)
  }
}

/** @param {Metric} metric */
export function worseningSign(metric) {
  return metric === 'requestsPerSecond' ? -1 : 1
}

/**
 * Returns the margin on the logarithm, on the side of worse: 2% less is a little further from 0 than 2% more.
 * @param {Metric} metric
 */
export function logMargin(metric) {
  return metric === 'requestsPerSecond' ? -Math.log1p(-MARGIN_RATIO) : Math.log1p(MARGIN_RATIO)
}

/** @param {JudgedRun} run */
export function excludesZero({ worse, halfWidth: half }) {
  return Math.abs(worse) > half
}

/** @param {JudgedRun} run */
export function findsWorse({ worse, halfWidth: half }) {
  return worse > half
}

/** @param {JudgedRun} run */
export function raisesAlarm({ verdict }) {
  return verdict === 'slower' || verdict === 'faster'
}

/**
 * Returns how long a round takes, from what the bank's rounds took.
 * @param {InterleavedBank['timing']} timing
 * @param {typeof defaults.played} [played]
 */
export function roundMs({ startMs, warmupMs, sharedCoreMs, separateMs }, { sharedCore, separate } = defaults.played) {
  return startMs + 2 * warmupMs + sharedCore * sharedCoreMs + 2 * separate * separateMs
}

/** @type {(timing: InterleavedBank['timing'], wallMs: number, played?: typeof defaults.played) => number} */
export function roundsThatFit(timing, wallMs, played) {
  return Math.floor(wallMs / roundMs(timing, played) + 1e-9)
}

/** @param {{ halfWidth: number }[]} runs */
export function medianWidth(runs) {
  return quantile(
    runs.map(run => run.halfWidth),
    0.5
  )
}

/**
 * Returns the half-width that a minute would have given: half-widths fall with the root of the time.
 * @param {number} width
 * @param {number} wallMs
 */
export function atMinute(width, wallMs) {
  return width * Math.sqrt(wallMs / MINUTE_MS)
}

/** One launch each, and the bigger number wins: the way of most write-ups. @type {Method<AloneLaunch>} */
export function biggerNumberWins(metric, [pair]) {
  const { baseline, candidate } = /** @type {AlonePair} */ (pair)
  const worse = worseningSign(metric) * (candidate.values[metric] / baseline.values[metric] - 1)
  return {
    differs: sideOf(worse, worse !== 0),
    beyond: sideOf(worse, Math.abs(worse) > MARGIN_RATIO),
    halfWidth: Number.NaN
  }
}

/** autocannon-compare knows requests, bytes and latency only. @type {Method<AloneLaunch>} */
export function byAutocannonCompare(_metric, [pair]) {
  const { baseline, candidate } = /** @type {AlonePair} */ (pair)
  const answer = autocannonCompare(summariseSamples(baseline.samples), summariseSamples(candidate.samples))
  const { isSignificant, differencePercent, halfWidth: half } = answer.requests
  return {
    differs: sideOf(differencePercent, isSignificant),
    beyond: answer.aWins ? 'worse' : answer.bWins ? 'better' : null,
    halfWidth: half
  }
}

/** @type {Method<AloneLaunch>} */
export function byNodeCore(metric, pairs) {
  const [one = [], other = []] = /** @type {const} */ (['baseline', 'candidate']).map(side =>
    pairs.map(pair => pair[side].values[metric])
  )
  const { pValue, relative, low, high, halfWidth: half } = nodeCoreCompare(one, other)
  const worse = worseningSign(metric) * relative
  return {
    differs: sideOf(worse, pValue < 0.05),
    beyond: sideOf(worse, low > MARGIN_RATIO || high < -MARGIN_RATIO),
    halfWidth: half
  }
}

/** @type {Method<number[]>} */
export function byWorkshop(metric, rounds) {
  const run = judgeRun(metric, rounds)
  return {
    differs: sideOf(run.worse, excludesZero(run)),
    beyond: sideOf(run.worse, raisesAlarm(run)),
    halfWidth: run.halfWidth
  }
}

/**
 * Returns the half-width that node core's way would have on a machine without drift: only the differences of launches
 * played next to each other count, over all of the bank's pairs. The method itself cannot reach it.
 * @param {Metric} metric
 * @param {AlonePair[]} pairs all of the bank, of identical variants
 * @param {number} count of pairs in a run
 */
export function nodeCoreWithoutDrift(metric, pairs, count) {
  const differences = pairs.map(({ baseline, candidate }) => candidate.values[metric] - baseline.values[metric])
  const middle = mean(pairs.map(({ baseline }) => baseline.values[metric]))
  return (tBeyond(0.05, 2 * count - 2) * Math.sqrt(variance(differences) / count)) / middle
}

/** @type {(worse: number, isFound: boolean) => Answer['differs']} */
function sideOf(worse, isFound) {
  if (!isFound) return null
  return worse > 0 ? 'worse' : 'better'
}

/**
 * Draws runs and returns the answers of a method. Runs of identical variants have their labels swapped in each round.
 * @template T
 * @param {object} wanted
 * @param {Method<T>} wanted.method
 * @param {Metric} wanted.metric
 * @param {{ baseline: T, candidate: T }[]} wanted.bank
 * @param {number} wanted.rounds of a run
 * @param {number} wanted.draws
 * @param {boolean} wanted.areIdentical
 * @param {() => number} [wanted.random]
 */
export function drawAnswers({ method, metric, bank, rounds, draws, areIdentical, random = seededRandom(rounds) }) {
  return Array.from({ length: draws }, function drawRun() {
    const drawn = drawRounds(bank, rounds, random)
    return method(metric, areIdentical ? swapLabels(drawn, random) : drawn)
  })
}
