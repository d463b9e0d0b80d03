import { IMPORTED_STACKS } from '../blame/imported-figures.js'
import { threadLabel, threadPlaces } from '../profile/tree/thread-tree.js'
import { addSubtrees, listChildren, outermostNodes, sumByKey, weightedSamples } from '../profile/tree/tree-columns.js'
import { sum } from '../stats/means.js'
import { flameFrame, noiseOf } from './frames.js'
import { ownerGraph } from './owner-graph.js'
import { unionTree } from './union-tree.js'

/** @import { LaunchCosts } from '../blame/costs/launch-costs.js' */
/** @import { Evidence } from '../blame/evidence.js' */
/** @import { LaunchTrees, ProfilerName, ThreadTree } from '../profile/types.js' */
/** @import { GraphOptions } from './owner-graph.js' */
/** @import { FlameGraph, FlameTimeline, FlameVariant } from './types.js' */

/** @typedef {SeenThread & { placeOf: ArrayLike<number> }} PlacedThread */

/**
 * Returns the flame graphs of a run: one per thread and profiler with call trees. They are of the rounds in which all
 * variants were profiled, if there are any, so that a difference and its noise are of the same launches. The self costs of
 * all threads of a profiler add up to the mean cost per request of a variant's profiled launches, in the microseconds of blame.
 * @param {Evidence} evidence
 * @param {Pick<GraphOptions, 'variants' | 'blames' | 'folder'> & { profilers: ProfilerName[] }} options in the order to show them
 * @returns {FlameGraph[]}
 */
export function flameGraphs(evidence, { profilers, variants, blames, folder }) {
  return profilers.flatMap(function graphsOf(profiler) {
    const { whole, trees } = evidence.get(profiler) ?? {}
    if (!whole || !trees) return []
    const comparisons = variants.slice(1).map(candidate => whole.compared.get(candidate) ?? null)
    const all = sameThreads(whole.launches, trees)
    const isOnlyThread = all.length === 1
    return all.map((same, index) =>
      flameGraph(same, { profiler, variants, comparisons, blames, folder, isOnlyThread, hasOtherThreads: index === 0 })
    )
  })
}

/** @type {(same: SameThreads, options: GraphOptions) => FlameGraph} */
function flameGraph({ label, threads }, options) {
  const { profiler, variants, comparisons, blames, folder } = options
  const [before = [], ...after] = variants.map(name =>
    threads.flatMap(({ launch }, index) => (launch.variant === name ? [index] : []))
  )
  const compared = after.map(indexes => /** @type {[number[], number[]]} */ ([before, indexes]))
  const { frames, parent, frame, self, placeOf } = unionTree(threads, compared)
  const meanSelf = variants.map(name => {
    const own = self.filter((_, index) => threads[index]?.launch.variant === name)
    return meanCosts(own, parent.length)
  })
  // In place: together they are the largest part of a graph.
  for (const costs of self) addSubtrees(parent, costs)
  const totals = new Map(threads.map(({ launch }, index) => [launch, self[index] ?? new Float64Array()]))
  const isOutermost = outermostNodes(frame, listChildren(parent))
  const ofFunctions = new Map(
    [...totals].map(([launch, ofNodes]) => [launch, sumByKey(frame, frames.length, ofNodes, isOutermost)])
  )
  const recorded = threads.find(({ tree }) => tree)?.tree?.profile.unit
  const ofTime = profiler === IMPORTED_STACKS ? 'samples' : 'micros'
  const unit = recorded === 'bytes' || recorded === 'latency' ? recorded : ofTime
  const ofUnit = blames.filter(blame => blame.unit === unit)
  return {
    profiler,
    thread: label,
    unit,
    variants: variants.map(name => flameVariant(name, threads)),
    frames: frames.map(each => flameFrame(each, folder)),
    nodes: {
      parent,
      frame,
      self: meanSelf,
      noise: comparisons.map(compared => noiseOf(compared, totals, parent.length))
    },
    owners: ownerGraph(threads, { ...options, blames: ofUnit, frames }),
    functionNoise: comparisons.map(compared => noiseOf(compared, ofFunctions, frames.length)),
    timelines: flameTimelines(variants, threads, placeOf)
  }
}

/** @type {(name: string, threads: SeenThread[]) => FlameVariant} */
function flameVariant(name, threads) {
  const own = threads.filter(({ launch }) => launch.variant === name)
  return { name, launches: own.length, samples: sum(own.map(({ tree }) => tree?.sampleCount ?? 0)) }
}

