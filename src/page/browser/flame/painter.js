import { eachBar } from './bars.js'
import { edgesOf, isAbove } from './geometry.js'
import { PADDING_PX, paintHeading } from './paint-heading.js'
import { buildStrips } from './strips.js'
import { cutText } from './text-width.js'
import { shownText } from './words.js'

/**
 * @import { FlameFrame, FlameGraph } from '../../../flame/types.js'
 * @import { Layout } from './layout.js'
 * @import { Look } from './palette.js'
 * @import { Dye, Theme } from './theme.js'
 * @import { Place, Range, Scene } from './types.js'
 */

/**
 * @typedef {object} Sight all that is drawn
 * @property {Scene} scene
 * @property {Range[]} ranges
 * @property {Look[]} looks by lane
 * @property {Dye[]} dyes
 * @property {Theme['plain']} plain
 * @property {FlameGraph['unit']} unit
 * @property {string} meaning of a bar's width
 * @property {number} widthPx
 * @property {number} heightPx
 * @property {number} scrollPx
 * @property {Layout} layout
 * @property {Place | null} selected
 * @property {Place | null} hovered
 * @property {boolean} hasFocus
 *
 * @typedef {object} WideBar
 * @property {number} row
 * @property {number} node
 * @property {number} left
 * @property {number} width
 * @property {string} ink of its text
 * @property {number} mark
 * @property {boolean} isLit
 */

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** Thinner bars are drawn together. */
const THINNEST_PX = 0.5
const NARROWEST_TEXT_PX = 26
const LOWEST_TEXT_PX = 13
const prefixes = ['', '+ ', '− ']

/** Draws a flame graph again and again. */
export function buildPainter() {
  const strips = buildStrips()
  return paint

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Sight} sight
   */
  function paint(pen, sight) {
    const { scene, layout, widthPx, heightPx, scrollPx, plain } = sight
    pen.font = FONT
    pen.textBaseline = 'middle'
    pen.fillStyle = plain.page
    pen.fillRect(0, 0, widthPx, heightPx)
    const first = Math.max(0, layout.rowAt(scrollPx))
    const afterLast = Math.min(scene.rows.length, layout.rowAt(scrollPx + heightPx) + 1)
    const rows = Array.from({ length: Math.max(0, afterLast - first) }, (_, i) => first + i)
    paintRows(
      pen,
      sight,
      rows.filter(row => scene.rows[row]?.bars)
    )
    if (sight.hovered) outline(pen, sight, sight.hovered, plain.text, 1)
    if (sight.selected) {
      outline(pen, sight, sight.selected, plain.page, sight.hasFocus ? 5 : 3)
      outline(pen, sight, sight.selected, sight.hasFocus ? plain.accent : plain.text, sight.hasFocus ? 3 : 1.5)
    }
    const stuck = layout.stuckAt(scrollPx)
    for (const row of rows) {
      if (!scene.rows[row]?.bars && row !== stuck?.row) paintHeading(pen, sight, row, layout.topOf(row) - scrollPx)
    }
    if (stuck) paintHeading(pen, sight, stuck.row, stuck.topPx)
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Sight} sight
   * @param {number[]} rows
   */
  function paintRows(pen, sight, rows) {
    const { layout, plain, scrollPx, widthPx } = sight
    strips.begin(pen.canvas.width, Math.max(1, rows.length), plain.page)
    const wide = rows.flatMap((row, strip) => fillStrip(strips, sight, { row, strip, pixels: pen.canvas.width }))
    const places = rows.map(row => ({ top: layout.topOf(row) - scrollPx, height: layout.heightOf(row) - 1 }))
    strips.draw(pen, places, widthPx)
    for (const bar of wide) paintOnBar(pen, sight, bar)
  }
}

/**
 * @param {ReturnType<typeof buildStrips>} strips
 * @param {Sight} sight
 * @param {{ row: number, strip: number, pixels: number }} place `pixels`: of the screen, from left to right
 * @returns {WideBar[]} those that have room for more than a colour
 */
function fillStrip(strips, { scene, ranges, looks, dyes, plain, widthPx }, { row, strip, pixels }) {
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const range = ranges[lane]
  const look = looks[lane]
  if (!bars || !range || !look) return []
  const { colours, lit, marks } = look
  const { node: nodes, start, end } = bars
  const scale = pixels / (range.to - range.from)
  const pixelsOfOne = pixels / widthPx
  const gap = Math.round(pixelsOfOne)
  const isCaller = isAbove(scene, range, row)
  const full = dyes.map(dye => strips.pixelOf(dye.full.fill))
  const faded = dyes.map(dye => strips.pixelOf(dye.faded.fill))
  const [thin, faint, match] = [plain.thin, plain.faint, plain.text].map(strips.pixelOf)
  /** @type {WideBar[]} */
  const wide = []
  eachBar(bars, range.clip ?? range, isCaller ? 0 : (THINNEST_PX * pixelsOfOne) / scale, fillBar, fillThin)
  return wide

  /** @param {number} bar */
  function fillBar(bar) {
    const node = nodes[bar] ?? 0
    const left = isCaller ? 0 : pixelAt(start[bar])
    const right = isCaller ? pixels : pixelAt(end[bar])
    const isFaded = isCaller || (lit !== null && lit[node] !== 1)
    const colour = colours[node] ?? 0
    const isWide = right - left > 3 * pixelsOfOne
    strips.fill(strip, left, isWide ? right - gap : Math.max(left + 1, right), (isFaded ? faded : full)[colour] ?? 0)
    if (!isWide) return
    const mark = marks?.[node] ?? 0
    const isLit = lit?.[node] === 1
    const width = (right - left) / pixelsOfOne
    if (mark || isLit || width >= NARROWEST_TEXT_PX) {
      const ink = dyes[colour]?.[isFaded ? 'faded' : 'full'].text ?? plain.text
      wide.push({ row, node, left: left / pixelsOfOne, width, ink, mark, isLit })
    }
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  function fillThin(first, last) {
    const left = pixelAt(start[first])
    const hasMatch = lit && nodes.subarray(first, last + 1).some(node => lit[node] === 1)
    const colour = hasMatch ? match : lit ? faint : thin
    strips.fill(strip, left, Math.max(left + 1, pixelAt(end[last])), colour ?? 0)
  }

  /** @param {number} [at] */
  function pixelAt(at = 0) {
    return Math.max(0, Math.min(pixels, Math.round((at - (range?.from ?? 0)) * scale)))
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Sight} sight
 * @param {WideBar} bar
 */
function paintOnBar(pen, { scene, layout, plain, scrollPx }, { row, node, left, width, ink, mark, isLit }) {
  const top = layout.topOf(row) - scrollPx
  const height = layout.heightOf(row) - 1
  if (mark) paintMark(pen, mark, ink, left, top + height, width - 1)
  if (isLit) frameIn(pen, plain.text, left, top, width - 1, height)
  if (width < NARROWEST_TEXT_PX || height < LOWEST_TEXT_PX) return
  const tree = scene.lanes[scene.rows[row]?.lane ?? 0]?.tree
  pen.fillStyle = ink
  const name = (prefixes[mark] ?? '') + nameOf(tree?.frames[tree.frame[node] ?? 0])
  pen.fillText(cutText(pen, name, width - 2 * PADDING_PX), left + PADDING_PX, top + height / 2)
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

/** @param {FlameFrame} [frame] */
function nameOf(frame) {
  if (!frame) return ''
  const known = names.get(frame)
  if (known !== undefined) return known
  const name = shownText(frame.name)
  names.set(frame, name)
  return name
}
