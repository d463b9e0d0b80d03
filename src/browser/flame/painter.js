import { eachBar } from './bars.js'
import { edgesOf, isAbove } from './geometry.js'
import { cutText, PADDING_PX, paintHeading } from './paint-heading.js'
import { shownText } from './words.js'

/**
 * @typedef {import('./shapes.js').Scene} Scene
 * @typedef {import('./shapes.js').Range} Range
 * @typedef {import('./shapes.js').Place} Place
 *
 * @typedef {object} Sight all that is drawn
 * @property {Scene} scene
 * @property {Range[]} ranges
 * @property {import('./looks.js').Look[]} looks by lane
 * @property {import('./theme.js').Dye[]} dyes
 * @property {import('./theme.js').Theme['plain']} plain
 * @property {import('../../flame-types.js').FlameGraph['unit']} unit
 * @property {number} widthPx
 * @property {number} heightPx
 * @property {number} scrollPx
 * @property {import('./layout.js').Layout} layout
 * @property {Place | null} selected
 * @property {Place | null} hovered
 * @property {boolean} hasFocus
 */

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** Thinner bars are drawn together. */
const THINNEST_PX = 0.5
const NARROWEST_TEXT_PX = 26
const LOWEST_TEXT_PX = 13
const prefixes = ['', '+ ', '− ']

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Sight} sight
 */
export function paint(pen, sight) {
  const { scene, layout, widthPx, heightPx, scrollPx, plain } = sight
  pen.font = FONT
  pen.textBaseline = 'middle'
  pen.fillStyle = plain.page
  pen.fillRect(0, 0, widthPx, heightPx)
  const last = Math.min(scene.rows.length - 1, layout.rowAt(scrollPx + heightPx))
  for (let row = layout.rowAt(scrollPx); row <= last; row++) {
    if (scene.rows[row]?.bars) paintRow(pen, sight, row)
    else paintHeading(pen, sight, row)
  }
  if (sight.hovered) outline(pen, sight, sight.hovered, plain.text, 1)
  if (!sight.selected) return
  outline(pen, sight, sight.selected, plain.page, sight.hasFocus ? 5 : 3)
  outline(pen, sight, sight.selected, sight.hasFocus ? plain.accent : plain.text, sight.hasFocus ? 3 : 1.5)
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Sight} sight
 * @param {number} row
 */
function paintRow(pen, sight, row) {
  const { scene, layout, ranges, looks, dyes, plain, widthPx, scrollPx } = sight
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const range = ranges[lane]
  const look = looks[lane]
  const tree = scene.lanes[lane]?.tree
  if (!bars || !range || !look || !tree) return
  const top = layout.topOf(row) - scrollPx
  const height = layout.heightOf(row) - 1
  const scale = widthPx / (range.to - range.from)
  const isCaller = isAbove(scene, range, row)
  eachBar(bars, range.clip ?? range, isCaller ? 0 : THINNEST_PX / scale, paintBar, paintThin)

  /** @param {number} bar */
  function paintBar(bar) {
    const node = bars?.node[bar] ?? 0
    const left = isCaller ? 0 : Math.max(0, xOf(bars?.start[bar]))
    const width = (isCaller ? widthPx : Math.min(widthPx, xOf(bars?.end[bar]))) - left
    const isLit = look?.lit?.[node] === 1
    const dye = dyes[look?.colours[node] ?? 0]
    const ink = isCaller || (look?.lit && !isLit) ? dye?.faded : dye?.full
    if (!ink) return
    pen.fillStyle = ink.fill
    pen.fillRect(left, top, width > 3 ? width - 1 : width, height)
    const mark = look?.marks?.[node] ?? 0
    if (width < 2) return
    if (mark) paintMark(pen, mark, ink.text, left, top + height, width - 1)
    if (isLit && width > 4) frameIn(pen, plain.text, left, top, width - 1, height)
    if (width < NARROWEST_TEXT_PX || height < LOWEST_TEXT_PX) return
    pen.fillStyle = ink.text
    const name = (prefixes[mark] ?? '') + nameOf(tree?.frames[tree.frame[node] ?? 0])
    pen.fillText(cutText(pen, name, width - 2 * PADDING_PX), left + PADDING_PX, top + height / 2)
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  function paintThin(first, last) {
    const left = xOf(bars?.start[first])
    const hasMatch = look?.lit && bars?.node.subarray(first, last + 1).some(node => look.lit?.[node] === 1)
    pen.fillStyle = hasMatch ? plain.text : look?.lit ? plain.faint : plain.thin
    pen.fillRect(left, top, Math.max(THINNEST_PX, xOf(bars?.end[last]) - left), height)
  }

  /** @param {number} [at] */
  function xOf(at = 0) {
    return (at - (range?.from ?? 0)) * scale
  }
}

/**
 * New: a row of dots below; vanished: a broken line.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} mark
 * @param {string} colour
 * @param {number} left
 * @param {number} bottom
 * @param {number} width
 */
function paintMark(pen, mark, colour, left, bottom, width) {
  pen.strokeStyle = colour
  pen.lineWidth = mark === 1 ? 2 : 1
  pen.setLineDash(mark === 1 ? [2, 4] : [6, 4])
  pen.beginPath()
  pen.moveTo(left, bottom - pen.lineWidth / 2)
  pen.lineTo(left + width, bottom - pen.lineWidth / 2)
  pen.stroke()
  pen.setLineDash([])
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Sight} sight
 * @param {Place} place
 * @param {string} colour
 * @param {number} line
 */
function outline(pen, { scene, layout, ranges, widthPx, scrollPx }, place, colour, line) {
  const edges = edgesOf(scene, ranges, place, widthPx)
  if (!edges) return
  pen.strokeStyle = colour
  pen.lineWidth = line
  const width = Math.max(2, edges.right - edges.left - 1)
  const top = layout.topOf(place.row) - scrollPx
  pen.strokeRect(edges.left + 0.5, top, width - 0.5, layout.heightOf(place.row) - 1)
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function frameIn(pen, colour, left, top, width, height) {
  pen.strokeStyle = colour
  pen.lineWidth = 1.5
  pen.strokeRect(left + 0.75, top + 0.75, width - 1.5, height - 1.5)
}

/** @type {WeakMap<object, string>} */
const names = new WeakMap()

/** @param {import('../../flame-types.js').FlameFrame} [frame] */
function nameOf(frame) {
  if (!frame) return ''
  const known = names.get(frame)
  if (known !== undefined) return known
  const name = shownText(frame.name)
  names.set(frame, name)
  return name
}
