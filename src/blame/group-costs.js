import { ownCosts, sumOf } from './cost-map.js'

/**
 * @import { CostMap } from './cost-map.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { OtherThreads } from './other-threads.js'
 * @import { BlameGroup, CostDifference, GroupCost } from './types.js'
 */

/**
 * Where the cost of a request goes, by whose code it is.
 * @param {CostMap} map
 * @param {OtherThreads[]} others
 * @param {LaunchCosts[]} launches
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {GroupCost[]} dearest first
 */
export function groupCosts({ owners, outside }, others, launches, compare) {
  /** @type {Map<string, { group: BlameGroup, name: string | null, rows: number[][] }>} */
  const groups = new Map()
  for (const node of [...owners, ...outside]) {
    const { group, packageName } = node.category
    const key = `${group} ${packageName}`
    const known = groups.get(key) ?? { group, name: packageName, rows: [] }
    groups.set(key, { ...known, rows: [...known.rows, ownCosts(node)] })
  }
  const own = [...groups.values()].map(({ group, name, rows }) => ({ group, name, cost: compare(sumOf(rows)) }))
  const counted = others.map(({ threads, cost }) => ({
    group: /** @type {const} */ ('other threads'),
    name: threads,
    cost
  }))
  const told = sumOf([launches.map(({ profiled }) => profiled), ...others.map(({ costs }) => costs)])
  const watching = launches.map(({ whole, profiled }, launch) => (whole ?? profiled) - (told[launch] ?? 0))
  const rest = { group: /** @type {const} */ ('other threads'), name: 'watching', cost: compare(watching) }
  return [...own, ...counted, rest].sort((a, b) => b.cost.candidate - a.cost.candidate)
}
