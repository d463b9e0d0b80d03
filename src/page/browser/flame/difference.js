/** @import { FlameTree } from './types.js' */

/**
 * @typedef {object} NodeChange total cost of a node, candidate minus baseline
 * @property {number} difference
 * @property {number | null} noise half the 95% interval; null: unknown
 * @property {boolean} isSignificant
 * @property {'baseline' | 'candidate' | null} only the variant that has a cost where the other has none
 *
 * @typedef {object} ChangeCounts nodes with a cost in either variant
 * @property {number} more significant
 * @property {number} less significant
 * @property {number} moreOnlyCandidate of `more`, those only the candidate has
 * @property {number} lessOnlyBaseline of `less`, those only the baseline has
 * @property {number} notSignificant all where the noise is unknown
 * @property {number} onlyCandidate
 * @property {number} onlyBaseline
 * @property {number} largest significant difference
 * @property {boolean} isNoiseKnown
 */

/**
 * @param {FlameTree} tree
 * @param {number} node
 * @param {number} variant the candidate
 * @returns {NodeChange}
 */
export function changeOf({ total, noise: noises }, node, variant) {
  const baseline = total[0]?.[node] ?? 0
  const candidate = total[variant]?.[node] ?? 0
  const difference = candidate - baseline
  const noise = noises[variant - 1]?.[node] ?? null
  const only = difference === 0 ? null : baseline === 0 ? 'candidate' : candidate === 0 ? 'baseline' : null
  return { difference, noise, isSignificant: noise !== null && Math.abs(difference) > noise, only }
}

/**
 * @param {FlameTree} tree
 * @param {number} variant the candidate
 * @returns {ChangeCounts}
 */
export function countChanges(tree, variant) {
  const counts = { more: 0, less: 0, moreOnlyCandidate: 0, lessOnlyBaseline: 0, notSignificant: 0 }
  const only = { candidate: 0, baseline: 0 }
  let largest = 0
  for (let node = 0; node < tree.parent.length; node++) {
    if (!tree.total[0]?.[node] && !tree.total[variant]?.[node]) continue
    const change = changeOf(tree, node, variant)
    if (change.only) only[change.only] += 1
    if (!change.isSignificant) {
      counts.notSignificant += 1
      continue
    }
    largest = Math.max(largest, Math.abs(change.difference))
    counts[change.difference > 0 ? 'more' : 'less'] += 1
    if (change.only) counts[change.only === 'candidate' ? 'moreOnlyCandidate' : 'lessOnlyBaseline'] += 1
  }
  const isNoiseKnown = Boolean(tree.noise[variant - 1])
  return { ...counts, onlyCandidate: only.candidate, onlyBaseline: only.baseline, largest, isNoiseKnown }
}

/** The share of the largest difference from which each shade is used, the palest first. */
const shadesFrom = [0, 0.05, 0.2, 0.5]
export const SHADES = shadesFrom.length

/**
 * @param {NodeChange} change
 * @param {number} largest
 * @returns {number} 0: grey; then the shades of more, then those of less, the palest first
 */
export function shadeOf({ difference, isSignificant }, largest) {
  if (!isSignificant) return 0
  const shade = shadesFrom.findLastIndex(from => Math.abs(difference) >= from * largest)
  return 1 + shade + (difference > 0 ? 0 : SHADES)
}

/**
 * @param {FlameTree} tree
 * @param {number} variant the candidate
 * @returns {Uint8Array} by node, 1: only in the candidate, 2: only in the baseline
 */
export function markNodes(tree, variant) {
  return Uint8Array.from(tree.parent, (_, node) => {
    const { only } = changeOf(tree, node, variant)
    return only === null ? 0 : only === 'candidate' ? 1 : 2
  })
}
