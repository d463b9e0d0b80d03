import { functionName } from '../blame/costs/cost-map.js'
import { functionKey } from '../profile/tree/function-key.js'
import { subtreeWeights } from '../profile/tree/tree-columns.js'
import { mean } from '../stats/means.js'
import { noiseOf } from './difference-noise.js'
import { flameFrame } from './flame-frame.js'
import { locatedRows } from './located-rows.js'
import { ownerAccounts } from './owner-accounts.js'
import { ownerParts, partOfSource } from './owner-parts.js'
import { ownerTree } from './owner-tree.js'

/**
 * @import { LocatedBlame } from '../blame/blame.js'
 * @import { RowSource } from '../blame/blame-rows.js'
 * @import { ComparedLaunches } from '../blame/evidence.js'
 * @import { Frame, ProfilerName } from '../profile/types.js'
 * @import { Account } from './owner-accounts.js'
 * @import { SeenThread } from './same-threads.js'
 * @import { OwnerFrame, OwnerGraph } from './types.js'
 */

/**
 * Of the difference of a row, which is significant: an interval that is wider because of lost ticks is not symmetric, so that
 * half of it can be more than the difference.
 */
const WIDEST_SHARE = 0.99

/**
 * Returns the costs of a thread's launches by owner. A frame that has the whole cost of a row of the blame has its interval too.
 * @param {SeenThread[]} threads
 * @param {object} options
 * @param {ProfilerName} options.profiler of the threads
 * @param {string[]} options.variants the baseline first
 * @param {(ComparedLaunches | null)[]} options.comparisons by candidate
 * @param {LocatedBlame[]} options.blames in the unit of the threads, by candidate
 * @param {Frame[]} options.frames of the whole graph
 * @param {string} options.folder where the servers were started
 * @param {boolean} options.isOnlyThread of the profiler
 * @returns {OwnerGraph}
 */
export function ownerGraph(threads, { profiler, variants, comparisons, blames, frames, folder, isOnlyThread }) {
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
  const blamed = own.map((blame, index) => (blame ? locatedRows(blame, { parent, self }, index + 1, graph) : []))
  return {
    frames: accounts.map(toFrame),
    nodes: { parent, self, noise: comparisons.map(noiseIn) },
    blamed
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
    const noise = noiseOf(compared, totals, accounts.length)
    own[candidate]?.rows.forEach(function useInterval({ cost: { difference, low, high } }, row) {
      const { frames: [node = -1] = [], figure = 'other' } = blamed[candidate]?.[row] ?? {}
      if (!noise || figure !== 'total' || low === null || high === null) return
      noise[node] = Math.min((high - low) / 2, WIDEST_SHARE * Math.abs(difference))
    })
    return noise
  }
}

/** @param {Account[]} accounts @returns {Map<Account['part'] | string, number>} nodes by part, and by key of the owner */
function placesOf(accounts) {
  return new Map(accounts.map(({ part, frame }, node) => [part ?? (frame ? functionKey(frame) : ''), node]))
}