/** @param {Float64Array[]} costs of a variant's launches @param {number} count of nodes */
function meanCosts(costs, count) {
  const sums = new Float64Array(count)
  for (const ofLaunch of costs)
    for (let node = 0; node < count; node++) sums[node] = (sums[node] ?? 0) + (ofLaunch[node] ?? 0)
  return Array.from(sums, total => total / Math.max(1, costs.length))
}

/**
 * Returns one launch of each variant in the order of time. All are of the same round: of the rounds with all variants, the
 * one with the median cost.
 * @param {string[]} variants @param {SeenThread[]} threads
 * @param {ArrayLike<number>[]} placeOf by thread: the node of the flame graph for each node of the thread
 * @returns {FlameTimeline[]} in the order of the variants that have samples; empty where no round has all of them
 */
function flameTimelines(variants, threads, placeOf) {
  const timed = threads
    .map((thread, index) => ({ ...thread, placeOf: placeOf[index] ?? [] }))
    .filter(({ tree }) => tree?.profile.samples)
  const shown = variants.filter(variant => timed.some(({ launch }) => launch.variant === variant))
  const complete = [...new Set(timed.map(({ launch }) => launch.round))]
    .map(round => shown.flatMap(variant => timed.find(isOf(variant, round)) ?? []))
    .filter(ofRound => ofRound.length === shown.length)
    .sort((a, b) => costOf(a) - costOf(b))
  return (complete[(complete.length - 1) >> 1] ?? []).map(toTimeline)
}

/** @type {(variant: string, round: number) => (thread: Pick<PlacedThread, 'launch'>) => boolean} */
function isOf(variant, round) {
  return ({ launch }) => launch.variant === variant && launch.round === round
}

/** @param {PlacedThread[]} threads */
function costOf(threads) {
  return sum(threads.map(({ launch }) => launch.profiled))
}

/** @type {(thread: PlacedThread) => FlameTimeline} */
function toTimeline({ launch: { variant, launch }, tree, placeOf }) {
  /** @type {number[]} */
  const nodes = []
  /** @type {number[]} */
  const startsMicros = []
  let atMicros = 0
  for (const { node, weight } of tree ? weightedSamples(tree.profile) : []) {
    const place = placeOf[node] ?? -1
    if (weight > 0 && nodes.at(-1) !== place) {
      nodes.push(place)
      startsMicros.push(atMicros)
    }
    atMicros += weight
  }
  return { variant, launch, durationMicros: Math.round(atMicros), nodes, startsMicros }
}

/**
 * @typedef {object} SeenThread of one launch
 * @property {LaunchCosts} launch
 * @property {ThreadTree | null} tree null where the launch has no such thread, or no samples of it
 * @property {number} costPerWeight
 *
 * @typedef {{ label: string, threads: SeenThread[] }} SameThreads `threads`: one per launch, in the order of the launches
 */

/**
 * Returns the threads of all launches by place: the same thread of the same process in each launch.
 * @param {LaunchCosts[]} launches of one profiler
 * @param {LaunchTrees[]} trees of these launches, with all their threads
 * @returns {SameThreads[]} the main thread of the first process first
 */
function sameThreads(launches, trees) {
  const numbered = trees.flatMap(launch => threadPlaces(launch.trees))
  const processOf = new Map(numbered.map(({ tree, process }) => [tree, process]))
  const seen = launches.flatMap(launch => launch.threads.map(({ tree }) => tree))
  const processes = countUp(seen.map(numberOf))
  return processes.flatMap(function ofProcess(process) {
    const threadIds = countUp(seen.filter(tree => numberOf(tree) === process).map(tree => tree.threadId))
    return threadIds.map(threadId => ({
      label: processes.length === 1 ? ofOnlyProcess(threadId) : threadLabel(process, threadId),
      threads: launches.map(launch => threadIn(launch, process, threadId))
    }))
  })

  /** @param {ThreadTree} tree */
  function numberOf(tree) {
    return processOf.get(tree) ?? 1
  }

  /** @type {(launch: LaunchCosts, process: number, threadId: number) => SeenThread} */
  function threadIn(launch, process, threadId) {
    const own = launch.threads.find(({ tree }) => numberOf(tree) === process && tree.threadId === threadId)
    return { launch, tree: own?.tree ?? null, costPerWeight: own?.costPerWeight ?? 0 }
  }
}

/** @param {number} threadId */
function ofOnlyProcess(threadId) {
  return threadId === 0 ? 'main' : `worker ${threadId}`
}

/** @param {number[]} values */
function countUp(values) {
  return [...new Set(values)].sort((a, b) => a - b)
}
