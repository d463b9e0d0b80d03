import { workOf } from '../profile/match/native-work.js'
import { stackReader } from '../profile/tree/call-tree.js'
import { isOfOtherThreads } from '../profile/tree/thread-tree.js'
import { getOrAdd } from '../stats/group-by.js'
import { mean, sum } from '../stats/means.js'
import { costDifference, dispersionOf, pairLaunches } from './costs/cost-difference.js'
import { inWholeRounds } from './evidence.js'
import { dispersionOfThreads } from './other-threads.js'

/** @import { LaunchTrees, OtherThreads, ProfilerName, ThreadTree, WorkName } from '../profile/types.js' */
/** @import { SliceRecord } from '../runs/types.js' */
/** @import { Pairing } from './costs/cost-difference.js' */
/** @import { Profiled } from './evidence.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { ThreadWork, ThreadWorkRow } from './types.js' */

/** Functions that cost less than this share of the CPU of their kind of thread are one row. */
const LEAST_SHARE = 0.02
/** @type {ThreadWorkRow['work']} */
const restName = 'rest'
/** What is left of a sum by rounding. */
const NO_SHARE = 1e-9

/**
 * @typedef {Pick<LaunchCosts, 'variant' | 'round' | 'machine' | 'threads' | 'profiled'> & Record<OtherThreads, number>} SampledLaunch
 *   costs per request
 * @typedef {{ work: ThreadWorkRow['work'], name: string, costs: number[] }} WorkCosts by launch
 */

/**
 * Returns what the threads without JavaScript did, by native function: one table per profiler that samples them. A function's
 * cost is its share of the samples, times the CPU of these threads in the unprofiled launches of the variant:
 * threads that sleep and wake up for each request cost more while they are sampled, but their shares stay.
 * @type {(profiled: Profiled, baseline: string, candidate: string) => ThreadWork[]}
 */
export function threadWork({ trees, slices, isValid, load }, baseline, candidate) {
  const measured = slices.filter(slice => slice.load.generator === load.generator)
  const sampled = trees.filter(isOfOtherThreads)
  const variants = [baseline, candidate]
  return [...new Set(sampled.map(({ profiler }) => profiler))].flatMap(workBy)

  /** @param {ProfilerName} profiler @returns {ThreadWork[]} */
  function workBy(profiler) {
    const own = sampled.filter(launch => launch.profiler === profiler && variants.includes(launch.variant))
    const launches = inWholeRounds(own.flatMap(costsOf), variants)
    if (launches.length === 0) return []
    const pairing = pairLaunches(launches, baseline, candidate)
    const rows = [...rowsOf('pool', launches, pairing), ...rowsOf('helpers', launches, pairing)]
    const fewestSamples = Math.min(...launches.map(({ threads }) => sum(threads.map(({ tree }) => tree.sampleCount))))
    return [{ candidate, baseline, profiler, rounds: pairing.rounds.length, fewestSamples, rows }]
  }

  /** @param {LaunchTrees} tree @returns {SampledLaunch[]} none of a launch that has a discarded slice */
  function costsOf({ launch, variant, trees: ofThreads }) {
    const own = measured.filter(slice => slice.launch === launch)
    const { round, machine } = own[0] ?? {}
    const unprofiled = measured.filter(slice => slice.profiler === 'none' && slice.variant === variant)
    const pool = perRequest('cpuPoolMicros', unprofiled.filter(isValid))
    const helpers = perRequest('cpuHelpersMicros', unprofiled.filter(isValid))
    if (round === undefined || !own.every(isValid) || pool === null || helpers === null || pool + helpers === 0)
      return []
    const cpu = { pool, helpers }
    const threads = ofThreads.map(tree => ({
      tree,
      costPerWeight: tree.threads ? cpu[tree.threads] / Math.max(1, tree.sampleCount) : 0
    }))
    return [{ variant, round, ...(machine !== undefined && { machine }), threads, profiled: pool + helpers, ...cpu }]
  }
}

/** @param {'cpuPoolMicros' | 'cpuHelpersMicros'} field @param {SliceRecord[]} slices */
function perRequest(field, slices) {
  const requests = sum(slices.map(({ completed }) => completed))
  const values = slices.map(({ server }) => server[field])
  return requests === 0 || values.includes(null) ? null : sum(values.map(Number)) / requests
}

/**
 * @param {OtherThreads} threads @param {SampledLaunch[]} launches @param {Pairing} pairing
 * @returns {ThreadWorkRow[]} the total, the costliest function first, and the rest
 */
function rowsOf(threads, launches, pairing) {
  const totals = launches.map(launch => launch[threads])
  if (mean(totals) === 0) return []
  const works = worksOf(threads, launches)
  const large = works.filter(({ costs }) => mean(costs) >= LEAST_SHARE * mean(totals))
  const rest = totals.map((total, launch) => total - sum(large.map(({ costs }) => costs[launch] ?? 0)))
  const sorted = large.sort((a, b) => mean(b.costs) - mean(a.costs))
  const parts = mean(rest) > NO_SHARE * mean(totals) ? [...sorted, { work: restName, name: '', costs: rest }] : sorted
  const samples = sum(launches.flatMap(launch => treesOf(threads, launch).map(({ tree }) => tree.sampleCount)))
  const sampled = { ...pairing, costPerSample: sum(totals) / Math.max(1, samples) }
  const dispersion = dispersionOf(
    parts.map(({ costs }) => costs),
    sampled
  )
  const total = costDifference(totals, pairing, dispersionOfThreads(threads))
  return [
    { threads, work: 'total', name: '', cost: total },
    ...parts.map(({ work, name, costs }) => ({ threads, work, name, cost: costDifference(costs, sampled, dispersion) }))
  ]
}

/** @param {OtherThreads} threads @param {SampledLaunch} launch */
function treesOf(threads, launch) {
  return launch.threads.filter(({ tree }) => tree.threads === threads)
}

/** @param {OtherThreads} threads @param {SampledLaunch[]} launches @returns {WorkCosts[]} */
function worksOf(threads, launches) {
  /** @type {Map<string, WorkCosts>} */
  const works = new Map()
  launches.forEach(function addLaunch(launch, index) {
    for (const { tree, costPerWeight } of treesOf(threads, launch)) {
      for (const { work, name, samples } of samplesOf(tree)) {
        const { costs } = getOrAdd(works, `${work} ${name}`, () => ({ work, name, costs: launches.map(() => 0) }))
        costs[index] = (costs[index] ?? 0) + samples * costPerWeight
      }
    }
  })
  return [...works.values()]
}

/** @param {ThreadTree} tree @returns {{ work: WorkName, name: string, samples: number }[]} */
function samplesOf({ profile }) {
  const { frames, nodes } = profile
  const stackOf = stackReader(profile)
  return [...nodes.self].flatMap(function workIn(samples, node) {
    if (samples <= 0) return []
    const symbols = stackOf(node).map(frame => frames[frame]?.name ?? '')
    return [{ ...workOf(symbols), samples }]
  })
}
