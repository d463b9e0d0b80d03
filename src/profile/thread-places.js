/** @import { ThreadTree } from './types.js' */

/**
 * Threads with the place of their process in the launch, by which they are found again in other launches: processes are
 * numbered in the order they are listed.
 * @param {ThreadTree[]} trees of one launch
 * @returns {{ tree: ThreadTree, process: number }[]} `process`: from 1
 */
export function threadPlaces(trees) {
  const pids = [...new Set(trees.map(tree => tree.pid))]
  return trees.map(tree => ({ tree, process: pids.indexOf(tree.pid) + 1 }))
}

/**
 * @param {number} process
 * @param {number} threadId
 */
export function threadLabel(process, threadId) {
  return threadId === 0 ? `process ${process}` : `process ${process}, worker ${threadId}`
}
