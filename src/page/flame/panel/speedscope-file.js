import { toSpeedscope } from '../../../profile/export/to-speedscope.js'

/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { Frame } from '../../../profile/types.js' */
/** @import { Scenes } from '../scene/scenes.js' */

/** Speedscope shows whole numbers, so that costs below 1 µs would be 0. */
const PER_UNIT = 1000

/**
 * Returns all calls of a graph, of each variant, as a file for speedscope: the cost of 1,000 requests.
 * @param {Pick<Scenes, 'graph' | 'tree' | 'variants'>} scenes @param {string} name
 */
export function toProfileFile({ graph, tree, variants }, name) {
  const frames = tree.frames.map(toFrame)
  const profiles = variants.map(function toProfile(label, variant) {
    const costs = tree.self[variant] ?? []
    const self = Array.from(tree.parent, (_, node) => Math.round((costs[node] ?? 0) * PER_UNIT))
    const nodes = { frame: [...tree.frame], parent: [...tree.parent], self, tier: self.map(() => 0) }
    return { unit: graph.unit, label: `${label}, 1,000 requests`, frames, nodes, idle: 0, samples: null }
  })
  return toSpeedscope(profiles, name)
}

/** @param {FlameFrame} frame @returns {Frame} */
function toFrame({ name, file, line, column, group }) {
  return { name, file, line, column, kind: group === 'gc' || group === 'native' ? group : 'javascript' }
}
