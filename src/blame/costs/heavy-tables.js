import { CallTree, weightOf } from '../../profile/tree/call-tree.js'
import { mergeLaunches } from '../../profile/tree/merge-profiles.js'
import { listChildren, outermostNodes, subtreeWeights, sumByKey } from '../../profile/tree/tree-columns.js'
import { getOrAdd } from '../../stats/group-by.js'
import { sum } from '../../stats/means.js'

/** @import { Load } from '../../load/types.js' */
/** @import { CallNodes, LaunchTrees, Profile } from '../../profile/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { HeavyCallers, HeavyTable } from '../types.js' */

/** A caller is listed if this share of the weight that was not idle passes through it, in any variant. */
const LEAST_SHARE = 0.002
const MOST_CALLERS_DEEP = 30

/** @typedef {{ row: number, parent: number, frame: number, depth: number, self: number[] }} Caller */

const ROWS = 15

/**
 * Returns the bottom-up tables of DevTools, one per profiler: functions by their own weight, in all variants, with their
 * callers. Garbage collection is in the total of the function that it interrupted.
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
    return sum(under.map(({ completed }) => completed))
  }
}

/**
 * @param {Profile[]} profiles one per variant
 * @param {number[]} busy by variant
 * @returns {Pick<HeavyTable, 'frames' | 'rows' | 'callers'>}
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
  const callers = callersOf(nodes, selfs, heaviest, busy)
  const used = [...new Set([...heaviest, ...callers.frame])]
  const places = new Map(used.map((frame, place) => [frame, place]))
  return {
    frames: used.flatMap(frame => frames[frame] ?? []),
    rows: heaviest.map((frame, row) => ({
      frame: row,
      self: weights.map(({ self }) => self[frame] ?? 0),
      total: weights.map(({ total }) => total[frame] ?? 0)
    })),
    callers: { ...callers, frame: callers.frame.map(frame => places.get(frame) ?? -1) }
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

/**
 * Returns who calls the functions of a bottom-up table: for each function its callers, for each caller its own callers, and so
 * on, with the self weight of the function below each of them.
 * @param {CallNodes} nodes of the call tree of all variants
 * @param {number[][]} selfs by variant and node
 * @param {number[]} rows the frame of each row
 * @param {number[]} busy by variant
 * @returns {HeavyCallers} callers of one function by weight, the largest first
 */
function callersOf({ frame, parent }, selfs, rows, busy) {
  const rowOf = new Map(rows.map((frame, row) => [frame, row]))
  /** @type {Caller[]} */
  const callers = []
  /** @type {Map<string, number>} */
  const known = new Map()
  frame.forEach(function addChain(called, node) {
    const row = rowOf.get(called)
    const weights = selfs.map(self => self[node] ?? 0)
    if (row === undefined || weights.every(weight => weight === 0)) return
    let below = -1
    for (let at = parent[node] ?? -1, depth = 0; at !== -1 && depth < MOST_CALLERS_DEEP; at = parent[at] ?? -1, depth++)
      below = add(row, below, frame[at] ?? -1, depth, weights)
  })
  return toColumns(callers.filter(isLarge), callers)

  /** @type {(row: number, parent: number, frame: number, depth: number, weights: number[]) => number} */
  function add(row, parent, frame, depth, weights) {
    const index = getOrAdd(known, `${row} ${parent} ${frame}`, function addCaller() {
      return callers.push({ row, parent, frame, depth, self: weights.map(() => 0) }) - 1
    })
    const { self } = /** @type {Caller} */ (callers[index])
    weights.forEach((weight, variant) => {
      self[variant] = (self[variant] ?? 0) + weight
    })
    return index
  }

  /** @param {Caller} caller */
  function isLarge({ self }) {
    return self.some((weight, variant) => weight >= LEAST_SHARE * (busy[variant] ?? 0))
  }
}

/** @param {Caller[]} kept with a caller all that are between it and the function @param {Caller[]} all */
function toColumns(kept, all) {
  const ordered = kept.toSorted(
    (one, other) => one.depth - other.depth || Math.max(...other.self) - Math.max(...one.self)
  )
  const places = new Map(ordered.map((caller, place) => [caller, place]))
  return {
    row: ordered.map(({ row }) => row),
    parent: ordered.map(({ parent }) => places.get(/** @type {Caller} */ (all[parent])) ?? -1),
    frame: ordered.map(({ frame }) => frame),
    self: (ordered[0]?.self ?? []).map((_, variant) => ordered.map(({ self }) => self[variant] ?? 0))
  }
}
