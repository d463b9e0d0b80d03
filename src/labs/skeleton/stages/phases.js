/** @import { PhaseSpec } from '@artilleryio/int-core/lib/phases.js' */
/** @import { PlannedStage, UsersLimit } from './types.js' */

/**
 * Returns stages as phases of artillery, which plays them one after the other: users arrive at a constant rate, or at one that steps up
 * once per second (https://www.artillery.io/docs/reference/test-script#phases---load-phases).
 * @param {PlannedStage[]} stages @param {UsersLimit} limit @returns {PhaseSpec[]}
 * @throws {TypeError} for a ramp that does not last whole seconds, at least two: artillery plays others at wrong rates
 */
export function phasesOf(stages, { most }) {
  return stages.map(function phaseOf({ ratePerSecond, durationMs, ramp }, index) {
    if (ramp && (durationMs < 2000 || durationMs % 1000 !== 0)) throw new TypeError(`a ramp of ${durationMs} ms`)
    const [arrivalRate, rampTo] = ramp ?? [ratePerSecond]
    return {
      index,
      duration: `${durationMs}ms`,
      arrivalRate,
      ...(rampTo !== undefined && { rampTo }),
      ...(most !== null && { maxVusers: most }),
      worker: 1,
      totalWorkers: 1
    }
  })
}
