import { costDifference } from './cost-difference.js'
import { ownCosts, ownersBelow } from './cost-tree.js'

/**
 * @typedef {import('./cost-tree.js').CostNode} CostNode
 * @typedef {import('./cost-difference.js').Pairing} Pairing
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
 * @param {CostNode} root
 * @param {Pairing} pairing
 * @param {number} direction sign of the pool's own difference
 * @returns {{ name: string, owner: CostNode } | null}
 */
export function findQueuer(root, pairing, direction) {
  const users = poolUsers.flatMap(({ name, files }) =>
    ownersBelow(root).map(owner => ({ name, owner, moved: direction * movedIn(owner, files) }))
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
      return total + costDifference(ownCosts(part), pairing, null).difference
    }, 0)
  }
}

/** @param {{ moved: number }[]} users */
function sum(users) {
  return users.reduce((total, { moved }) => total + moved, 0)
}
