import { stacksOf } from '../profile/call-tree.js'
import { workOf } from '../profile/native-work.js'
import { isOfOtherThreads } from '../profile/thread-tree.js'
import { mean, sum } from '../stats/means.js'
import { costDifference, pairLaunches } from './cost-difference.js'
import { inWholeRounds } from './evidence.js'
import { launchCosts } from './launch-costs.js'

/**
 * @import { OtherThreads, ThreadTree, WorkName } from '../profile/types.js'
 * @import { Pairing } from './cost-difference.js'
 * @import { Profiled } from './evidence.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { ThreadWork, ThreadWorkRow } from './types.js'
 */

/** Functions that cost less than this share of such a thread kind's CPU in all variants are one row. */
const LEAST_SHARE = 0.02
/** What is left of a sum by rounding. */
const NO_SHARE = 1e-9

/** @typedef {{ work: WorkName, name: string, costs: number[] }} WorkCosts by launch */

/**
 * Returns what the threads without JavaScript did, by native function: one table per profiler that samples them. A function's
 * cost is its share of the samples, times the CPU of these threads as the system counts it.
 * @param {Profiled} profiled
 * @param {string} baseline
 * @param {string} candidate
 * @returns {ThreadWork[]}
 */
export function threadWork({ trees, slices, isValid, load }, baseline, candidate) {
  const sampled = trees.filter(isOfOtherThreads)
  return [...new Set(sampled.map(({ profiler }) => profiler))].flatMap(function workBy(profiler) {
    const costs = sampled.filter(launch => launch.profiler === profiler).flatMap(costsOf)
    const compared = costs.filter(({ variant }) => variant === baseline || variant === candidate)
    const launches = inWholeRounds(compared, [baseline, candidate])
    if (launches.length === 0) return []
    const pairing = pairLaunches(launches, baseline, candidate)
    const rows = [...rowsOf('pool', launches, pairing), ...rowsOf('helpers', launches, pairing)]
    const fewestSamples = Math.min(...launches.map(({ threads }) => sum(threads.map(({ tree }) => tree.sampleCount))))
    return [{ candidate, baseline, profiler, rounds: pairing.rounds.length, fewestSamples, rows }]
  })

  /** @param {typeof trees[0]} tree @returns {LaunchCosts[]} empty for a launch that has a discarded slice */
  function costsOf(tree) {
    const own = slices.filter(slice => slice.launch === tree.launch && slice.load.generator === load.generator)
    const costs = own.every(isValid) ? launchCosts(tree, own) : null
    return costs ? [costs] : []
  }
}

/**
 * @param {OtherThreads} threads
 * @param {LaunchCosts[]} launches
 * @param {Pairing} pairing
 * @returns {ThreadWorkRow[]} the total, the costliest function first, and the rest
 */
function rowsOf(threads, launches, pairing) {
  const totals = launches.map(launch => launch[threads] ?? 0)
  const works = [...worksOf(threads, launches).values()]
  const large = works.filter(({ costs }) => mean(costs) >= LEAST_SHARE * mean(totals))
  const rest = totals.map((total, launch) => total - sum(large.map(({ costs }) => costs[launch] ?? 0)))
  if (mean(totals) === 0) return []
  return [
    { work: /** @type {const} */ ('total'), name: '', costs: totals },
    ...large.sort((a, b) => mean(b.costs) - mean(a.costs)),
    ...(mean(rest) > NO_SHARE * mean(totals) ? [{ work: /** @type {const} */ ('rest'), name: '', costs: rest }] : [])
  ].map(({ work, name, costs }) => ({ threads, work, name, cost: costDifference(costs, pairing, null) }))
}

/**
 * @param {OtherThreads} threads
 * @param {LaunchCosts[]} launches
 * @returns {Map<string, WorkCosts>}
 */
function worksOf(threads, launches) {
  /** @type {Map<string, WorkCosts>} */
  const works = new Map()
  launches.forEach(function addLaunch(launch, index) {
    const seen = launch.threads.find(({ tree }) => tree.threads === threads)
    if (!seen) return
    for (const { work, name, weight } of samplesOf(seen.tree)) {
      const key = `${work} ${name}`
      const known = works.get(key) ?? { work, name, costs: launches.map(() => 0) }
      known.costs[index] = (known.costs[index] ?? 0) + weight * seen.costPerWeight
      works.set(key, known)
    }
  })
  return works
}

/** @param {ThreadTree} tree */
function samplesOf({ profile }) {
  const { frames, nodes } = profile
  const stacks = stacksOf(profile)
  return nodes.flatMap(function workIn({ self }, node) {
    const symbols = (stacks[node] ?? []).map(frame => frames[frame]?.name ?? '')
    return self > 0 ? [{ ...workOf(symbols), weight: self }] : []
  })
}
