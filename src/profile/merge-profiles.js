import { CallTree } from './call-tree.js'
import { programFrame } from './frames.js'
import { threadLabel, threadPlaces } from './thread-tree.js'

/** @import { LaunchTrees, Profile } from './types.js' */

/**
 * Returns the call trees of several launches of one variant as one. Where a launch has more than one process or thread,
 * those in the same place of each launch are merged, under a label.
 * @param {LaunchTrees[]} launches at least one, of the same profiler
 * @param {string} label of the whole
 * @returns {Profile}
 */
export function mergeLaunches(launches, label) {
  const profiles = launches.flatMap(({ trees }) =>
    threadPlaces(trees).map(({ tree: { threadId, profile }, process }) => ({
      ...profile,
      label: trees.length === 1 ? '' : threadLabel(process, threadId)
    }))
  )
  return { ...mergeProfiles(profiles), label }
}

/**
 * Returns several call trees as one. Nodes with the same frame, tier and parent become one. Where the labels differ, each is
 * the outermost frame of its own trees.
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
    tree.addTree(profile, labels.length > 1 ? tree.child(-1, tree.frame(label), null) : -1)
    idle += profile.idle
  }
  return { unit, label: labels.join(', '), frames: tree.frames, nodes: tree.nodes, idle, samples: null }
}
