import { functionName } from '../blame/costs/cost-map.js'
import { functionKey } from '../profile/tree/frames.js'
import { subtreeWeights } from '../profile/tree/tree-columns.js'
import { mean, sum } from '../stats/means.js'
import { flameFrame, noiseOf } from './frames.js'
import { ownerAccounts, ownerParts, partOfSource } from './owner-accounts.js'

/** @import { RowSource } from '../blame/blame-rows.js' */
/** @import { LocatedBlame } from '../blame/blame.js' */
/** @import { ComparedLaunches } from '../blame/evidence.js' */
/** @import { Frame, ProfilerName } from '../profile/types.js' */
/** @import { SeenThread } from './flame-graphs.js' */
/** @import { Account } from './owner-accounts.js' */
/** @import { LocatedRow, OwnerFrame, OwnerGraph } from './types.js' */

/**
 * The share of a function's stacks that have another function above it, from which on it is below that one. Not all of them:
 * a sample can lack the outermost calls.
 */
const NEARLY_ALL = 0.95

/**
 * Of the difference of a row, which is significant: an interval that is wider because of lost ticks is not symmetric, so that
 * half of it can be more than the difference.
 */
const WIDEST_SHARE = 0.99

/**
 * What the graphs of a thread are made from.
 * @typedef {object} GraphOptions
 * @property {ProfilerName} profiler of the thread
 * @property {string[]} variants the baseline first
 * @property {(ComparedLaunches | null)[]} comparisons by candidate
 * @property {LocatedBlame[]} blames by candidate
 * @property {string} folder where the servers were started
 * @property {boolean} isOnlyThread of the profiler
 * @property {boolean} hasOtherThreads whether the CPU of threads that were not sampled is also in it
 */

/** Of both costs: two sums of the same costs, in another order. */
const ROUNDING = 1e-9
const NO_ROW = -1
/** Threads that no profiler samples. */
const unsampled = /** @type {const} */ (['pool', 'helpers'])

/**
 * Returns the costs of a thread's launches by owner. A frame that has the whole cost of a row of the blame has its interval too.
 * @param {SeenThread[]} threads
 * @param {GraphOptions & { frames: Frame[] }} options `frames`: of the whole graph; `blames`: in the unit of the threads
 * @returns {OwnerGraph}
 */
export function ownerGraph(threads, options) {
  const { profiler, variants, comparisons, blames, frames, folder, isOnlyThread, hasOtherThreads } = options
  const parts = ownerParts(blames)
  const { accounts, parent } = ownerTree(ownerAccounts(threads, parts))
  const places = placesOf(accounts)
  const indexes = new Map(frames.map((frame, index) => [functionKey(frame), index]))
  const costs = threads.map((_, launch) => accounts.map(account => account.self[launch] ?? 0))
  const totals = new Map(threads.map(({ launch }, index) => [launch, subtreeWeights(parent, costs[index] ?? [])]))
  const self = variants.map(name => {
    const own = costs.filter((_, index) => threads[index]?.launch.variant === name)
    return accounts.map((_, node) => mean(own.map(ofLaunch => ofLaunch[node] ?? 0)))
  })
  const own = variants.slice(1).map(name => blames.find(blame => isSameBlame(blame, name)) ?? null)
  const graph = { nodeOf, isPart, isOnlyThread }
  const others = hasOtherThreads ? otherThreads(own) : []
  const blamed = own.map((blame, index) =>
    blame ? locatedRows(blame, { parent, self }, index + 1, graph).map(onOtherThreads(blame)) : []
  )
  return {
    frames: [...accounts.map(toFrame), ...others.map(({ name }) => frameOfThreads(name))],
    nodes: {
      parent: [...parent, ...others.map(() => -1)],
      self: self.map((column, variant) => [...column, ...others.map(({ costs }) => costs[variant] ?? 0)]),
      noise: comparisons.map(noiseIn)
    },
    blamed
  }

  /** Locates the rows of threads that are a frame of their own. @param {LocatedBlame} blame */
  function onOtherThreads({ rows }) {
    return (/** @type {LocatedRow} */ located, /** @type {number} */ row) => {
      const at = others.findIndex(({ name }) => name === rows[row]?.threads)
      return at < 0 ? located : /** @type {LocatedRow} */ ({ frames: [accounts.length + at], figure: 'total' })
    }
  }

  /** @type {(blame: LocatedBlame, candidate: string) => boolean} */
  function isSameBlame(blame, candidate) {
    return blame.candidate === candidate && blame.profiler === profiler
  }

  /** @param {RowSource} source @returns {number | []} */
  function nodeOf(source) {
    return places.get(partOfSource(parts, source) ?? source.owner.key) ?? []
  }

  /** @param {number} node */
  function isPart(node) {
    return accounts[node]?.within !== null
  }

  /** @param {Account} account @returns {OwnerFrame} */
  function toFrame({ frame, category, part }) {
    if (!frame) return { name: '', file: '', line: null, column: null, ...category, frame: null }
    const calls = part?.path.map(call => functionName(call.frame))
    return {
      ...flameFrame(frame, folder),
      ...category,
      frame: indexes.get(functionKey(frame)) ?? null,
      ...(calls && { calls }),
      ...(frame.replaces !== undefined && { replaces: frame.replaces })
    }
  }

  /** @param {ComparedLaunches | null} compared @param {number} candidate */
  function noiseIn(compared, candidate) {
    const sampled = noiseOf(compared, totals, accounts.length)
    const noise = sampled && [...sampled, ...others.map(({ halves }) => halves[candidate] ?? 0)]
    own[candidate]?.rows.forEach(function useInterval({ cost: { difference, low, high } }, row) {
      const { frames: [node = -1] = [], figure = 'other' } = blamed[candidate]?.[row] ?? {}
      if (!noise || figure !== 'total' || low === null || high === null) return
      noise[node] = Math.min((high - low) / 2, WIDEST_SHARE * Math.abs(difference))
    })
    return noise
  }
}

