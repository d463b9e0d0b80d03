/** @import { GatewayGoals } from '../../../src/labs/gateway/types.js' */
/** @import { MeasuredStage } from '../../../src/labs/gateway/types.js' */

/** @type {GatewayGoals} */
export const PAPER_GOALS = {
  requestsPerSecond: 400,
  p95Ms: 420,
  cpuRatio: 0.6,
  cores: 2,
  memoryRatio: 0.6,
  memoryBytes: 1e9,
  recoveryMs: 1000
}

/** A stage in which nothing is short. @param {Partial<MeasuredStage>} figures @returns {MeasuredStage} */
export function makeStage(figures) {
  return {
    requestsPerSecond: 400,
    meanMs: 205,
    p95Ms: 212,
    failedRatio: 0,
    poolWaitMs: 0.2,
    upstreamMs: 202,
    cpuCores: 0.5,
    mainThreadCores: 0.45,
    eventLoopDelayP99Ms: 2,
    eventLoopUtilization: 0.5,
    ...figures
  }
}
