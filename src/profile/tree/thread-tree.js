/** @import { LaunchTrees, OtherThreads, Profile, ThreadTree } from '../types.js' */

/**
 * Returns a thread's profile as it is saved. Samples with times are kept, with times in whole microseconds from the first one
 * on, because the file is text; of ticks, which a tree sums without loss, only the number is kept.
 * @param {{ pid: number, threadId: number }} thread @param {Profile} profile @returns {ThreadTree}
 */
export function threadTree({ pid, threadId }, profile) {
  const sampleCount = profile.samples?.nodes.filter(node => node !== -1).length ?? 0
  const samples = profile.unit === 'micros' ? fromFirst(profile.samples) : null
  return { pid, threadId, sampleCount, profile: { ...profile, samples } }
}

/** @type {(samples: Profile['samples']) => Profile['samples']} */
function fromFirst(samples) {
  if (!samples) return null
  const [firstMicros = 0] = samples.atMicros
  return { nodes: samples.nodes, atMicros: samples.atMicros.map(at => Math.round(at - firstMicros)) }
}

/**
 * Returns the call trees of a launch with other profiles in the place of theirs.
 * @param {LaunchTrees} launch @param {(profile: Profile) => Profile} change @returns {LaunchTrees}
 */
export function mapProfiles(launch, change) {
  return { ...launch, trees: launch.trees.map(tree => ({ ...tree, profile: change(tree.profile) })) }
}

/**
 * Returns threads with the number of their process, which is the same in every launch: processes are numbered in the order
 * in which they are listed.
 * @param {ThreadTree[]} trees of one launch
 * @returns {{ tree: ThreadTree, process: number }[]} `process`: from 1
 */
export function threadPlaces(trees) {
  const pids = [...new Set(trees.map(tree => tree.pid))]
  return trees.map(tree => ({ tree, process: pids.indexOf(tree.pid) + 1 }))
}

/** Returns the label of a thread of one of several processes. @param {number} process @param {number} threadId */
export function threadLabel(process, threadId) {
  return threadId === 0 ? `process ${process}` : `process ${process}, worker ${threadId}`
}

/** Returns the label of threads that run no JavaScript. @param {OtherThreads} threads */
export function otherThreadsLabel(threads) {
  return { pool: 'thread pool', helpers: 'V8 helper threads' }[threads]
}

/** Returns whether the trees of a launch are of threads that run no JavaScript. @param {LaunchTrees} launch */
export function isOfOtherThreads({ trees }) {
  return trees.some(({ threads }) => threads !== undefined)
}
