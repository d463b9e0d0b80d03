import { axisUnit, formatTick } from '../../../report/words/format.js'
import { cutText, textPx } from '../../browser/text-width.js'
import { edgesOf } from '../scene/geometry.js'
import { HEADING_PX, ROW_PX } from '../scene/layout.js'

/** @import { FlameGraph } from '../../../flame/types.js' */
/** @import { Drawing } from './painter.js' */

/** @typedef {{ unit: string, ticks: { share: number, text: string }[] }} Ruler */

export const PADDING_PX = 4
const TICK_PX = 70
/** Less room has no callout. */
const NARROWEST_PX = 80
/** The unit of every timeline. */
const MS = { size: 1e3, name: 'ms' }

/**
 * Draws the heading of a lane, the meaning of the width, and below them the ruler: of time from where the range begins, of
 * cost from 0 at the left edge, as a cost has no position.
 * @type {(context: CanvasRenderingContext2D, drawing: Drawing, row: number, top: number) => void}
 */
export function paintHeading(context, { scene, ranges, plain, unit, widthMeaning, widthPx }, row, top) {
  const lane = scene.rows[row]?.lane ?? 0
  const range = ranges[lane]
  if (!range) return
  const from = scene.axis === 'time' ? range.from : 0
  const ruler = rulerOf(from, from + range.to - range.from, widthPx / TICK_PX, scene.axis === 'time' ? 'time' : unit)
  const [titleY, ticksY] = [top + ROW_PX / 2, top + 1.5 * ROW_PX]
  context.fillStyle = plain.surface
  context.fillRect(0, top, widthPx, HEADING_PX - 1)
  context.fillStyle = plain.muted
  const axis = `${widthMeaning}, ${ruler.unit}`
  const axisLeft = widthPx - textPx(context, axis) - PADDING_PX
  context.fillText(axis, axisLeft, titleY)
  for (const { share, text } of ruler.ticks) {
    const x = share * widthPx
    if (x + textPx(context, text) + 2 * PADDING_PX > widthPx) continue
    context.fillRect(x, top + ROW_PX, 1, ROW_PX - 1)
    context.fillText(text, x + PADDING_PX, ticksY)
  }
  context.fillStyle = plain.text
  const heading = scene.lanes[lane]?.heading ?? ''
  context.fillText(cutText(context, heading, axisLeft - 3 * PADDING_PX), PADDING_PX, titleY)
}

/**
 * Returns at most so many ticks, all in one unit; `share` is the position in the width.
 * @type {(from: number, to: number, most: number, measure: FlameGraph['unit'] | 'time') => Ruler}
 */
export function rulerOf(from, to, most, measure) {
  const { size, name } = measure === 'time' ? MS : axisUnit(to, measure)
  const ticks = ticksIn(from, to, most).map(tick => ({
    share: (tick - from) / (to - from),
    text: formatTick(tick / size)
  }))
  return { unit: name, ticks }
}

/** Returns at most so many round numbers. @type {(from: number, to: number, most: number) => number[]} */
function ticksIn(from, to, most) {
  const rough = (to - from) / Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5].find(each => each * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}

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
