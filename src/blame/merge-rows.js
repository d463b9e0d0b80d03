import { isBuiltin } from '../profile/tree/frames.js'
import { groupBy } from '../stats/group-by.js'
import { ALPHA } from '../stats/levels.js'
import { callerOf, isOwner, ownCosts, sumOf } from './costs/cost-map.js'
import { knownCalls } from './places.js'

/** @import { FoundRow } from './blame-rows.js' */
/** @import { BlameRow, CostDifference } from './types.js' */

/**
 * @typedef {(costs: number[]) => CostDifference} Compare
 * @typedef {FoundRow & { isConfirmed: boolean }} CheckedRow
 * @typedef {CheckedRow & { joined: BlameRow['joined'] }} JoinedRow
 */

/** A call that costs at least this share of its larger cost in the other variant too is made by both variants. */
export const EXISTED_SHARE = 0.2
/** Where node's callbacks for sockets, requests, timers and queues begin. */
const eventLoopFiles =
  /^node:(net|http|timers|events|_http_\w+|internal\/(http|timers|stream_base_commons|streams\/\w+|process\/task_queues))$/

/**
 * Returns the rows with those of the same name as one: two ways through Node.js can begin and end with the same calls, and
 * two functions can stand in one line.
 * @type {(rows: FoundRow[], compare: Compare) => FoundRow[]}
 */
export function mergeSameNames(rows, compare) {
  const groups = [...groupBy(rows, nameOf).values()]
  return groups.flatMap(parts => (parts.length === 1 ? parts : sumOfRows(parts, compare)))
}

/** Returns all that a reader sees of a row's functions. @param {FoundRow} row */
function nameOf({ owner, path, isSpread, isMoved }) {
  const { name, file, line } = owner.frame
  const { group, packageName } = owner.category
  const caller = isOwner(owner) ? callerOf(owner)?.name : null
  const calls = knownCalls(path.map(({ frame }) => frame)).map(call => call.name)
  return JSON.stringify([group, packageName, name, file, line, caller, calls, isSpread, isMoved])
}

/**
 * Separates displaced system-call time from the rows. The kernel's work counts for whichever system call comes next, and
 * moves between calls that both variants make when their timing changes. So native code that both variants run, and that no
 * second profiler confirms, is attributed to no function, nor are system calls that are counted as the same: all of it together is one net
 * difference. V8's builtins, such as JSON.stringify, make no system call.
 * @param {CheckedRow[]} rows @param {Compare} compare
 * @param {RegExp[]} same names of native code whose calls both variants make as often, with as many bytes
 * @returns {{ kept: CheckedRow[], displaced: { names: string[], cost: CostDifference } | null }}
 */
export function splitDisplaced(rows, compare, same) {
  const displaced = rows.filter(isDisplaced)
  if (displaced.length === 0) return { kept: rows, displaced: null }
  const cost = compare(sumOf(displaced.map(({ costs }) => costs)))
  const names = displaced.map(row => calledIn(row).frame.name)
  return { kept: rows.filter(row => !displaced.includes(row)), displaced: { names: [...new Set(names)], cost } }

  /** @param {CheckedRow} row */
  function isDisplaced(row) {
    const called = calledIn(row)
    // The same calls of fs may be of another file: what that costs is the app's choice.
    const isOfFiles = row.path.some(({ frame }) => frame.file === 'node:fs')
    const isSame = !isOfFiles && same.some(native => native.test(called.frame.name))
    if ((row.isConfirmed && !isSame) || called.frame.kind !== 'native' || isBuiltin(called.frame)) return false
    const { baseline, candidate } = row.isMoved ? row.cost : compare(ownCosts(called))
    return Math.min(baseline, candidate) >= EXISTED_SHARE * Math.max(baseline, candidate)
  }
}

/** @param {CheckedRow} row */
function calledIn({ owner, path }) {
  return path.at(-1) ?? owner
}

/**
 * Returns rows of which some stand for several. What node and V8 do in the event loop without a function of the app or of a
 * package above depends on how many requests come per turn, and moves between functions: all of it is one row. So are the functions of a
 * package below no function of the app, which brings them in on one line. Where work of the thread pool differs, so do many functions
 * around it: each package, and node, has one row.
 * A joined row adds up only parts that are significant by themselves. Where their sum is not, what they show is cost that
 * moved between them, and there is no row: the sum stays unattributed.
 * @param {CheckedRow[]} rows @param {Compare} compare
 * @param {object} other @param {boolean} other.hasPool whether the thread pool has a row
 * @param {(parts: CheckedRow[], cost: CostDifference) => boolean} other.isSeen whether a second profiler finds the difference in these
 *   functions together
 * @returns {JoinedRow[]}
 */
export function joinRows(rows, compare, { hasPool, isSeen }) {
  return [...groupBy(rows, row => keyOf(row, hasPool) ?? row)].flatMap(join)

  /** @param {[string | CheckedRow, CheckedRow[]]} group @returns {JoinedRow[]} */
  function join([key, parts]) {
    const kind = key === 'event-loop' ? key : 'package'
    if (kind === 'package' && parts.length === 1) return parts.map(row => ({ ...row, joined: null }))
    const areConfirmed = parts.every(part => part.isConfirmed)
    return sumOfRows(parts, compare).map(row => ({
      ...row,
      isConfirmed: areConfirmed || (kind === 'package' && isSeen(parts, row.cost)),
      joined: { kind, count: parts.length }
    }))
  }
}

/** @param {CheckedRow} row @param {boolean} hasPool @returns {string | null} null for a row that stays alone */
function keyOf({ owner }, hasPool) {
  const { group, packageName } = owner.category
  if (!isOwner(owner) && (group === 'native' || eventLoopFiles.test(owner.frame.file))) return 'event-loop'
  const isUncalled = group === 'package' && isOwner(owner) && owner.callers.size === 0
  if (!isUncalled && (!hasPool || (group !== 'package' && group !== 'core'))) return null
  return JSON.stringify([group, packageName])
}

/**
 * Returns the sum of several rows, with the functions of the largest: none where it does not differ significantly.
 * @template {FoundRow} Row
 * @param {Row[]} parts @param {Compare} compare
 * @returns {Row[]} one or none
 */
function sumOfRows(parts, compare) {
  const largest = parts.toSorted((a, b) => Math.abs(b.cost.difference) - Math.abs(a.cost.difference)).slice(0, 1)
  const costs = sumOf(parts.map(part => part.costs))
  const cost = compare(costs)
  const sources = parts.flatMap(part => part.sources)
  return cost.pValue > ALPHA ? [] : largest.map(row => ({ ...row, costs, cost, sources }))
}
