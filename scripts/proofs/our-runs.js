import { plantedSlices } from '../../src/experiments/planted.js'
import { halfWidth, relativeChange } from '../../src/stats/intervals.js'
import { classifyChange } from '../../src/verdict/classify-change.js'
import { defaults } from './slice-bank.js'

/**
 * @import { RoundValues } from '../../src/stats/intervals.js'
 * @import { Change } from '../../src/stats/types.js'
 * @import { VerdictName } from '../../src/verdict/types.js'
 * @import { RoundTiming } from './bank-timing.js'
 * @import { Metric, Played } from './slice-bank.js'
 */

/**
 * A run of the workshop, drawn from the bank and judged by the workshop's own functions.
 *
 *
 * @typedef {object} JudgedRun
 * @property {VerdictName} verdict
 * @property {Change} change
 * @property {number} worse the log-ratio, plus where the candidate came out worse
 * @property {number} halfWidth of its interval
 */

export const MARGIN_RATIO = plantedSlices.marginRatio

/**
 * @param {Metric} metric
 * @param {RoundValues[]} rounds
 * @returns {JudgedRun}
 */
export function judgeRun(metric, rounds) {
  const change = relativeChange(rounds)
  if (!change)
    throw new Error('a run was drawn without two usable rounds: the bank is too small, or its slices are void')
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
 * How far the margin is on the logarithm, on the side of worse: 2 % less is a little further than 2 % more.
 * @param {Metric} metric
 */
export function logMargin(metric) {
  return metric === 'requestsPerSecond' ? -Math.log1p(-MARGIN_RATIO) : Math.log1p(MARGIN_RATIO)
}

/** @param {JudgedRun} run */
export function leavesZeroOut({ worse, halfWidth }) {
  return Math.abs(worse) > halfWidth
}

/** @param {JudgedRun} run */
export function findsWorse(run) {
  return run.worse > run.halfWidth
}

/** @param {JudgedRun} run */
export function raisesAlarm({ verdict }) {
  return verdict === 'slower' || verdict === 'faster'
}

/**
 * How long a round takes, from what the bank's rounds took.
 * @param {RoundTiming} timing
 * @param {Played} [played]
 */
export function roundMs({ startMs, warmupMs, sharedCoreMs, inTurnMs }, { together, inTurn } = defaults.played) {
  return startMs + 2 * warmupMs + together * sharedCoreMs + 2 * inTurn * inTurnMs
}

/**
 * @param {RoundTiming} timing
 * @param {number} wallMs
 * @param {Played} [played]
 */
export function roundsThatFit(timing, wallMs, played) {
  return Math.floor(wallMs / roundMs(timing, played) + 1e-9)
}
