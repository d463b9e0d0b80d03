import { mergeLaunches } from '../profile/merge-profiles.js'
import { listChildren, outermostNodes, subtreeWeights, sumByKey } from '../profile/tree-columns.js'
import { sum } from '../stats/means.js'

/**
 * @import { Frame, LaunchTrees, Profile, ProfilerName } from '../profile/types.js'
 * @import { HeavyTable } from './types.js'
 */

const ROWS = 15

/**
 * Returns the bottom-up tables of DevTools, one per profiler and variant: functions by their own weight.
 * @param {LaunchTrees[]} trees
 * @param {string[]} variants
 * @param {ProfilerName[]} profilers
 * @returns {HeavyTable[]} none of ticks, which have their own tables
 */
export function heavyTables(trees, variants, profilers) {
  return profilers.flatMap(profiler =>
    variants.flatMap(function tableOf(variant) {
      const own = trees.filter(tree => tree.profiler === profiler && tree.variant === variant)
      const [first] = own
      const unit = first?.trees[0]?.profile.unit
      if (!unit || unit === 'samples') return []
      const merged = mergeLaunches(own, variant)
      const busy = sum(merged.nodes.map(node => node.self))
      const rows = functionWeights(merged)
        .sort((a, b) => b.self - a.self)
        .slice(0, ROWS)
        .map(row => ({ ...row, selfShare: row.self / busy, totalShare: row.total / busy }))
      return [{ profiler, variant, unit, launches: own.length, busy, idle: merged.idle, rows }]
    })
  )
}

/**
 * Returns the self and total weight of each function, wherever it is called. A function that calls itself, directly or not,
 * counts once per stack.
 * @param {Profile} profile
 * @returns {{ frame: Frame, self: number, total: number }[]} in the order of `frames`
 */
export function functionWeights({ frames, nodes }) {
  const parents = nodes.map(node => node.parent)
  const called = nodes.map(node => node.frame)
  const subtrees = subtreeWeights(
    parents,
    nodes.map(node => node.self)
  )
  const totals = sumByKey(called, frames.length, subtrees, outermostNodes(called, listChildren(parents)))
  const weights = frames.map((frame, index) => ({ frame, self: 0, total: totals[index] ?? 0 }))
  for (const { frame, self } of nodes) {
    const called = weights[frame]
    if (called) called.self += self
  }
  return weights
}
