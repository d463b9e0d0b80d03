import { ALPHA } from '../stats/levels.js'
import { sum } from '../stats/means.js'
import { costDifference, sumOfCosts } from './costs/cost-difference.js'
import { callerOf, functionName, ownCosts, sumOf } from './costs/cost-map.js'

/** @import { Change } from '../stats/types.js' */
/** @import { Pairing } from './costs/cost-difference.js' */
/** @import { CostMap, CostNode, Owner } from './costs/cost-map.js' */
/** @import { LaunchCosts } from './costs/launch-costs.js' */
/** @import { BlameRow, CostDifference, CostOfRows, OtherThreadsName, PoolUser } from './types.js' */
/** @import { UnprofiledCpu } from './unprofiled-cpu.js' */

/**
 * @typedef {{ threads: OtherThreadsName, costs: number[], cost: CostDifference, isUnprofiled: boolean }} MeasuredThreads `costs`: of profiled
 *   launches; `cost`: of unprofiled ones where it `isUnprofiled`
 *
 * @typedef {Partial<Record<OtherThreadsName, Change | null>>} UnprofiledThreads change of the CPU per request of such
 *   threads in the unprofiled launches, as far as they are compared there
 */

/** A function with a smaller share of the calls that queue work is one that a few samples show there. */
const LEAST_CALL_SHARE = 0.05
/** @type {OtherThreadsName[]} */
const threadNames = ['pool', 'helpers', 'workers']
/**
 * The modules that use the pool. What `fs` does for stdout and stderr in a file is synchronous.
 * @type {{ name: PoolUser, files: RegExp }[]}
 */
const poolUsers = [
  { name: 'zlib', files: /^node:zlib$/ },
  { name: 'crypto', files: /^node:(internal\/)?crypto\b/ },
  { name: 'dns', files: /^node:(internal\/)?dns\b/ },
  { name: 'fs', files: /^node:(internal\/)?fs\b(?!\/sync_write_stream)/ }
]

/**
 * Returns the costs that no call tree holds, but that the system measures per thread: in launches without a profiler where these have them.
 * @type {(launches: LaunchCosts[], pairing: Pairing, unprofiled?: Pick<UnprofiledCpu, 'pool' | 'helpers'> | null) => MeasuredThreads[]} of
 *   the threads that the platform distinguishes
 */
export function otherThreads(launches, pairing, unprofiled = null) {
  return threadNames.flatMap(function measure(threads) {
    const costs = launches.map(launch => launch[threads])
    if (costs.includes(null) || costs.every(cost => cost === 0)) return []
    const known = threads === 'workers' ? null : (unprofiled?.[threads] ?? null)
    const cost = known ?? costDifference(costs.map(Number), pairing, dispersionOfThreads(threads))
    return [{ threads, costs: costs.map(Number), cost, isUnprofiled: known !== null }]
  })
}

/**
 * Returns a difference of profiled launches with those of threads that unprofiled launches measured.
 * @param {CostOfRows['cost']} cost @param {MeasuredThreads[]} unprofiled
 */
export function plusUnprofiled({ baseline, candidate, difference, low, high }, unprofiled) {
  return unprofiled.map(({ cost }) => cost).reduce(sumOfCosts, { baseline, candidate, difference, low, high })
}

/**
 * Returns whether such threads differ, and in the same direction in the slices that decide, which have no profiler and see the same
 * threads.
 * @param {MeasuredThreads} measured
 * @param {number} threshold of the p value
 * @param {UnprofiledThreads} unprofiled
 */
export function isShown({ threads, cost }, threshold, unprofiled) {
  if (cost.pValue > threshold) return false
  const change = unprofiled[threads] ?? null
  return change === null || (cost.difference > 0 ? change.low > 0 : change.high < 0)
}

/**
 * Returns the dispersion of costs that the system measures, for {@link costDifference}. The pool works for requests, and
 * varies as launches do; when V8's helpers work does not depend on the requests.
 * @param {OtherThreadsName} threads
 */
export function dispersionOfThreads(threads) {
  return threads === 'pool' ? 0 : null
}

/**
 * Returns the row of such threads; of the thread pool with the main-thread function that queues its work.
 * @param {MeasuredThreads} measured @param {CostMap} map @param {(costs: number[]) => CostDifference} compare
 * @returns {Omit<BlameRow, 'cost'> & { cost: CostDifference }}
 */
export function rowOfThreads({ threads, cost }, map, compare) {
  const queued = threads === 'pool' ? findQueued(map, compare, Math.sign(cost.difference)) : null
  const { group, packageName = null } = queued?.owner.category ?? {}
  return {
    group: 'other-threads',
    packageName,
    threads,
    poolUser: queued?.poolUser ?? null,
    owner: queued && functionName(queued.owner.frame),
    path: [],
    isSpread: false,
    joined: null,
    caller: queued && group !== 'app' ? callerOf(queued.owner) : null,
    cost,
    evidence: 'measured-directly'
  }
}

/**
 * Returns which work of the thread pool differs: of the modules that use it, the one whose main-thread side changes most in
 * the given direction, and the owner from which most of that is called. Where none changes, it is the only one that uses it.
 * @param {CostMap} map @param {(costs: number[]) => CostDifference} compare
 * @param {number} direction sign of the pool's own difference
 * @returns {{ poolUser: PoolUser, owner: Owner } | null} null when none changes significantly, and several use the pool
 */
function findQueued({ owners }, compare, direction) {
  const users = poolUsers.map(({ name, files }) => {
    const calls = owners.map(owner => ({ owner, costs: sumOf(callsInto(owner, files)) })).filter(hasCosts)
    return { name, calls, cost: compare(sumOf(calls.map(({ costs }) => costs))) }
  })
  const changed = users.filter(({ cost }) => cost.pValue <= ALPHA && direction * cost.difference > 0)
  const [user] = changed.sort((a, b) => direction * (b.cost.difference - a.cost.difference))
  if (!user) return onlyUser(users, compare)
  const [most] = user.calls.sort((a, b) => direction * (compare(b.costs).difference - compare(a.costs).difference))
  return most ? { poolUser: user.name, owner: most.owner } : null
}

/**
 * Returns the one module that uses the pool, called from the one owner that does: work that becomes larger in the pool alone, such as a
 * higher level of compression, changes nothing on the main thread.
 * @param {{ name: PoolUser, calls: { owner: Owner, costs: number[] }[] }[]} users
 * @param {(costs: number[]) => CostDifference} compare
 */
function onlyUser(users, compare) {
  const all = users.flatMap(({ name, calls }) =>
    calls.map(({ owner, costs }) => ({
      poolUser: name,
      owner,
      micros: compare(costs).baseline + compare(costs).candidate
    }))
  )
  const least = LEAST_CALL_SHARE * sum(all.map(({ micros }) => micros))
  const [call, otherCall] = all.filter(({ micros }) => micros > least)
  return call && !otherCall ? { poolUser: call.poolUser, owner: call.owner } : null
}

/**
 * Returns the costs of a module's functions below a node, without its synchronous ones, which do not use the pool.
 * @type {(node: CostNode, files: RegExp) => number[][]}
 */
function callsInto(node, files) {
  const found = []
  const ahead = [...node.parts.values()].reverse()
  for (let part = ahead.pop(); part; part = ahead.pop()) {
    if (!files.test(part.frame.file)) ahead.push(...[...part.parts.values()].reverse())
    else if (!part.frame.name.endsWith('Sync')) found.push(ownCosts(part))
  }
  return found
}

/** @param {{ costs: number[] }} calls */
function hasCosts({ costs }) {
  return costs.length > 0
}
