import { costDifference } from './cost-difference.js'
import { callerOf } from './cost-map.js'
import { findQueuer } from './queued-work.js'

/**
 * @import { Pairing } from './cost-difference.js'
 * @import { CostMap } from './cost-map.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { BlameRow, CostDifference } from './types.js'
 */

/**
 * @typedef {'pool' | 'helpers' | 'workers'} Threads
 * @typedef {{ threads: Threads, costs: number[], cost: CostDifference }} OtherThreads
 */

const names = {
  pool: 'thread pool',
  helpers: "V8's compilers and garbage collector",
  workers: 'worker threads, not profiled'
}

/**
 * What no call tree of the run holds, but the system counts.
 * @param {LaunchCosts[]} launches
 * @param {Pairing} pairing
 * @returns {OtherThreads[]} those that the platform tells
 */
export function otherThreads(launches, pairing) {
  return /** @type {Threads[]} */ (Object.keys(names)).flatMap(function measure(threads) {
    const costs = launches.map(launch => launch[threads])
    if (costs.includes(null) || costs.every(cost => cost === 0)) return []
    // The pool works for requests, and scatters as launches do; V8's helpers work when they see fit.
    const dispersion = threads === 'pool' ? 0 : null
    return [{ threads, costs: costs.map(Number), cost: costDifference(costs.map(Number), pairing, dispersion) }]
  })
}

/**
 * A row for it; of the pool with the main-thread function that gives it its work.
 * @param {OtherThreads} other
 * @param {CostMap} map
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {BlameRow}
 */
export function tellOtherThreads({ threads, cost }, map, compare) {
  const common = { group: /** @type {const} */ ('other threads'), isSpread: false, cost, isConfirmed: false }
  const queuer = threads === 'pool' ? findQueuer(map, compare, Math.sign(cost.difference)) : null
  if (!queuer) {
    return {
      ...common,
      packageName: null,
      owner: { name: names[threads], file: '', line: null },
      path: [],
      caller: null
    }
  }
  const { name, file, line } = queuer.owner.frame
  const { group, packageName } = queuer.owner.category
  const caller = group === 'app' ? null : callerOf(queuer.owner)
  const owner = { name: queuer.name, file: '', line: null }
  return { ...common, packageName, owner, path: [{ name, file, line }], caller }
}
