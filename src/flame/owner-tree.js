import { sum } from '../stats/means.js'

/** @import { Account } from './owner-accounts.js' */

/**
 * The share of a function's stacks that have another function above it, from which on it is below that one. Not all of them:
 * a sample can lack the outermost calls.
 */
const NEARLY_ALL = 0.95

/**
 * Returns owners and their parts as a tree, depth first, the costliest first. A part is below its owner. An owner is below the
 * innermost function of the app that is above it on nearly all of its stacks, as a dominator is. So a function that only one
 * variant calls on the way to others changes nothing about them.
 * @param {Account[]} accounts a part after what it is a part of
 * @returns {{ accounts: Account[], parent: number[] }} in the order of the tree
 */
export function ownerTree(accounts) {
  const callers = new Map(accounts.map(account => [account, callersOf(account)]))
  /** @type {Map<Account | null, Account[]>} */
  const below = new Map()
  for (const account of accounts) {
    const parent = account.within ?? innermost(account)
    below.set(parent, [...(below.get(parent) ?? []), account])
  }
  /** @type {Map<Account, number>} */
  const totals = new Map()
  for (const root of childrenOf(null)) addTotals(root)
  /** @type {{ accounts: Account[], parent: number[] }} */
  const tree = { accounts: [], parent: [] }
  addBelow(null, -1)
  return tree

  /** Has fewer callers than the account, so that no two are below each other. @type {(account: Account) => Account | null} */
  function innermost(account) {
    const outer = callersIn(account).filter(app => callersIn(app).length < callersIn(account).length)
    return outer.toSorted((a, b) => callersIn(b).length - callersIn(a).length)[0] ?? null
  }

  /** @param {Account} account */
  function callersIn(account) {
    return callers.get(account) ?? []
  }

  /** @param {Account | null} account */
  function childrenOf(account) {
    return below.get(account) ?? []
  }

  /** @param {Account} account @returns {number} */
  function addTotals(account) {
    const total = sum([...account.self]) + sum(childrenOf(account).map(addTotals))
    totals.set(account, total)
    return total
  }

  /** @type {(account: Account | null, place: number) => void} */
  function addBelow(account, place) {
    const costs = childrenOf(account).filter(child => (totals.get(child) ?? 0) > 0)
    for (const child of costs.sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0))) {
      tree.accounts.push(child)
      addBelow(child, tree.parent.push(place) - 1)
    }
  }
}

/** @param {Account} account @returns {Account[]} functions of the app that are above it on nearly all of its stacks */
function callersOf({ above, total }) {
  return [...above].flatMap(([app, cost]) => (cost >= NEARLY_ALL * total ? [app] : []))
}
