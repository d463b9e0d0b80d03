import { mergeProfiles } from './merge-profiles.js'

/**
 * The call trees of several launches of one variant as one. Where a launch has more than one process or thread, those in
 * the same place of each launch go together, under a label: processes are numbered in the order they are listed.
 * @param {import('../types.js').LaunchTrees[]} launches at least one, of the same profiler
 * @param {string} label of the whole
 * @returns {import('../types.js').Profile}
 */
export function mergeLaunches(launches, label) {
  const profiles = launches.flatMap(({ trees }) => {
    const pids = [...new Set(trees.map(tree => tree.pid))]
    return trees.map(({ pid, threadId, profile }) => ({
      ...profile,
      label: trees.length === 1 ? '' : threadLabel(pids.indexOf(pid) + 1, threadId)
    }))
  })
  return { ...mergeProfiles(profiles), label }
}

/**
 * @param {number} process
 * @param {number} threadId
 */
function threadLabel(process, threadId) {
  return threadId === 0 ? `process ${process}` : `process ${process}, worker ${threadId}`
}
