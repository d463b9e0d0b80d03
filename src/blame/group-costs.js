import { getOrAdd } from '../stats/group-by.js'
import { ownCosts, sumOf } from './costs/cost-map.js'

/** @import { CostMap } from './costs/cost-map.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { MeasuredThreads } from './other-threads.js' */
/** @import { BlameGroup, CostDifference, GroupCost } from './types.js' */

/** Less is of floating point. */
const LEAST_REST_MICROS = 1e-6

/**
 * Returns the cost of a request by code owner.
 * @param {CostMap} map @param {MeasuredThreads[]} others @param {LaunchCosts[]} launches
 * @param {(costs: number[]) => CostDifference} compare
 * @returns {GroupCost[]} the costliest first
 */
export function groupCosts({ owners, outside }, others, launches, compare) {
  /** @type {Map<string, { group: BlameGroup, packageName: string | null, rows: number[][] }>} */
  const groups = new Map()
  for (const node of [...owners, ...outside]) {
    const { group, packageName } = node.category
    const { rows } = getOrAdd(groups, `${group} ${packageName}`, () => ({ group, packageName, rows: [] }))
    rows.push(ownCosts(node))
  }
  const ofCode = [...groups.values()].map(({ rows, ...own }) => ({ ...own, threads: null, cost: compare(sumOf(rows)) }))
  const known = sumOf([launches.map(({ profiled }) => profiled), ...others.map(({ costs }) => costs)])
  const rest = launches.map(({ whole, profiled }, launch) => (whole ?? profiled) - (known[launch] ?? 0))
  // Nothing is left of bytes, of latency, and of what only the profile of another tool shows.
  const hasRest = rest.some(micros => Math.abs(micros) > LEAST_REST_MICROS)
  const left = hasRest ? [{ threads: /** @type {const} */ ('rest'), cost: compare(rest) }] : []
  const ofThreads = [...others, ...left].map(({ threads, cost }) => ({
    group: /** @type {const} */ ('other-threads'),
    packageName: null,
    threads,
    cost
  }))
  return [...ofCode, ...ofThreads].sort((a, b) => b.cost.candidate - a.cost.candidate)
}
