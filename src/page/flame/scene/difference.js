/** @import { FlameTree } from '../types.js' */

/**
 * @typedef {object} NodeChange total cost of a node, candidate minus baseline
 * @property {number} difference
 * @property {number | null} noise half the 95% interval; null: unknown
 * @property {boolean} isSignificant
 * @property {'baseline' | 'candidate' | null} only the variant that has a cost where the other has none
 */

/** Compares a candidate with the baseline. @type {(tree: FlameTree, node: number, candidate: number) => NodeChange} */
export function changeOf({ total, noise: noises }, node, candidate) {
  const before = total[0]?.[node] ?? 0
  const after = total[candidate]?.[node] ?? 0
  const difference = after - before
  const noise = noises[candidate - 1]?.[node] ?? null
  const only = difference === 0 ? null : before === 0 ? 'candidate' : after === 0 ? 'baseline' : null
  return { difference, noise, isSignificant: noise !== null && Math.abs(difference) > noise, only }
}

/**
 * Counts nodes with a cost in either variant by their change; `more` and `less` are significant, and `largest` is the largest
 * significant difference.
 * @param {FlameTree} tree
 * @param {number} candidate
 */
export function countChanges(tree, candidate) {
  const counts = { more: 0, less: 0, moreOnlyCandidate: 0, lessOnlyBaseline: 0, notSignificant: 0 }
  const only = { candidate: 0, baseline: 0 }
  let largest = 0
  for (let node = 0; node < tree.parent.length; node++) {
    if (!tree.total[0]?.[node] && !tree.total[candidate]?.[node]) continue
    const change = changeOf(tree, node, candidate)
    if (change.only) only[change.only] += 1
    if (!change.isSignificant) {
      counts.notSignificant += 1
      continue
    }
    largest = Math.max(largest, Math.abs(change.difference))
    if (change.difference > 0) counts.more += 1
    else counts.less += 1
    if (change.only) counts[change.only === 'candidate' ? 'moreOnlyCandidate' : 'lessOnlyBaseline'] += 1
  }
  const isNoiseKnown = Boolean(tree.noise[candidate - 1])
  return { ...counts, onlyCandidate: only.candidate, onlyBaseline: only.baseline, largest, isNoiseKnown }
}

/** The share of the largest difference from which each shade is used, the palest first. */
const shadesFrom = [0, 0.05, 0.2, 0.5]
export const SHADES = shadesFrom.length

/** Returns 0: grey; then shades of more, then of less. @type {(change: NodeChange, largest: number) => number} */
export function shadeOf({ difference, isSignificant }, largest) {
  if (!isSignificant) return 0
  const shade = shadesFrom.findLastIndex(from => Math.abs(difference) >= from * largest)
  return 1 + shade + (difference > 0 ? 0 : SHADES)
}

/**
 * Returns 1: only in the candidate, 2: only in the baseline.
 * @type {(tree: FlameTree, candidate: number) => Uint8Array}
 */
export function markNodes(tree, candidate) {
  return Uint8Array.from(tree.parent, (_, node) => {
    const { only } = changeOf(tree, node, candidate)
    return only === null ? 0 : only === 'candidate' ? 1 : 2
  })
}
