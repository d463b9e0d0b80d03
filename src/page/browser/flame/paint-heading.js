import { HEADING_PX, ROW_PX } from './layout.js'
import { rulerOf } from './ruler.js'
import { cutText, textPx } from './text-width.js'

/** @import { Sight } from './painter.js' */

export const PADDING_PX = 4
const TICK_PX = 70

/**
 * What a lane is, what its width means, and below that its ruler: of time from where it begins, of cost from 0 at the left
 * edge, since a cost has no place.
 * @param {CanvasRenderingContext2D} pen
 * @param {Sight} sight
 * @param {number} row
 * @param {number} top
 */
export function paintHeading(pen, { scene, ranges, plain, unit, meaning, widthPx }, row, top) {
  const lane = scene.rows[row]?.lane ?? 0
  const range = ranges[lane]
  if (!range) return
  const from = scene.axis === 'time' ? range.from : 0
  const ruler = rulerOf(from, from + range.to - range.from, widthPx / TICK_PX, scene.axis === 'time' ? 'time' : unit)
  const [titleY, ticksY] = [top + ROW_PX / 2, top + 1.5 * ROW_PX]
  pen.fillStyle = plain.surface
  pen.fillRect(0, top, widthPx, HEADING_PX - 1)
  pen.fillStyle = plain.muted
  const axis = `${meaning}, ${ruler.unit}`
  const axisLeft = widthPx - textPx(pen, axis) - PADDING_PX
  pen.fillText(axis, axisLeft, titleY)
  for (const { share, text } of ruler.ticks) {
    const x = share * widthPx
    if (x + textPx(pen, text) + 2 * PADDING_PX > widthPx) continue
    pen.fillRect(x, top + ROW_PX, 1, ROW_PX - 1)
    pen.fillText(text, x + PADDING_PX, ticksY)
  }
  pen.fillStyle = plain.text
  const heading = scene.lanes[lane]?.heading ?? ''
  pen.fillText(cutText(pen, heading, axisLeft - 3 * PADDING_PX), PADDING_PX, titleY)
}
