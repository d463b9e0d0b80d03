/**
 * @import { FlameFrame } from '../../../flame/types.js'
 * @import { FlameTree, Place, Scene } from './types.js'
 */

/**
 * @param {FlameFrame[]} frames
 * @param {string} query
 * @returns {Uint8Array | null} by frame, 1: its name, file or package holds the words; null: nothing is looked for
 */
export function matchFrames(frames, query) {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return null
  return Uint8Array.from(frames, ({ name, file, packageName }) =>
    [name, file, packageName ?? ''].some(text => text.toLowerCase().includes(wanted)) ? 1 : 0
  )
}

/**
 * @param {FlameTree} tree
 * @param {Uint8Array} frames that match
 * @returns {Uint8Array} nodes that match
 */
export function matchNodes({ frame }, frames) {
  return Uint8Array.from(frame, each => frames[each] ?? 0)
}

/**
 * @param {FlameTree} tree
 * @param {Uint8Array} frames that match
 * @returns {{ functions: number, costs: number[] }} by variant with all they call; what is below another match counts once
 */
export function sumMatches({ parent, frame, total }, frames) {
  const isInside = new Uint8Array(parent.length)
  const costs = total.map(() => 0)
  const seen = new Set()
  for (let node = 0; node < parent.length; node++) {
    const isBelow = isInside[parent[node] ?? -1] === 1
    const isMatch = frames[frame[node] ?? -1] === 1
    isInside[node] = isBelow || isMatch ? 1 : 0
    if (!isMatch) continue
    seen.add(frame[node])
    if (isBelow) continue
    total.forEach((column, variant) => {
      costs[variant] = (costs[variant] ?? 0) + (column[node] ?? 0)
    })
  }
  return { functions: seen.size, costs }
}

/**
 * The bars that match, the widest first.
 * @param {Scene} scene
 * @param {(lane: number, node: number) => boolean} isMatch
 * @returns {Place[]}
 */
export function matchingPlaces({ rows }, isMatch) {
  /** @type {{ row: number, bar: number, width: number }[]} */
  const places = []
  rows.forEach(({ lane, bars }, row) => {
    bars?.node.forEach((node, bar) => {
      if (isMatch(lane, node)) places.push({ row, bar, width: (bars.end[bar] ?? 0) - (bars.start[bar] ?? 0) })
    })
  })
  places.sort((a, b) => b.width - a.width || a.row - b.row || a.bar - b.bar)
  return places.map(({ row, bar }) => ({ row, bar }))
}
