/**
 * @import { GatewayGoals } from '../types.js'
 * @import { GoalCode, GoalResult, MeasuredStage } from './types.js'
 */

/**
 * Responses/s count as those of the goal from this share of it on: an open loop of n seconds has one response more or less at
 * each end.
 */
const RATE_TOLERANCE = 0.99

/**
 * @typedef {object} Found null for what was not measured
 * @property {MeasuredStage | null} atGoal
 * @property {number | null} failedRatio of all requests, in all stages
 * @property {number | null} memoryBytes
 * @property {number | null} recoveryMs
 */

/**
 * Checks a configuration against the goals of the paper. Requests/s, latency and CPU are those of the stage at the goal; failed
 * requests are those of all stages, and memory is the highest of them; recovery is the time from the end of the peak to the end of the
 * last request.
 *
 * @param {GatewayGoals} goals
 * @param {Found} found
 * @returns {GoalResult[]}
 */
export function checkGoals(goals, { atGoal, failedRatio, memoryBytes, recoveryMs }) {
  const cpuRatio = atGoal?.cpuCores === null || !atGoal ? null : atGoal.cpuCores / goals.cores
  return [
    result('rate', 'atLeast', goals.requestsPerSecond, atGoal?.requestsPerSecond ?? null),
    latencyResult(goals, atGoal),
    result('errors', 'atMost', 0, failedRatio),
    result('cpu', 'atMost', goals.cpuRatio, cpuRatio),
    result('memory', 'atMost', goals.memoryRatio, memoryBytes === null ? null : memoryBytes / goals.memoryBytes),
    result('recovery', 'atMost', goals.recoveryMs, recoveryMs)
  ]
}

/**
 * Returns whether all goals are met.
 * @param {GoalResult[]} results
 * @returns {'met' | 'missed' | 'not measured'}
 */
export function contractOf(results) {
  if (results.some(({ outcome }) => outcome === 'missed')) return 'missed'
  return results.some(({ outcome }) => outcome === 'not measured') ? 'not measured' : 'met'
}

/** A stage without a response has no latency, and misses the goal. @param {GatewayGoals} goals @param {MeasuredStage | null} atGoal @returns {GoalResult} */
function latencyResult({ p95Ms: goal }, atGoal) {
  const checked = result('p95', 'atMost', goal, atGoal?.p95Ms ?? null)
  return atGoal && checked.found === null ? { ...checked, outcome: 'missed' } : checked
}

/**
 * @type {(code: GoalCode, side: 'atLeast' | 'atMost', goal: number, found: number | null) => GoalResult}
 */
function result(code, side, goal, found) {
  if (found === null) return { code, side, goal, found, outcome: 'not measured' }
  const isMet = side === 'atMost' ? found <= goal : found >= goal * RATE_TOLERANCE
  return { code, side, goal, found, outcome: isMet ? 'met' : 'missed' }
}
