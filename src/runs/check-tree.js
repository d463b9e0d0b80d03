/**
 * @import { NodeColumns } from '../profile/tree/packed-profile.js'
 * @import { LaunchTrees, Profile } from '../profile/types.js'
 * @import { CutProfile, NodeLists } from './cut-nodes.js'
 */

/**
 * Returns whether the nodes of each thread form a call tree: every index is one of a frame or of an earlier node, and each sample has a
 * time.
 * @param {LaunchTrees} trees whose values have the right types
 * @param {NodeLists} lists the nodes that were cut out of them, which have earlier nodes as their parents
 */
export function areCallTrees({ trees }, lists) {
  return trees.every(({ profile }) => isCallTree(profile, lists))
}

/** @param {CutProfile} profile @param {NodeLists} lists */
function isCallTree(profile, lists) {
  const cut = lists.get(profile.list)
  return cut
    ? hasFrames(profile, cut) && hasTimes(profile, cut.frame.length)
    : hasTree(profile) && hasTimes(profile, profile.nodes.length)
}

/** @param {Profile} profile @param {NodeColumns} cut */
function hasFrames({ frames }, cut) {
  return cut.frame.every(frame => frame < frames.length)
}

/** @param {Profile} profile */
function hasTree({ frames, nodes }) {
  return nodes.every(({ frame, parent }, index) => frame < frames.length && parent >= -1 && parent < index)
}

/** @param {Profile} profile @param {number} count of nodes */
function hasTimes({ samples }, count) {
  if (samples === null) return true
  const { nodes: tops, atMicros } = samples
  return tops.length === atMicros.length && tops.every(top => top >= -1 && top < count)
}
