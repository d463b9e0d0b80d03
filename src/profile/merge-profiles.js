import { CallTree } from './call-tree.js'
import { programFrame } from './frames.js'

/** @import { Profile } from './types.js' */

/**
 * One call tree of several, of launches of the same variant or of a cluster's processes and threads. Nodes with the same
 * frame, tier and parent become one. Where the labels differ, each is the outermost frame of what came under it.
 *
 * @param {Profile[]} profiles
 * @returns {Profile} without samples, as their clocks differ
 * @throws {Error} when there is none, or their units differ
 */
export function mergeProfiles(profiles) {
  const [first] = profiles
  if (!first) throw new Error('There are no profiles to merge')
  const { unit } = first
  const labels = [...new Set(profiles.map(profile => profile.label))]
  const tree = new CallTree()
  let idle = 0
  for (const profile of profiles) {
    if (profile.unit !== unit) throw new Error(`Profiles of ${unit} and of ${profile.unit} cannot be merged`)
    const label = { ...programFrame, name: profile.label }
    addProfile(tree, profile, labels.length > 1 ? tree.child(-1, tree.frame(label), null) : -1)
    idle += profile.idle
  }
  return { unit, label: labels.join(', '), frames: tree.frames, nodes: tree.nodes, idle, samples: null }
}

/**
 * @param {CallTree} tree
 * @param {Profile} profile
 * @param {number} root the node to put it under, or -1
 */
function addProfile(tree, profile, root) {
  const frames = profile.frames.map(frame => tree.frame(frame))
  /** @type {number[]} */
  const nodes = []
  for (const { frame, parent, self, tier } of profile.nodes) {
    const node = tree.child(nodes[parent] ?? root, frames[frame] ?? -1, tier)
    tree.add(node, self)
    nodes.push(node)
  }
}
