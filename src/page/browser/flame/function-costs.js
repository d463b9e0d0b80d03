/**
 * @import { FlameFrame } from '../../../flame/types.js'
 * @import { FlameTree } from './types.js'
 */

/**
 * @typedef {{ frame: number, self: number[], total: number[] }} FunctionRow costs by variant
 * @typedef {{ by: 'name' | 'place' | 'self' | 'total' | 'difference', variant: number, isDown: boolean }} Sorting
 */

/**
 * What each function costs, wherever it is called; a call of itself counts once in its total.
 * @param {FlameTree} tree
 * @returns {FunctionRow[]} in the order of `tree.frames`, of those that are in the tree
 */
export function functionCosts({ frames, frame, self, total, isOutermost }) {
  /** @type {FunctionRow[]} */
  const rows = frames.map((_, index) => ({ frame: index, self: self.map(() => 0), total: self.map(() => 0) }))
  const isSeen = new Uint8Array(frames.length)
  frame.forEach(function add(called, node) {
    const row = rows[called]
    if (!row) return
    isSeen[called] = 1
    for (let variant = 0; variant < self.length; variant++) {
      row.self[variant] = (row.self[variant] ?? 0) + (self[variant]?.[node] ?? 0)
      if (isOutermost[node]) row.total[variant] = (row.total[variant] ?? 0) + (total[variant]?.[node] ?? 0)
    }
  })
  return rows.filter(row => isSeen[row.frame])
}

/**
 * @param {FunctionRow[]} rows
 * @param {FlameFrame[]} frames
 * @param {Sorting} sorting
 * @returns {FunctionRow[]} a new array
 */
export function sortFunctions(rows, frames, { by, variant, isDown }) {
  const sign = isDown ? -1 : 1
  if (by === 'name' || by === 'place') {
    const texts = frames.map(frame => (by === 'name' ? frame.name : `${frame.file}:${frame.line ?? ''}`).slice(0, 500))
    return rows.toSorted((a, b) => sign * compareTexts(texts[a.frame] ?? '', texts[b.frame] ?? ''))
  }
  return rows.toSorted((a, b) => sign * (figure(a) - figure(b)) || a.frame - b.frame)

  /** @param {FunctionRow} row */
  function figure(row) {
    if (by === 'difference') return (row.total[variant] ?? 0) - (row.total[0] ?? 0)
    return row[by === 'self' ? 'self' : 'total'][variant] ?? 0
  }
}

/**
 * Compares texts in the same order in every locale.
 * @param {string} one
 * @param {string} other
 */
function compareTexts(one, other) {
  if (one === other) return 0
  return one < other ? -1 : 1
}
