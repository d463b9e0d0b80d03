/** @import { Profile, ThreadTree } from './types.js' */

/**
 * A profile of samples as it is kept. Where samples have times, each of them, from the first one on and in whole
 * microseconds, as the file is of text; of ticks, which a tree sums up without loss, only their number.
 * @param {{ pid: number, threadId: number }} thread
 * @param {Profile} profile
 * @returns {ThreadTree}
 */
export function threadTree({ pid, threadId }, profile) {
  const sampleCount = profile.samples?.nodes.filter(node => node !== -1).length ?? 0
  const samples = profile.unit === 'micros' ? fromTheFirst(profile.samples) : null
  return { pid, threadId, sampleCount, profile: { ...profile, samples } }
}

/**
 * @param {Profile['samples']} samples
 * @returns {Profile['samples']}
 */
function fromTheFirst(samples) {
  if (!samples) return null
  const [firstMicros = 0] = samples.atMicros
  return { nodes: samples.nodes, atMicros: samples.atMicros.map(at => Math.round(at - firstMicros)) }
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

/**
 * Returns the label of a thread of one of several processes.
 * @param {number} process
 * @param {number} threadId
 */
export function threadLabel(process, threadId) {
  return threadId === 0 ? `process ${process}` : `process ${process}, worker ${threadId}`
}
