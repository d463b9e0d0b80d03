import { sum } from '../../stats/means.js'
import { CallTree } from './call-tree.js'
import { programFrame } from './frames.js'
import { LinesOfTree } from './source-lines.js'
import { otherThreadsLabel, threadLabel, threadPlaces } from './thread-tree.js'
import { weightedSamples } from './tree-columns.js'

/** @import { LaunchTrees, Profile } from '../types.js' */

/**
 * Returns the call trees of several launches of one variant as one, with garbage collection attributed. Nodes with the same frame, tier and parent become one.
 * Where a launch has more than one process or thread, those in the same place of each launch are merged, below a frame that
 * is named after the thread.
 * @param {LaunchTrees[]} launches at least one, with trees of one unit
 * @param {string} label of the whole
 * @returns {Profile} without samples, as their clocks differ
 * @throws {Error} when there is no tree, or their units differ
 */
export function mergeLaunches(launches, label) {
  const threads = launches.flatMap(({ trees }) =>
    threadPlaces(trees).map(({ tree: { threadId, threads, profile }, process }) => ({
      profile,
      name: threads ? otherThreadsLabel(threads) : threadLabel(process, threadId)
    }))
  )
  const [first] = threads
  if (!first) throw new Error('There are no profiles to merge')
  const { unit } = first.profile
  const isOneThread = threads.every(({ name }) => name === first.name)
  const merged = new CallTree()
  const lines = new LinesOfTree()
  for (const { profile, name } of threads) {
    if (profile.unit !== unit) throw new Error(`Profiles of ${unit} and of ${profile.unit} cannot be merged`)
    const root = isOneThread ? -1 : merged.child(-1, merged.frame({ ...programFrame, name }), null)
    const attributed = attributeGc(profile)
    const added = merged.addTree(attributed, { root })
    lines.add(attributed, node => added[node] ?? -1)
  }
  const idle = sum(threads.map(({ profile }) => profile.idle))
  return { unit, label, frames: merged.frames, nodes: merged.nodes, idle, samples: null, ...lines.toLines() }
}

/**
 * Returns a profile in which garbage collection is below the stack of the sample before it, as in the Performance panel of Chrome
 * DevTools (forEachFrame in front_end/models/cpu_profile/CPUProfileDataModel.ts): its samples have no stack of their own. What
 * follows idle time stays without a caller.
 * @param {Profile} profile
 * @returns {Profile} without samples; the same profile where it has no samples with times, or no garbage collection
 */
export function attributeGc(profile) {
  const { unit, frames, samples } = profile
  const gc = frames.find(({ kind }) => kind === 'gc')
  if (!samples || unit !== 'micros' || !gc) return profile
  const gcFrame = frames.indexOf(gc)
  const { frame, self } = profile.nodes
  const withoutGc = Array.from(self, (weight, node) => (frame[node] === gcFrame ? 0 : weight))
  const tree = new CallTree()
  const added = tree.addTree({ frames, nodes: { ...profile.nodes, self: withoutGc } })
  const collection = tree.frame(gc)
  let before = -1
  for (const { node, weight } of weightedSamples(profile)) {
    if (frame[node] === gcFrame) tree.add(tree.child(before, collection, null), weight)
    else before = added[node] ?? -1
  }
  const lines = new LinesOfTree()
  lines.add(profile, node => added[node] ?? -1)
  return { ...profile, frames: tree.frames, nodes: tree.nodes, samples: null, ...lines.toLines() }
}
