import { sum } from '../../stats/means.js'
import { estimateCollectMs, estimateRoundMs } from './estimate-duration.js'
import { fixedPlan } from './plan.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Design } from '../types.js' */

/**
 * Returns how long a run with a fixed number of rounds will take, with the time to read its profiles.
 * @param {Pick<Experiment, 'variants'>} experiment @param {Design} design
 * @returns {number} milliseconds
 */
export function estimateRunMs({ variants }, design) {
  const names = variants.map(({ name }) => name)
  const rounds = fixedPlan(design, names)
  return sum(rounds.map(round => estimateRoundMs(round, design) + estimateCollectMs(round)))
}
