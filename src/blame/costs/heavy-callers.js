/**
 * @import { CallNode } from '../../profile/types.js'
 * @import { HeavyCallers } from '../types.js'
 */

/** A caller is listed if this share of the weight that was not idle passes through it, in any variant. */
const LEAST_SHARE = 0.002
const MOST_CALLERS_DEEP = 30

/** @typedef {{ row: number, parent: number, frame: number, depth: number, self: number[] }} Caller */

/**
 * Returns who calls the functions of a bottom-up table: for each function its callers, for each caller its own callers, and so
 * on, with the self weight of the function below each of them.
 * @param {CallNode[]} nodes of the call tree of all variants
 * @param {number[][]} selfs by variant and node
 * @param {number[]} rows the frame of each row
 * @param {number[]} busy by variant
 * @returns {HeavyCallers} callers of one function by weight, the largest first
 */
export function callersOf(nodes, selfs, rows, busy) {
  const rowOf = new Map(rows.map((frame, row) => [frame, row]))
  /** @type {Caller[]} */
  const callers = []
  /** @type {Map<string, number>} */
  const known = new Map()
  nodes.forEach(function addChain({ frame, parent }, node) {
    const row = rowOf.get(frame)
    const weights = selfs.map(self => self[node] ?? 0)
    if (row === undefined || weights.every(weight => weight === 0)) return
    let below = -1
    for (let at = parent, depth = 0; at !== -1 && depth < MOST_CALLERS_DEEP; at = nodes[at]?.parent ?? -1, depth++)
      below = add(row, below, nodes[at]?.frame ?? -1, depth, weights)
  })
  return toColumns(callers.filter(isLarge), callers)

  /** @type {(row: number, parent: number, frame: number, depth: number, weights: number[]) => number} */
  function add(row, parent, frame, depth, weights) {
    const key = `${row} ${parent} ${frame}`
    const index = known.get(key) ?? callers.push({ row, parent, frame, depth, self: weights.map(() => 0) }) - 1
    known.set(key, index)
    const { self } = /** @type {Caller} */ (callers[index])
    weights.forEach((weight, variant) => {
      self[variant] = (self[variant] ?? 0) + weight
    })
    return index
  }

  /** @param {Caller} caller */
  function isLarge({ self }) {
    return self.some((weight, variant) => weight >= LEAST_SHARE * (busy[variant] ?? 0))
  }
}

/** @param {Caller[]} kept with a caller all that are between it and the function @param {Caller[]} all */
function toColumns(kept, all) {
  const ordered = kept.toSorted(
    (one, other) => one.depth - other.depth || Math.max(...other.self) - Math.max(...one.self)
  )
  const places = new Map(ordered.map((caller, place) => [caller, place]))
  return {
    row: ordered.map(({ row }) => row),
    parent: ordered.map(({ parent }) => places.get(/** @type {Caller} */ (all[parent])) ?? -1),
    frame: ordered.map(({ frame }) => frame),
    self: (ordered[0]?.self ?? []).map((_, variant) => ordered.map(({ self }) => self[variant] ?? 0))
  }
}
