import { arrivalTimes, rampTimes } from '../../../load/arrivals.js'
import { sum } from '../../../stats/means.js'

/** @import { PhaseSpec } from '@artilleryio/int-core/lib/phases.js' */
/** @import { PlannedStage, UsersLimit } from './types.js' */

/** Returns when each request is due, and its stage. @param {PlannedStage[]} stages */
export function schedule(stages) {
  const starts = stages.map((_, index) => sum(stages.slice(0, index).map(({ durationMs }) => durationMs)))
  const times = stages.map((stage, index) => timesOf(stage).map(ms => ms + Number(starts[index])))
  return {
    timesMs: Float64Array.from(times.flatMap(own => [...own])),
    stageOf: Uint8Array.from(times.flatMap((own, index) => new Array(own.length).fill(index)))
  }
}

/** Returns when the requests of a stage are due, in milliseconds from its start. @param {PlannedStage} stage */
function timesOf({ ratePerSecond, durationMs, ramp }) {
  if (!ramp) return arrivalTimes({ arrivals: 'constant', ratePerSecond, durationMs, seed: 0 })
  const [fromPerSecond, toPerSecond] = ramp
  return rampTimes({ fromPerSecond, toPerSecond, durationMs })
}

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
