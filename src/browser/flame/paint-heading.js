import { ROW_PX } from './layout.js'
import { ticksIn } from './range.js'
import { costInWords } from './words.js'

export const PADDING_PX = 4
/** The middle of the text, in its row. */
const TEXT_PX = (ROW_PX - 1) / 2
const TICK_PX = 90

/**
 * What a lane is, and its ruler: of time from where it begins, of cost from the left edge, since a cost has no place.
 * @param {CanvasRenderingContext2D} pen
 * @param {import('./painter.js').Sight} sight
 * @param {number} row
 */
export function paintHeading(pen, { scene, layout, ranges, plain, unit, widthPx, scrollPx }, row) {
  const lane = scene.rows[row]?.lane ?? 0
  const range = ranges[lane]
  const heading = scene.lanes[lane]?.heading ?? ''
  if (!range) return
  const top = layout.topOf(row) - scrollPx
  pen.fillStyle = plain.surface
  pen.fillRect(0, top, widthPx, ROW_PX - 1)
  pen.fillStyle = plain.text
  pen.fillText(cutText(pen, heading, widthPx - 2 * PADDING_PX), PADDING_PX, top + TEXT_PX)
  const free = pen.measureText(heading).width + 4 * PADDING_PX
  const offset = scene.axis === 'time' ? range.from : 0
  const ticks = ticksIn({ from: offset, to: offset + range.to - range.from }, widthPx / TICK_PX)
  for (const tick of ticks) {
    const x = ((tick - offset) / (range.to - range.from)) * widthPx
    const text = scene.axis === 'time' ? `${Number((tick / 1e3).toPrecision(9))} ms` : costInWords(tick, unit)
    const left = x - pen.measureText(text).width - PADDING_PX
    if (left < free) continue
    pen.fillStyle = plain.muted
    pen.fillText(text, left, top + TEXT_PX)
    pen.fillRect(x - 1, top, 1, ROW_PX - 1)
  }
}

/**
 * The pen has its font.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} widthPx
 */
export function cutText(pen, text, widthPx) {
  const fullPx = pen.measureText(text).width
  if (fullPx <= widthPx) return text
  let length = Math.floor((text.length * widthPx) / fullPx)
  while (length > 1 && pen.measureText(`${text.slice(0, length)}…`).width > widthPx) length--
  return `${text.slice(0, length)}…`
}
