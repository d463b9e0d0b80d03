import { functionWeights } from '../profile/function-weights.js'
import { mergeLaunches } from '../profile/merge-profiles.js'
import { sum } from '../stats/means.js'

/**
 * @import { LaunchTrees, ProfilerName } from '../profile/types.js'
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
