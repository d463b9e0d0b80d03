import { intervalFactor } from '../blame/cost-difference.js'
import { categoriseFrame } from '../profile/categorise-frame.js'
import { fileInFolder } from '../profile/file-in-folder.js'
import { listChildren, outermostNodes, subtreeWeights, sumByKey } from '../profile/tree-columns.js'
import { discoveryThreshold } from '../stats/false-discovery.js'
import { ALPHA } from '../stats/levels.js'
import { mean, sum } from '../stats/means.js'
import { flameTimelines } from './flame-timelines.js'
import { sameThreads } from './same-threads.js'
import { unionTree } from './union-tree.js'

/**
 * @import { ComparedLaunches, Evidence } from '../blame/evidence.js'
 * @import { LaunchCosts } from '../blame/launch-costs.js'
 * @import { Frame, ProfilerName } from '../profile/types.js'
 * @import { SameThreads, SeenThread } from './same-threads.js'
 * @import { FlameFrame, FlameGraph, FlameVariant } from './types.js'
 */

/**
 * Returns the flame graphs of a run: one per thread and profiler with call trees. They are of the rounds in which all
 * variants were profiled, if there are any, so that a difference and its noise are of the same launches. The self costs of
 * all threads of a profiler add up to the mean cost per request of a variant's profiled launches.
 * @param {Evidence} evidence
 * @param {object} options
 * @param {ProfilerName[]} options.profilers in the order to show them
 * @param {string[]} options.variants the baseline first
 * @param {string} options.folder where the servers were started
 * @returns {FlameGraph[]}
 */
export function flameGraphs(evidence, { profilers, variants, folder }) {
  return profilers.flatMap(function graphsOf(profiler) {
    const { whole, trees } = evidence.get(profiler) ?? {}
    if (!whole || !trees) return []
    const comparisons = variants.slice(1).map(candidate => whole.compared.get(candidate) ?? null)
    return sameThreads(whole.launches, trees).map(same => ({
      profiler,
      ...flameGraph(same, variants, comparisons, folder)
    }))
  })
}

/**
 * @param {SameThreads} same
 * @param {string[]} variants
 * @param {(ComparedLaunches | null)[]} comparisons by candidate
 * @param {string} folder
 * @returns {Omit<FlameGraph, 'profiler'>}
 */
function flameGraph({ label, threads }, variants, comparisons, folder) {
  const [before = [], ...after] = variants.map(name =>
    threads.flatMap(({ launch }, index) => (launch.variant === name ? [index] : []))
  )
  const compared = after.map(indexes => /** @type {[number[], number[]]} */ ([before, indexes]))
  const { frames, tiers, parent, frame, tier, self, placeOf } = unionTree(threads, compared)
  const totals = new Map(threads.map(({ launch }, index) => [launch, subtreeWeights(parent, self[index] ?? [])]))
  const isOutermost = outermostNodes(frame, listChildren(parent))
  const ofFunctions = new Map(
    [...totals].map(([launch, ofNodes]) => [launch, sumByKey(frame, frames.length, ofNodes, isOutermost)])
  )
  const isBytes = threads.some(({ tree }) => tree?.profile.unit === 'bytes')
  return {
    thread: label,
    unit: isBytes ? 'bytes' : 'micros',
    variants: variants.map(name => flameVariant(name, threads)),
    tiers,
    frames: frames.map(each => flameFrame(each, folder)),
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
      noise: comparisons.map(compared => noiseOf(compared, totals, parent.length))
    },
    functionNoise: comparisons.map(compared => noiseOf(compared, ofFunctions, frames.length)),
    timelines: flameTimelines(variants, threads, placeOf)
  }
}

/** @type {(name: string, threads: SeenThread[]) => FlameVariant} */
function flameVariant(name, threads) {
  const own = threads.filter(({ launch }) => launch.variant === name)
  return { name, launches: own.length, samples: sum(own.map(({ tree }) => tree?.sampleCount ?? 0)) }
}

/** @type {(frame: Frame, folder: string) => FlameFrame} */
function flameFrame(frame, folder) {
  const { name, file, line, column } = frame
  return { name, file: fileInFolder(file, folder), line, column, ...categoriseFrame(frame) }
}

/** @param {Float64Array[]} costs of a variant's launches @param {number[]} nodes */
function meanCosts(costs, nodes) {
  return nodes.map((_, node) => mean(costs.map(ofLaunch => ofLaunch[node] ?? 0)))
}

/**
 * Returns half the interval of each difference. The intervals have a false coverage rate of 5%, however many there are: they
 * are taken at the level at which Benjamini and Hochberg's procedure accepts differences (Benjamini and Yekutieli 2005,
 * doi 10.1198/016214504000001907).
 * @param {ComparedLaunches | null} compared
 * @param {Map<LaunchCosts, Float64Array>} costs of nodes or of functions, by launch
 * @param {number} count of the nodes or functions
 * @returns {number[] | null} null where fewer than two rounds were profiled in both variants
 */
function noiseOf(compared, costs, count) {
  if (!compared || compared.pairing.rounds.length < 2) return null
  const { launches, pairing, compare } = compared
  const byLaunch = launches.map(launch => costs.get(launch))
  const differences = Array.from({ length: count }, (_, index) => compare(byLaunch.map(own => own?.[index] ?? 0)))
  const pValues = differences.map(({ pValue }) => pValue)
  const threshold = discoveryThreshold(pValues)
  const accepted = pValues.filter(p => p <= threshold).length
  const factor = intervalFactor(1 - (Math.max(1, accepted) / count) * ALPHA, pairing)
  return differences.map(({ low, high }) => (factor * (Number(high) - Number(low))) / 2)
}
