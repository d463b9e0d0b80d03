import { threadLabel, threadPlaces } from '../profile/tree/thread-tree.js'

/** @import { LaunchCosts } from '../blame/costs/launch-costs.js' */
/** @import { LaunchTrees, ThreadTree } from '../profile/types.js' */

/**
 * @typedef {object} SeenThread of one launch
 * @property {LaunchCosts} launch
 * @property {ThreadTree | null} tree null where the launch has no such thread, or no samples of it
 * @property {number} costPerWeight
 *
 * @typedef {{ label: string, threads: SeenThread[] }} SameThreads `threads`: one per launch, in the order of the launches
 */

/**
 * Returns the threads of all launches by place: the same thread of the same process in each launch.
 * @param {LaunchCosts[]} launches of one profiler
 * @param {LaunchTrees[]} trees of these launches, with all their threads
 * @returns {SameThreads[]} the main thread of the first process first
 */
export function sameThreads(launches, trees) {
  const numbered = trees.flatMap(launch => threadPlaces(launch.trees))
  const processOf = new Map(numbered.map(({ tree, process }) => [tree, process]))
  const seen = launches.flatMap(launch => launch.threads.map(({ tree }) => tree))
  const processes = countUp(seen.map(numberOf))
  return processes.flatMap(function ofProcess(process) {
    const threadIds = countUp(seen.filter(tree => numberOf(tree) === process).map(tree => tree.threadId))
    return threadIds.map(threadId => ({
      label: processes.length === 1 ? ofOnlyProcess(threadId) : threadLabel(process, threadId),
      threads: launches.map(launch => threadIn(launch, process, threadId))
    }))
  })

  /** @param {ThreadTree} tree */
  function numberOf(tree) {
    return processOf.get(tree) ?? 1
  }

  /** @type {(launch: LaunchCosts, process: number, threadId: number) => SeenThread} */
  function threadIn(launch, process, threadId) {
    const own = launch.threads.find(({ tree }) => numberOf(tree) === process && tree.threadId === threadId)
    return { launch, tree: own?.tree ?? null, costPerWeight: own?.costPerWeight ?? 0 }
  }
}

/** @param {number} threadId */
function ofOnlyProcess(threadId) {
  return threadId === 0 ? 'main' : `worker ${threadId}`
}

/** @param {number[]} values */
function countUp(values) {
  return [...new Set(values)].sort((a, b) => a - b)
}
