import { startMerging } from './merged-trees.js'

/** @import { FlameFrame } from '../../../flame/types.js' */
/** @import { FlameTree } from '../types.js' */

/** What can be hidden, by the bit of `Choice.hidden`. @type {FlameFrame['group'][][]} */
export const hideableGroups = [['app'], ['package'], ['core'], ['native', 'gc']]

/**
 * Returns a tree without the frames of some code owners. What they cost counts for the nearest frame above that is left, and
 * for none where there is none.
 * @type {(tree: FlameTree, hidden: number) => FlameTree}
 */
export function withoutGroups(tree, hidden) {
  if (hidden === 0) return tree
  const groups = new Set(hideableGroups.flatMap((group, bit) => ((hidden >> bit) & 1 ? group : [])))
  const isHidden = tree.frames.map(({ group }) => groups.has(group))
  const merged = startMerging(tree, null)
  const places = new Int32Array(tree.parent.length).fill(-1)
  for (let node = 0; node < places.length; node++) {
    const frame = tree.frame[node] ?? 0
    const above = places[tree.parent[node] ?? -1] ?? -1
    const place = isHidden[frame] ? above : merged.child(above, frame)
    places[node] = place
    if (place < 0) continue
    merged.add(place, node, tree.self)
    if (!isHidden[frame]) merged.addNoise(place, node)
  }
  return merged.finish()
}
