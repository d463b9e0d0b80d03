/**
 * @import { GatewayGoals } from '../../experiments/lab-types.js'
 * @import { GoalCode, GoalResult, MeasuredStage } from './types.js'
 */

/**
 * Responses/s count as those of the goal from this share of it on: an open loop of n seconds has one response more or less at
 * each end.
 */
const RATE_TOLERANCE = 0.99

/**
 * Checks a configuration against the goals of the paper. Requests/s, latency and CPU are those of the stage at the goal; memory is
 * the highest of all stages; recovery is the time from the last request of the peak to the last response.
 *
 * @param {GatewayGoals} goals
 * @param {{ atGoal: MeasuredStage | null, memoryBytes: number | null, recoveryMs: number | null }} found null for what was not
 *   measured
 * @returns {GoalResult[]}
 */
export function checkGoals(goals, { atGoal, memoryBytes, recoveryMs }) {
  const cpuRatio = atGoal?.cpuCores === null || !atGoal ? null : atGoal.cpuCores / goals.cores
  return [
    result('rate', 'atLeast', goals.requestsPerSecond, atGoal?.requestsPerSecond ?? null),
    result('p95', 'atMost', goals.p95Ms, atGoal?.p95Ms ?? null),
    result('errors', 'atMost', 0, atGoal?.failedRatio ?? null),
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

/**
 * @type {(code: GoalCode, side: 'atLeast' | 'atMost', goal: number, found: number | null) => GoalResult}
 */
function result(code, side, goal, found) {
  if (found === null) return { code, side, goal, found, outcome: 'not measured' }
  const isMet = side === 'atMost' ? found <= goal : found >= goal * RATE_TOLERANCE
  return { code, side, goal, found, outcome: isMet ? 'met' : 'missed' }
}
