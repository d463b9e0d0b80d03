import { mean } from '../../stats/means.js'

/**
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { CostDifference } from '../types.js'
 */

/** Sampled time per CPU time at which the costs of planted functions are right to a few percent. */
const USUAL = { low: 0.93, high: 1.05 }

/**
 * Returns by which share the sampled costs may be wrong, because ticks were lost or taken while the thread did not run: of the
 * variant for which sampled time and CPU time differ most.
 * @param {LaunchCosts[]} launches of both variants
 * @returns {number} 0 to 1; 0 where sampled time per CPU time is as usual
 */
export function samplingBias(launches) {
  const variants = [...new Set(launches.map(({ variant }) => variant))]
  return Math.max(...variants.map(variant => biasOf(launches.filter(launch => launch.variant === variant))))
}

/** @param {LaunchCosts[]} launches of one variant */
function biasOf(launches) {
  const sampledPerCpu = mean(launches.map(launch => launch.sampledPerCpu))
  if (sampledPerCpu >= USUAL.low && sampledPerCpu <= USUAL.high) return 0
  return 1 - Math.min(sampledPerCpu, 1 / sampledPerCpu)
}

/**
 * Returns a sampled cost with a wider interval: which functions the lost ticks were in is unknown, so that each end may be wrong
 * by the bias. A factor does not change the sign of a difference.
 * @param {CostDifference} cost
 * @param {number} bias
 * @returns {CostDifference}
 */
export function widenInterval(cost, bias) {
  const { low, high } = cost
  if (low === null || high === null) return cost
  return { ...cost, low: low - bias * Math.abs(low), high: high + bias * Math.abs(high) }
}
