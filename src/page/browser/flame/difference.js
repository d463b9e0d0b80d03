/** @import { FlameTree } from './types.js' */

/**
 * @typedef {object} NodeChange a node with all it calls, candidate against baseline
 * @property {number} difference
 * @property {number | null} noise half the 95 % interval; null: not known
 * @property {boolean} isSure outside the noise
 * @property {'new' | 'vanished' | null} only in one of them
 *
 * @typedef {object} ChangeCounts of calls that cost anything in either
 * @property {number} more sure
 * @property {number} less sure
 * @property {number} new of those that cost more
 * @property {number} vanished of those that cost less
 * @property {number} unsure within the noise, or all when it is not known
 * @property {number} unsureNew
 * @property {number} unsureVanished
 * @property {number} largest of the sure differences
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
  const isSure = noise !== null && Math.abs(difference) > noise
  return { difference, noise, isSure, only: baseline === candidate ? null : onlyIn(baseline, candidate) }
}

/**
 * @param {number} baseline
 * @param {number} candidate
 */
function onlyIn(baseline, candidate) {
  if (baseline === 0) return 'new'
  return candidate === 0 ? 'vanished' : null
}

/**
 * @param {FlameTree} tree
 * @param {number} variant the candidate
 * @returns {ChangeCounts}
 */
export function countChanges(tree, variant) {
  const counts = { more: 0, less: 0, new: 0, vanished: 0, unsure: 0, unsureNew: 0, unsureVanished: 0, largest: 0 }
  for (let node = 0; node < tree.parent.length; node++) {
    if (!tree.total[0]?.[node] && !tree.total[variant]?.[node]) continue
    count(changeOf(tree, node, variant))
  }
  return { ...counts, isNoiseKnown: Boolean(tree.noise[variant - 1]) }

  /** @param {NodeChange} change */
  function count({ difference, isSure, only }) {
    if (!isSure) {
      counts.unsure += 1
      if (only === 'new') counts.unsureNew += 1
      if (only === 'vanished') counts.unsureVanished += 1
      return
    }
    counts.largest = Math.max(counts.largest, Math.abs(difference))
    if (difference > 0) counts.more += 1
    else counts.less += 1
    if (only) counts[only] += 1
  }
}

/** From which part of the largest difference on a shade is used, the palest first. */
const shadesFrom = [0, 0.05, 0.2, 0.5]
export const SHADES = shadesFrom.length

/**
 * @param {NodeChange} change
 * @param {number} largest
 * @returns {number} 0: grey; then the shades of more, then those of less, the palest first
 */
export function shadeOf({ difference, isSure }, largest) {
  if (!isSure) return 0
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
    if (only === null) return 0
    return only === 'new' ? 1 : 2
  })
}
