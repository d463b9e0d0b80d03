import { cutText, textPx } from '../../browser/text-width.js'
import { edgesOf } from '../scene/geometry.js'
import { PADDING_PX } from './heading.js'

/** @import { Drawing } from './painter.js' */

const NARROWEST_PX = 80

/**
 * Names the differences of a row of owners whose bars are too narrow for their names, in the space to the right of the row.
 * @type {(context: CanvasRenderingContext2D, drawing: Drawing, row: number) => void}
 */
export function paintCallouts(context, drawing, row) {
  const { scene, ranges, layout, widthPx, scrollPx, plain, calloutOf } = drawing
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const tree = scene.lanes[lane]?.tree
  if (!tree?.isByOwner || !bars) return
  let end = 0
  /** @type {string[]} */
  const labels = []
  bars.node.forEach(function callOut(node, bar) {
    const edges = edgesOf(scene, ranges, { row, bar }, widthPx)
    if (!edges) return
    end = Math.max(end, edges.right)
    const label = calloutOf(tree, node)
    if (label && edges.right - edges.left < textPx(context, label) + 2 * PADDING_PX) labels.push(label)
  })
  const left = end + 2 * PADDING_PX
  const roomPx = widthPx - left - PADDING_PX
  if (labels.length === 0 || roomPx < NARROWEST_PX) return
  context.fillStyle = plain.text
  const y = layout.topOf(row) - scrollPx + (layout.heightOf(row) - 1) / 2
  context.fillText(cutText(context, labels.join('; '), roomPx), left, y)
}
