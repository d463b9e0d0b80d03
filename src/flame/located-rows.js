import { subtreeWeights } from '../profile/tree-columns.js'
import { sum } from '../stats/means.js'

/**
 * @import { LocatedBlame } from '../blame/blame.js'
 * @import { LocatedRow, OwnerGraph } from './types.js'
 */

/** Of the difference: two sums of the same costs, in another order. */
const ROUNDING = 1e-9

/**
 * Returns which frames the rows of a blame are in, and which of their figures is that of the row.
 * @param {LocatedBlame} blame
 * @param {Pick<OwnerGraph['nodes'], 'parent' | 'self'>} nodes
 * @param {number} candidate index of the variant
 * @param {(source: LocatedBlame['sources'][0][0]) => number | []} nodeOf
 * @returns {LocatedRow[]}
 */
export function locatedRows({ rows, sources }, { parent, self }, candidate, nodeOf) {
  const own = self[0]?.map((cost, node) => (self[candidate]?.[node] ?? 0) - cost) ?? []
  const totals = subtreeWeights(parent, own)
  return rows.map(({ cost }, row) => {
    const frames = [...new Set(sources[row]?.flatMap(nodeOf))]
    return { frames, figure: figureOf(frames, cost.difference) }
  })

  /** @type {(frames: number[], difference: number) => LocatedRow['figure']} */
  function figureOf(frames, difference) {
    const [first = -1] = frames
    if (frames.length === 1 && isSame(totals[first], difference)) return 'total'
    if (frames.length === 1 && isSame(own[first], difference)) return 'own'
    return isSame(sum(frames.map(frame => own[frame] ?? 0)), difference) ? 'sum' : 'other'
  }
}

/** @type {(one: number | undefined, other: number) => boolean} */
function isSame(one = 0, other) {
  return Math.abs(one - other) <= ROUNDING * Math.abs(other)
}
