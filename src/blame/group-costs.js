import { ownCosts, sumOf } from './cost-map.js'

/**
 * @import { CostMap } from './cost-map.js'
 * @import { LaunchCosts } from './launch-costs.js'
 * @import { MeasuredThreads } from './other-threads.js'
 * @import { BlameGroup, CostDifference, GroupCost } from './types.js'
 */

/**
 * Returns the cost of a request by code owner.
 * @param {CostMap} map
 * @param {MeasuredThreads[]} others
 * @param {LaunchCosts[]} launches
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {GroupCost[]} the costliest first
 */
export function groupCosts({ owners, outside }, others, launches, compare) {
  /** @type {Map<string, { group: BlameGroup, packageName: string | null, rows: number[][] }>} */
  const groups = new Map()
  for (const node of [...owners, ...outside]) {
    const { group, packageName } = node.category
    const key = `${group} ${packageName}`
    const known = groups.get(key) ?? { group, packageName, rows: [] }
    groups.set(key, { ...known, rows: [...known.rows, ownCosts(node)] })
  }
  const sampled = [...groups.values()].map(({ rows, ...group }) => ({
    ...group,
    threads: null,
    cost: compare(sumOf(rows))
  }))
  const known = sumOf([launches.map(({ profiled }) => profiled), ...others.map(({ costs }) => costs)])
  const rest = launches.map(({ whole, profiled }, launch) => (whole ?? profiled) - (known[launch] ?? 0))
  const measured = [...others, { threads: /** @type {const} */ ('rest'), cost: compare(rest) }]
  const ofThreads = measured.map(({ threads, cost }) => ({
    group: /** @type {const} */ ('other-threads'),
    packageName: null,
    threads,
    cost
  }))
  return [...sampled, ...ofThreads].sort((a, b) => b.cost.candidate - a.cost.candidate)
}
