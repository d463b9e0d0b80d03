import { matchFunctions } from '../profile/match/match-functions.js'
import { isOfOtherThreads } from '../profile/tree/thread-tree.js'
import { groupBy } from '../stats/group-by.js'
import { TESTED_SHARE } from './blame-rows.js'
import { costDifference, degreesOf, dispersionOf, pairLaunches } from './costs/cost-difference.js'
import { costMap, ownCosts } from './costs/cost-map.js'
import { launchCosts } from './costs/launch-costs.js'
import { samplingShift } from './costs/sampling-error.js'
import { scaleToUnprofiled } from './costs/scale-launches.js'

/** @import { Load } from '../load/types.js' */
/** @import { LaunchTrees, ProfilerName } from '../profile/types.js' */
/** @import { SliceRecord } from '../runs/types.js' */
/** @import { Pairing } from './costs/cost-difference.js' */
/** @import { CostMap } from './costs/cost-map.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { CostDifference } from './types.js' */
/** @import { UnprofiledCpu } from './unprofiled-cpu.js' */

/**
 * @typedef {object} Profiled
 * @property {LaunchTrees[]} trees
 * @property {SliceRecord[]} slices
 * @property {(slice: SliceRecord) => boolean} isValid
 * @property {Load} load that size and blame are measured under
 * @property {boolean} [isImported] whether other tools recorded the trees
 *
 * @typedef {object} ComparedLaunches what one profiler measured of two variants
 * @property {LaunchCosts[]} launches of the rounds in which both were profiled
 * @property {Pairing} pairing
 * @property {CostMap} map
 * @property {UnprofiledCpu | null} unprofiled of the same variants; null where it was not measured
 * @property {boolean} isSampled whether costs are counts of samples, which have a variance to expect; latency is measured
 * @property {number} degrees of freedom of its intervals
 * @property {(costs: number[]) => CostDifference} compare costs that were estimated from samples
 *
 * @typedef {object} Comparisons
 * @property {LaunchCosts[]} launches
 * @property {Map<string, ComparedLaunches | null>} compared by candidate; null without a round that has it and the baseline. A single
 *   variant is compared with nothing: its costs are differences from zero
 *
 * @typedef {Comparisons & { trees: LaunchTrees[], whole: Comparisons }} ProfilerEvidence `trees`: of all launches of the
 *   profiler; `whole`: the same of the rounds that have all variants, if there are any
 *
 * @typedef {Map<ProfilerName, ProfilerEvidence>} Evidence
 */

/**
 * Returns what each profiler measured: the costs of its launches, and each candidate compared with the baseline.
 * @param {Profiled} profiled @param {string} baseline @param {string[]} candidates
 * @param {Map<string, UnprofiledCpu | null>} [unprofiled] by candidate
 * @returns {Evidence} of the profilers with call trees of threads that run JavaScript
 */
export function evidenceOf(profiled, baseline, candidates, unprofiled = new Map()) {
  const { trees: measured, slices, isValid, load, isImported } = profiled
  const cpu = [...unprofiled.values()].find(known => known !== null) ?? null
  const javascript = measured.filter(launch => !isOfOtherThreads(launch))
  const trees = matchFunctions(javascript, baseline, candidates)
  const profilers = [...new Set(trees.map(({ profiler }) => profiler))]
  const ofWaits = new Set(trees.filter(({ profiler }) => profiler === 'waits').map(({ launch }) => launch))
  const slicesOf = groupBy(
    slices.filter(slice => slice.load.generator === load.generator || ofWaits.has(slice.launch)),
    slice => slice.launch
  )
  return new Map(
    profilers.map(function evidenceBy(profiler) {
      const own = trees.filter(tree => tree.profiler === profiler)
      const launches = scaleToUnprofiled(own.flatMap(costsOf), baseline, cpu, unprofiled)
      const whole = inWholeRounds(launches, [baseline, ...candidates])
      const comparisons = compareAll(launches)
      const isWhole = whole.length === 0 || whole.length === launches.length
      return [profiler, { ...comparisons, trees: own, whole: isWhole ? comparisons : compareAll(whole) }]
    })
  )

  /** @param {LaunchTrees} tree @returns {LaunchCosts[]} empty for a launch that has a discarded slice, or no samples */
  function costsOf(tree) {
    const own = slicesOf.get(tree.launch) ?? []
    const costs = own.every(isValid) ? launchCosts(tree, own) : null
    // Only the profile says what the code of another tool's profile cost.
    return costs ? [isImported ? { ...costs, whole: null } : costs] : []
  }

  /** @param {LaunchCosts[]} launches @returns {Comparisons} */
  function compareAll(launches) {
    if (candidates.length === 0)
      return { launches, compared: new Map([[baseline, compareLaunches(launches, null, baseline)]]) }
    return {
      launches,
      compared: new Map(
        candidates.map(name => [
          name,
          compareLaunches(launches, baseline, name, { showsAll: isImported, unprofiled: unprofiled.get(name) })
        ])
      )
    }
  }
}

/**
 * @param {LaunchCosts[]} launches of one profiler
 * @param {string | null} baseline @param {string} candidate
 * @param {{ showsAll?: boolean, unprofiled?: UnprofiledCpu | null }} [of] `showsAll`: whether one pair has rows too, those whose
 *   difference is not small
 * @returns {ComparedLaunches | null}
 */
function compareLaunches(launches, baseline, candidate, { showsAll = false, unprofiled = null } = {}) {
  const compared = launches.filter(({ variant }) => variant === candidate || variant === baseline)
  const own = inWholeRounds(compared, baseline === null ? [candidate] : [baseline, candidate])
  if (own.length === 0) return null
  const pairing = { ...pairLaunches(own, baseline, candidate), tie: own[0]?.isTied ? unprofiled?.tie : null }
  const map = costMap(own)
  // Latency is measured, not sampled: launches alone say how much it varies.
  const isSampled = own[0]?.threads[0]?.tree.profile.unit !== 'latency'
  const degrees = isSampled ? degreesOf(pairing) : pairing.rounds.length - 1
  const known = { launches: own, pairing, map, unprofiled, isSampled, degrees }
  if (!isSampled) return { ...known, compare: costs => costDifference(costs, pairing, null) }
  const dispersion = dispersionOf(map.owners.map(ownCosts), pairing)
  const functions = [...map.owners, ...map.outside].map(node => costDifference(ownCosts(node), pairing, dispersion))
  const least = TESTED_SHARE * pairing.costPerLaunch
  const shift = samplingShift(
    functions.filter(cost => Math.min(cost.baseline, cost.candidate) >= least),
    degreesOf(pairing)
  )
  return { ...known, compare }

  /** @param {number[]} costs */
  function compare(costs) {
    const cost = costDifference(costs, pairing, dispersion, shift)
    return showsAll && pairing.rounds.length === 1 && Math.abs(cost.difference) >= 2 * least
      ? { ...cost, pValue: 0 }
      : cost
  }
}

/**
 * @template {Pick<LaunchCosts, 'round' | 'variant'>} Launch
 * @param {Launch[]} launches @param {string[]} variants
 * @returns {Launch[]} those of the rounds in which all of these variants were profiled
 */
export function inWholeRounds(launches, variants) {
  const known = groupBy(launches, ({ round }) => round)
  return launches.filter(({ round }) =>
    variants.every(variant => known.get(round)?.some(other => other.variant === variant))
  )
}
