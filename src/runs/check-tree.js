/** @import { LaunchTrees, Profile } from '../profile/types.js' */

/**
 * Returns whether the nodes of each thread form a call tree: every index is one of a frame or of an earlier node, and each sample has a
 * time.
 * @param {LaunchTrees} trees whose values have the right types
 */
export function areCallTrees({ trees }) {
  return trees.every(({ profile }) => hasTree(profile) && hasTimes(profile))
}

/** @param {Profile} profile */
function hasTree({ frames, nodes }) {
  return nodes.every(({ frame, parent }, index) => frame < frames.length && parent >= -1 && parent < index)
}

/** @param {Profile} profile */
function hasTimes({ nodes, samples }) {
  if (samples === null) return true
  const { nodes: tops, atMicros } = samples
  return tops.length === atMicros.length && tops.every(top => top >= -1 && top < nodes.length)
}
