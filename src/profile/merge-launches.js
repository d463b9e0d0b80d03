import { mergeProfiles } from './merge-profiles.js'
import { threadLabel, threadPlaces } from './thread-places.js'

/** @import { LaunchTrees, Profile } from './types.js' */

/**
 * The call trees of several launches of one variant as one. Where a launch has more than one process or thread, those in
 * the same place of each launch go together, under a label.
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
