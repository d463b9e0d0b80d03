import { costDifference, dispersionOf, pairLaunches } from './cost-difference.js'
import { costMap, ownCosts } from './cost-map.js'
import { launchCosts } from './launch-costs.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { LaunchTrees, ProfilerName } from '../profile/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { Pairing } from './cost-difference.js'
 * @import { CostMap } from './cost-map.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { CostDifference } from './types.js'
 */

/**
 * @typedef {object} Profiled
 * @property {LaunchTrees[]} trees
 * @property {SliceRecord[]} slices all that were played
 * @property {(slice: SliceRecord) => boolean} isValid
 * @property {Load} load the one that decides
 *
 * @typedef {object} Evidence what one profiler saw of two variants
 * @property {LaunchCosts[]} launches of the rounds in which both were profiled
 * @property {Pairing} pairing
 * @property {CostMap} map
 * @property {(costs: number[]) => CostDifference} compare what was counted in samples
 */

/**
 * @param {Profiled} profiled
 * @param {ProfilerName} profiler
 * @returns {LaunchCosts[]} of its launches that are valid and saw anything
 */
export function profiledLaunches({ trees, slices, isValid, load }, profiler) {
  return trees
    .filter(tree => tree.profiler === profiler)
    .flatMap(function costsOf(tree) {
      const own = slices.filter(slice => slice.launch === tree.launch && slice.load.generator === load.generator)
      const costs = own.every(isValid) ? launchCosts(tree, own) : null
      return costs ? [costs] : []
    })
}

/**
 * @param {LaunchCosts[]} launches of one profiler
 * @param {string} baseline
 * @param {string} candidate
 * @returns {Evidence | null} null without a round in which both were profiled
 */
export function evidenceOf(launches, baseline, candidate) {
  const compared = launches.filter(({ variant }) => variant === candidate || variant === baseline)
  const own = inWholeRounds(compared, [baseline, candidate])
  if (own.length === 0) return null
  const pairing = pairLaunches(own, baseline, candidate)
  const map = costMap(own)
  const dispersion = dispersionOf(map.owners.map(ownCosts), pairing)
  return { launches: own, pairing, map, compare: costs => costDifference(costs, pairing, dispersion) }
}

/**
 * @param {LaunchCosts[]} launches
 * @param {string[]} variants
 * @returns {LaunchCosts[]} those of the rounds in which all of these variants were profiled
 */
export function inWholeRounds(launches, variants) {
  return launches.filter(({ round }) =>
    variants.every(variant => launches.some(other => other.round === round && other.variant === variant))
  )
}
