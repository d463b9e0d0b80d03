import { functionWeights } from '../profile/function-weights.js'
import { mergeProfiles } from '../profile/merge-profiles.js'

const ROWS = 15

/**
 * @typedef {import('../types.js').HeavyTable} HeavyTable
 * @typedef {import('../types.js').LaunchTrees} LaunchTrees
 */

/**
 * The heavy (bottom-up) table of DevTools, one a variant: its functions by their own time, with what was idle.
 * @param {LaunchTrees[]} trees
 * @param {string[]} variants
 * @param {import('../types.js').ProfilerName[]} profilers
 * @returns {HeavyTable[]} none of ticks, which have tables of their own
 */
export function heavyTables(trees, variants, profilers) {
  return profilers.flatMap(profiler =>
    variants.flatMap(function tableOf(variant) {
      const own = trees.filter(tree => tree.profiler === profiler && tree.variant === variant)
      const profiles = own.flatMap(launch => launch.trees.map(({ profile }) => ({ ...profile, label: variant })))
      if (profiles.length === 0 || profiles[0]?.unit === 'samples') return []
      const merged = mergeProfiles(profiles)
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
          whole: busy + merged.idle,
          idle: merged.idle,
          rows
        }
      ]
    })
  )
}
