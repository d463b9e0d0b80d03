import { ownCosts, sumOf } from './cost-map.js'

/**
 * @import { CostMap, CostNode, Owner } from './cost-map.js'
 * @import { CostDifference } from './types.js'
 */

const BELIEVED = 0.05
/** Modules of node that give work to libuv's thread pool. */
const poolUsers = [
  { name: 'zlib', files: /^node:zlib$/ },
  { name: 'crypto', files: /^node:(internal\/)?crypto\b/ },
  { name: 'dns', files: /^node:(internal\/)?dns\b/ },
  { name: 'fs', files: /^node:(internal\/)?fs\b/ }
]

/**
 * Who gives more (or less) work to the thread pool in the candidate: of the modules that use it, the one whose main-thread
 * side moves most in the direction given, and the owner from which most of that is called.
 * @param {CostMap} map
 * @param {(costs: number[]) => CostDifference} compare
 * @param {number} direction sign of the pool's own difference
 * @returns {{ name: string, owner: Owner } | null} null when none moves surely
 */
export function findQueuer({ owners }, compare, direction) {
  const users = poolUsers.map(({ name, files }) => {
    const calls = owners.map(owner => ({ owner, costs: sumOf(callsInto(owner, files)) })).filter(hasCosts)
    return { name, calls, cost: compare(sumOf(calls.map(({ costs }) => costs))) }
  })
  const moved = users.filter(({ cost }) => cost.pValue <= BELIEVED && direction * cost.difference > 0)
  const [user] = moved.sort((a, b) => direction * (b.cost.difference - a.cost.difference))
  if (!user) return null
  const [most] = user.calls.sort((a, b) => direction * (compare(b.costs).difference - compare(a.costs).difference))
  return most ? { name: user.name, owner: most.owner } : null
}

/**
 * The costs of a module's functions below a node, but for those that do their work at once.
 * @param {CostNode} node
 * @param {RegExp} files
 * @returns {number[][]}
 */
function callsInto(node, files) {
  return [...node.parts.values()].flatMap(function look(part) {
    if (!files.test(part.frame.file)) return callsInto(part, files)
    return part.frame.name.endsWith('Sync') ? [] : [ownCosts(part)]
  })
}

/** @param {{ costs: number[] }} calls */
function hasCosts({ costs }) {
  return costs.length > 0
}
