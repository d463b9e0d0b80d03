/**
 * @import { FlameFrame } from '../../../flame/types.js'
 * @import { FlameTree } from './types.js'
 */

/** @typedef {{ name: string, file: string, line: number | null }} WantedFrame */

/**
 * Where functions are called one below the other, with any others between them. Those that the tree does not know at all
 * are left out.
 * @param {FlameTree} tree
 * @param {WantedFrame[]} path from the outer function to the inner one
 * @param {Float64Array} widths what the dearest place is chosen by
 * @returns {{ lit: Uint8Array, outer: number, inner: number } | null} `lit`: the nodes of the path, wherever it is
 */
export function findPath(tree, path, widths) {
  const wanted = path.map(frame => matchingFrames(tree.frames, frame)).filter(frames => frames.size > 0)
  const innermost = wanted.at(-1)
  if (!innermost) return null
  const lit = new Uint8Array(tree.parent.length)
  let best = { outer: -1, inner: -1, width: -1 }
  for (let node = 0; node < tree.parent.length; node++) {
    if (!innermost.has(tree.frame[node] ?? -1)) continue
    const places = climb(node)
    if (!places) continue
    for (const place of places) lit[place] = 1
    const width = widths[node] ?? 0
    if (width > best.width) best = { outer: places.at(-1) ?? node, inner: node, width }
  }
  return best.inner < 0 ? null : { lit, outer: best.outer, inner: best.inner }

  /**
   * @param {number} inner
   * @returns {number[] | null} the nodes of the path from the inner one out
   */
  function climb(inner) {
    const places = [inner]
    for (
      let node = tree.parent[inner] ?? -1;
      node >= 0 && places.length < wanted.length;
      node = tree.parent[node] ?? -1
    ) {
      if (wanted[wanted.length - 1 - places.length]?.has(tree.frame[node] ?? -1)) places.push(node)
    }
    return places.length === wanted.length ? places : null
  }
}

/**
 * @param {FlameFrame[]} frames
 * @param {WantedFrame} wanted
 */
function matchingFrames(frames, wanted) {
  /** @type {Set<number>} */
  const found = new Set()
  frames.forEach((frame, index) => {
    if (isSame(frame, wanted)) found.add(index)
  })
  return found
}

/**
 * @param {FlameFrame} frame
 * @param {WantedFrame} wanted whose file may be told from another folder
 */
function isSame(frame, wanted) {
  if (frame.name !== wanted.name) return false
  if (frame.line !== null && wanted.line !== null && frame.line !== wanted.line) return false
  return frame.file === wanted.file || endsWithPath(wanted.file, frame.file) || endsWithPath(frame.file, wanted.file)
}

/**
 * @param {string} file
 * @param {string} end
 */
function endsWithPath(file, end) {
  return end !== '' && /[\\/]$/.test(file.slice(0, -end.length)) && file.endsWith(end)
}
