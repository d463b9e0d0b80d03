import { costDifference } from './cost-difference.js'
import { callerOf } from './cost-map.js'
import { findQueuer } from './queued-work.js'

/**
 * @typedef {import('./cost-difference.js').Pairing} Pairing
 * @typedef {import('./launch-costs.js').LaunchCosts} LaunchCosts
 * @typedef {{ threads: 'pool' | 'helpers', costs: number[], cost: import('../types.js').CostDifference }} OtherThreads
 */

/**
 * What no profiler here sees, but the system counts: CPU of the thread pool and of V8's helper threads.
 * @param {LaunchCosts[]} launches
 * @param {Pairing} pairing
 * @returns {OtherThreads[]} those that the platform tells
 */
export function otherThreads(launches, pairing) {
  return /** @type {const} */ (['pool', 'helpers']).flatMap(function measure(threads) {
    const costs = launches.map(launch => launch[threads])
    if (costs.includes(null)) return []
    return [{ threads, costs: costs.map(Number), cost: costDifference(costs.map(Number), pairing, null) }]
  })
}

/**
 * A row for it, with the main-thread function that gives the pool its work.
 * @param {OtherThreads} other
 * @param {import('./cost-map.js').CostMap} map
 * @param {(costs: number[]) => import('../types.js').CostDifference} compare
 * @returns {import('../types.js').BlameRow}
 */
export function tellOtherThreads({ threads, cost }, map, compare) {
  const queuer = threads === 'pool' ? findQueuer(map, compare, Math.sign(cost.difference)) : null
  const unnamed = threads === 'pool' ? 'thread pool' : "V8's compilers and garbage collector"
  const common = { group: /** @type {const} */ ('other threads'), isSpread: false, cost, isConfirmed: false }
  if (!queuer) {
    return { ...common, packageName: null, owner: { name: unnamed, file: '', line: null }, path: [], caller: null }
  }
  const { name, file, line } = queuer.owner.frame
  const { group, packageName } = queuer.owner.category
  const caller = group === 'app' ? { name, file, line } : callerOf(queuer.owner)
  return { ...common, packageName, owner: { name: queuer.name, file, line }, path: [{ name, file, line }], caller }
}
