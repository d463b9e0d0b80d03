import { arrivalTimes, rampTimes } from '../../../load/arrivals.js'
import { sum } from '../../../stats/means.js'

/** @import { PlannedStage } from './types.js' */

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