/**
 * Returns the CPU of threads that no profiler samples: costs by variant, and half the interval of each difference by candidate.
 * @param {(LocatedBlame | null)[]} blames by candidate
 */
function otherThreads(blames) {
  return unsampled.flatMap(function ofThreads(name) {
    const groups = blames.map(blame => blame?.groups.find(({ threads }) => threads === name)?.cost)
    const [known] = groups.filter(Boolean)
    if (!known) return []
    const costs = [known.baseline, ...groups.map(cost => cost?.candidate ?? known.baseline)]
    const halves = groups.map(cost => (Number(cost?.high ?? Infinity) - Number(cost?.low ?? 0)) / 2)
    return [{ name, costs, halves }]
  })
}

/** @param {typeof unsampled[number]} threads @returns {OwnerFrame} */
function frameOfThreads(threads) {
  return { name: '', file: '', line: null, column: null, group: 'native', packageName: null, frame: null, threads }
}

/** @param {Account[]} accounts @returns {Map<Account['part'] | string, number>} nodes by part, and by key of the owner */
function placesOf(accounts) {
  return new Map(accounts.map(({ part, frame }, node) => [part ?? (frame ? functionKey(frame) : ''), node]))
}

/**
 * Returns owners and their parts as a tree, depth first, the costliest first. A part is below its owner. An owner is below the
 * innermost function of the app that is above it on nearly all of its stacks, as a dominator is. So a function that only one
 * variant calls on the way to others changes nothing about them.
 * @param {Account[]} accounts a part after what it is a part of
 * @returns {{ accounts: Account[], parent: number[] }} in the order of the tree
 */
function ownerTree(accounts) {
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

/**
 * Returns the frames whose differences add up to those of the rows of a blame. All frames of a row that are below another one
 * of it, which has nothing else below, are in the total of that one.
 * @param {LocatedBlame} blame @param {Pick<OwnerGraph['nodes'], 'parent' | 'self'>} nodes
 * @param {number} candidate index of the variant
 * @param {object} graph @param {(source: RowSource) => number | []} graph.nodeOf
 * @param {(node: number) => boolean} graph.isPart whether a frame is a part of the owner that is its parent
 * @param {boolean} graph.isOnlyThread whether the profiler has no graph of another thread
 * @returns {LocatedRow[]}
 */
function locatedRows({ rows, sources, displacedSources }, { parent, self }, candidate, graph) {
  const own = self[0]?.map((cost, node) => (self[candidate]?.[node] ?? 0) - cost) ?? []
  const totals = subtreeWeights(parent, own)
  const rowAt = rowsOfNodes()
  const isWhole = wholeFrames(parent, rowAt)
  return rows.map(locate)

  /** Returns by node the row that its own cost is of. */
  function rowsOfNodes() {
    /** @type {Map<number, number>} */
    const named = new Map()
    for (const node of displacedSources.flatMap(graph.nodeOf)) named.set(node, NO_ROW)
    sources.forEach(function name(ofRow, row) {
      if (!rows[row]?.isSpread) for (const node of ofRow.flatMap(graph.nodeOf)) named.set(node, row)
    })
    /** @type {number[]} */
    const found = []
    parent.forEach(function find(above, node) {
      found.push(named.get(node) ?? (graph.isPart(node) ? (found[above] ?? NO_ROW) : NO_ROW))
    })
    return found
  }

  /** @type {(blamed: LocatedBlame['rows'][0], row: number) => LocatedRow} */
  function locate({ cost, isSpread, threads }, row) {
    if (threads !== null) return { frames: [], figure: 'other', because: 'threads' }
    const found = isSpread ? (sources[row] ?? []).flatMap(graph.nodeOf) : outermostOf(row)
    const ownFrames = isSpread ? [] : found.filter(node => !isWhole[node])
    const partOf = (/** @type {number} */ node) => (ownFrames.includes(node) ? own : totals)[node] ?? 0
    const frames = found.toSorted((a, b) => Math.abs(partOf(b)) - Math.abs(partOf(a)))
    const missing = cost.difference - sum(frames.map(partOf))
    const isSame = Math.abs(missing) <= ROUNDING * (Math.abs(cost.baseline) + Math.abs(cost.candidate))
    if (!isSame)
      return { frames, figure: 'other', because: isSpread ? 'spread' : graph.isOnlyThread ? 'rounds' : 'threads' }
    if (frames.length !== 1) return { frames, figure: 'sum', ...(ownFrames.length > 0 && { ownFrames }) }
    return { frames, figure: ownFrames.length > 0 ? 'own' : 'total' }
  }

  /** @param {number} row */
  function outermostOf(row) {
    return [...rowAt.keys()].filter(function isOutermost(node) {
      const above = parent[node] ?? NO_ROW
      return rowAt[node] === row && !(isWhole[above] && rowAt[above] === row)
    })
  }
}

/** Returns by node 1: it and all below it are of one row. @type {(parent: number[], rowAt: number[]) => Uint8Array} */
function wholeFrames(parent, rowAt) {
  const isWhole = Uint8Array.from(rowAt, row => (row === NO_ROW ? 0 : 1))
  for (let node = parent.length - 1; node >= 0; node--) {
    const above = parent[node] ?? NO_ROW
    if (above >= 0 && (!isWhole[node] || rowAt[above] !== rowAt[node])) isWhole[above] = 0
  }
  return isWhole
}
