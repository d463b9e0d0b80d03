import { subtreeWeights } from '../profile/tree/tree-columns.js'
import { sum } from '../stats/means.js'

/** @import { LocatedBlame } from '../blame/blame.js' */
/** @import { RowSource } from '../blame/blame-rows.js' */
/** @import { LocatedRow, OwnerGraph } from './types.js' */

/** Of both costs: two sums of the same costs, in another order. */
const ROUNDING = 1e-9
const NO_ROW = -1

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
export function locatedRows({ rows, sources, displacedSources }, { parent, self }, candidate, graph) {
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
