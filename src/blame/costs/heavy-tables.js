import { CallTree, weightOf } from '../../profile/tree/call-tree.js'
import { mergeLaunches } from '../../profile/tree/merge-profiles.js'
import { listChildren, outermostNodes, subtreeWeights, sumByKey } from '../../profile/tree/tree-columns.js'
import { requestsIn } from './launch-costs.js'

/** @import { Load } from '../../load/types.js' */
/** @import { CallNodes, LaunchTrees, Profile } from '../../profile/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { HeavyTable } from '../types.js' */

const ROWS = 15

/**
 * Returns the bottom-up tables of DevTools, one per profiler: functions by their own weight, in all variants. Garbage collection is
 * in the total of the function that it interrupted.
 * @param {LaunchTrees[]} trees of functions that are matched between the variants
 * @param {SliceRecord[]} slices
 * @param {Load} load that the call trees are of
 * @param {string[]} variants the baseline first
 * @returns {HeavyTable[]} none of ticks, which have their own tables
 */
export function heavyTables(trees, slices, load, variants) {
  const profilers = [...new Set(trees.map(({ profiler }) => profiler))]
  return profilers.flatMap(function tableOf(profiler) {
    const measured = variants.flatMap(name => {
      const own = trees.filter(tree => tree.profiler === profiler && tree.variant === name && tree.trees.length > 0)
      return own.length === 0 ? [] : { name, own }
    })
    const unit = measured[0]?.own[0]?.trees[0]?.profile.unit
    if (!unit || unit === 'samples') return []
    const merged = measured.map(({ name, own }) => ({ name, own, profile: mergeLaunches(own, name) }))
    const seen = merged.map(({ name, own, profile }) => ({
      name,
      launches: own.length,
      requests: requestsOf(own),
      busy: weightOf(profile),
      idle: profile.idle
    }))
    const profiles = merged.map(({ profile }) => profile)
    return [
      {
        profiler,
        unit,
        variants: seen,
        ...rowsOf(
          profiles,
          seen.map(({ busy }) => busy)
        )
      }
    ]
  })

  /** @param {LaunchTrees[]} own */
  function requestsOf(own) {
    const launches = new Set(own.map(({ launch }) => launch))
    const under = slices.filter(slice => launches.has(slice.launch) && slice.load.generator === load.generator)
    const trees = own.flatMap(each => each.trees)
    return requestsIn(trees, under)
  }
}

/**
 * @param {Profile[]} profiles one per variant
 * @param {number[]} busy by variant
 * @returns {Pick<HeavyTable, 'frames' | 'rows'>}
 */
function rowsOf(profiles, busy) {
  const { frames, nodes, selfs } = unionOf(profiles)
  const weights = selfs.map(self => functionWeights(nodes, frames.length, self))
  const heaviest = [...frames.keys()]
    .map(frame => ({
      frame,
      share: Math.max(...weights.map(({ self }, variant) => (self[frame] ?? 0) / (busy[variant] || 1)))
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .slice(0, ROWS)
    .map(({ frame }) => frame)
  return {
    frames: heaviest.flatMap(frame => frames[frame] ?? []),
    rows: heaviest.map((frame, row) => ({
      frame: row,
      self: weights.map(({ self }) => self[frame] ?? 0),
      total: weights.map(({ total }) => total[frame] ?? 0)
    }))
  }
}

/** Returns one tree with the nodes of all profiles, and the weights of each. @param {Profile[]} profiles */
function unionOf(profiles) {
  const tree = new CallTree()
  const added = profiles.map(profile => tree.addTree(profile))
  const selfs = profiles.map(function selfOf(profile, variant) {
    const self = Array(tree.size).fill(0)
    profile.nodes.self.forEach(function addTo(weight, node) {
      const place = added[variant]?.[node] ?? -1
      self[place] = (self[place] ?? 0) + weight
    })
    return self
  })
  return { frames: tree.frames, nodes: tree.nodes, selfs }
}

/**
 * Returns the self and total weight of each function, wherever it is called. A function that calls itself, directly or not,
 * counts once per stack.
 * @param {Pick<CallNodes, 'parent' | 'frame'>} nodes
 * @param {number} count of frames
 * @param {number[]} weights by node
 * @returns {{ self: Float64Array, total: Float64Array }} by frame
 */
export function functionWeights({ parent, frame }, count, weights) {
  const subtrees = subtreeWeights(parent, weights)
  return {
    self: sumByKey(frame, count, weights),
    total: sumByKey(frame, count, subtrees, outermostNodes(frame, listChildren(parent)))
  }
}
