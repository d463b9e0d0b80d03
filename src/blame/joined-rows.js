import { ALPHA } from '../stats/levels.js'
import { isOwner, sumOf } from './costs/cost-map.js'

/**
 * @import { CheckedRow } from './displaced-calls.js'
 * @import { BlameRow, CostDifference } from './types.js'
 */

/** Where node's callbacks for sockets, requests, timers and queues begin. */
const eventLoopFiles =
  /^node:(net|http|timers|events|_http_\w+|internal\/(http|timers|stream_base_commons|streams\/\w+|process\/task_queues))$/

/** @typedef {CheckedRow & { joined: BlameRow['joined'] }} JoinedRow */

/**
 * Returns rows of which some stand for several. What node and V8 do in the event loop without a function of the app or of a
 * package above depends on how many requests come per turn, and moves between functions: all of it is one row. Where work of
 * the thread pool differs, so do many functions around it: each package, and node, has one row.
 * A joined row adds up only parts that are significant by themselves. Where their sum is not, what they show is cost that
 * moved between them, and there is no row: the sum stays unattributed.
 * @param {CheckedRow[]} rows
 * @param {(costs: number[]) => CostDifference} compare
 * @param {boolean} hasPool whether the thread pool has a row
 * @returns {JoinedRow[]}
 */
export function joinRows(rows, compare, hasPool) {
  /** @type {Map<string | CheckedRow, CheckedRow[]>} */
  const groups = new Map()
  for (const row of rows) {
    const key = keyOf(row, hasPool) ?? row
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].flatMap(([key, parts]) => join(key, parts, compare) ?? [])
}

/** @type {(key: string | CheckedRow, parts: CheckedRow[], compare: (costs: number[]) => CostDifference) => JoinedRow | null} */
function join(key, parts, compare) {
  const [largest] = parts.toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference))
  const row = /** @type {CheckedRow} */ (largest)
  const kind = key === 'event-loop' ? 'event-loop' : 'package'
  if (kind === 'package' && parts.length === 1) return { ...row, joined: null }
  const costs = sumOf(parts.map(part => part.costs))
  const cost = compare(costs)
  if (cost.pValue > ALPHA) return null
  const isConfirmed = parts.every(part => part.isConfirmed)
  const sources = parts.flatMap(part => part.sources)
  return { ...row, costs, cost, isConfirmed, sources, joined: { kind, count: parts.length } }
}

/** @param {CheckedRow} row @param {boolean} hasPool @returns {string | null} null for a row that stays alone */
function keyOf({ owner }, hasPool) {
  const { group, packageName } = owner.category
  if (!isOwner(owner) && (group === 'native' || eventLoopFiles.test(owner.frame.file))) return 'event-loop'
  if (!hasPool || (group !== 'package' && group !== 'core')) return null
  return JSON.stringify([group, packageName])
}
