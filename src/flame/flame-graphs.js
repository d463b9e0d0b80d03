import { evidenceOf, inWholeRounds, profiledLaunches } from '../blame/evidence.js'
import { categoriseFrame } from '../profile/categorise-frame.js'
import { fileInFolder } from '../profile/file-in-folder.js'
import { listChildren, outermostNodes } from '../profile/outermost-nodes.js'
import { subtreeWeights } from '../profile/subtree-weights.js'
import { mean, sum } from '../stats/means.js'
import { functionTotals, noiseOf } from './flame-noise.js'
import { flameTimelines } from './flame-timelines.js'
import { sameThreads } from './same-threads.js'
import { unionTree } from './union-tree.js'

/**
 * @import { Evidence, Profiled } from '../blame/evidence.js'
 * @import { LaunchCosts } from '../blame/launch-costs.js'
 * @import { Frame, ProfilerName } from '../profile/types.js'
 * @import { SameThreads, SeenThread } from './same-threads.js'
 * @import { FlameFrame, FlameGraph, FlameVariant } from './types.js'
 */

/**
 * @typedef {object} Compared
 * @property {ProfilerName[]} profilers in the order to show them
 * @property {string} baseline
 * @property {string[]} candidates
 * @property {string} folder where the servers were started
 */

/**
 * What flame graphs show of a run: one a profiler with call trees, and a thread; of the rounds in which all variants were
 * profiled, if there is one, so that a difference and its noise are of the same launches. Of a variant, all self costs of all
 * threads of a profiler add up to the mean of what these launches were profiled to cost.
 * @param {Profiled & Compared} run
 * @returns {FlameGraph[]}
 */
export function flameGraphs({ profilers, baseline, candidates, folder, ...profiled }) {
  return profilers.flatMap(function graphsOf(profiler) {
    const variants = [baseline, ...candidates]
    const all = profiledLaunches(profiled, profiler)
    const whole = inWholeRounds(all, variants)
    const launches = whole.length > 0 ? whole : all
    const evidences = candidates.map(candidate => evidenceOf(launches, baseline, candidate))
    const own = profiled.trees.filter(tree => tree.profiler === profiler)
    return sameThreads(launches, own).map(same => ({
      profiler,
      ...flameGraph(same, variants, evidences, folder)
    }))
  })
}

/**
 * @param {SameThreads} same
 * @param {string[]} variants
 * @param {(Evidence | null)[]} evidences by candidate
 * @param {string} folder
 * @returns {Omit<FlameGraph, 'profiler'>}
 */
function flameGraph({ label, threads }, variants, evidences, folder) {
  const { frames, tiers, parent, frame, tier, self, placeOf } = unionTree(threads)
  const totals = new Map(threads.map(({ launch }, index) => [launch, subtreeWeights(parent, self[index] ?? [])]))
  const isOutermost = outermostNodes(frame, listChildren(parent))
  const ofFunctions = new Map(
    [...totals].map(([launch, ofNodes]) => [launch, functionTotals(ofNodes, frame, isOutermost, frames.length)])
  )
  const isBytes = threads.some(({ tree }) => tree?.profile.unit === 'bytes')
  return {
    thread: label,
    unit: isBytes ? 'bytes' : 'micros',
    variants: variants.map(name => tellVariant(name, threads)),
    tiers,
    frames: frames.map(each => tellFrame(each, folder)),
    nodes: {
      parent,
      frame,
      tier,
      self: variants.map(name =>
        meanCosts(
          self.filter((_, index) => threads[index]?.launch.variant === name),
          parent
        )
      ),
      noise: evidences.map(evidence => noiseOf(evidence, totals, parent.length))
    },
    functionNoise: evidences.map(evidence => noiseOf(evidence, ofFunctions, frames.length)),
    timelines: flameTimelines(variants, threads, placeOf)
  }
}

/**
 * @param {string} name
 * @param {SeenThread[]} threads
 * @returns {FlameVariant}
 */
function tellVariant(name, threads) {
  const own = threads.filter(({ launch }) => launch.variant === name)
  return { name, launches: own.length, samples: sum(own.map(({ tree }) => tree?.sampleCount ?? 0)) }
}

/**
 * @param {Frame} frame
 * @param {string} folder
 * @returns {FlameFrame}
 */
function tellFrame(frame, folder) {
  const { name, file, line, column } = frame
  return { name, file: fileInFolder(file, folder), line, column, ...categoriseFrame(frame) }
}

/**
 * @param {Float64Array[]} costs of a variant's launches
 * @param {number[]} nodes
 */
function meanCosts(costs, nodes) {
  return nodes.map((_, node) => mean(costs.map(ofLaunch => ofLaunch[node] ?? 0)))
}
