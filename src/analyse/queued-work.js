import { ownCosts } from './cost-map.js'

/**
 * @typedef {import('./cost-map.js').CostNode} CostNode
 * @typedef {import('./cost-map.js').Owner} Owner
 */

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
 * @param {import('./cost-map.js').CostMap} map
 * @param {(costs: number[]) => import('../types.js').CostDifference} compare
 * @param {number} direction sign of the pool's own difference
 * @returns {{ name: string, owner: Owner } | null}
 */
export function findQueuer({ owners }, compare, direction) {
  const users = poolUsers.flatMap(({ name, files }) =>
    owners.map(owner => ({ name, owner, moved: direction * movedIn(owner, files) }))
  )
  const modules = poolUsers.map(({ name }) => ({ name, moved: sum(users.filter(user => user.name === name)) }))
  const module = modules.toSorted((a, b) => b.moved - a.moved)[0]
  if (!module || module.moved <= 0) return null
  const [most] = users.filter(({ name }) => name === module.name).sort((a, b) => b.moved - a.moved)
  return most ? { name: most.name, owner: most.owner } : null

  /**
   * @param {CostNode} node
   * @param {RegExp} files
   * @returns {number}
   */
  function movedIn(node, files) {
    return [...node.parts.values()].reduce(function add(total, part) {
      if (!files.test(part.frame.file)) return total + movedIn(part, files)
      return total + compare(ownCosts(part)).difference
    }, 0)
  }
}

/** @param {{ moved: number }[]} users */
function sum(users) {
  return users.reduce((total, { moved }) => total + moved, 0)
}
