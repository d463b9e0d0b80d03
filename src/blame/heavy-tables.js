import { functionWeights } from '../profile/function-weights.js'
import { mergeLaunches } from '../profile/merge-launches.js'

/**
 * @import { LaunchTrees, ProfilerName } from '../profile/types.js'
 * @import { HeavyTable } from './types.js'
 */

const ROWS = 15

/**
 * The heavy (bottom-up) table of DevTools, one a variant: its functions by their own time, with what was idle.
 * @param {LaunchTrees[]} trees
 * @param {string[]} variants
 * @param {ProfilerName[]} profilers
 * @returns {HeavyTable[]} none of ticks, which have tables of their own
 */
export function heavyTables(trees, variants, profilers) {
  return profilers.flatMap(profiler =>
    variants.flatMap(function tableOf(variant) {
      const own = trees.filter(tree => tree.profiler === profiler && tree.variant === variant)
      const [first] = own
      if (!first || first.trees[0]?.profile.unit === 'samples') return []
      const merged = mergeLaunches(own, variant)
      const busy = merged.nodes.reduce((sum, node) => sum + node.self, 0)
      const rows = functionWeights(merged)
        .sort((a, b) => b.self - a.self)
        .slice(0, ROWS)
      return [
        {
          profiler,
          variant,
          unit: merged.unit,
          launches: own.length,
          busy,
          idle: merged.idle,
          rows
        }
      ]
    })
  )
}
