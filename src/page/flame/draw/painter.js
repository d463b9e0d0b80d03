import { formatTick } from '../../../report/words/format.js'
import { cutText, textPx } from '../../browser/text-width.js'
import { ticksIn } from '../../charts/ticks.js'
import { eachBar, edgesOf, isCallerRow } from '../scene/geometry.js'
import { parseHex } from '../scene/theme.js'
import { HEADING_PX, ROW_PX } from '../scene/viewport.js'

/** @import { Swatch, Theme } from '../scene/theme.js' */
/** @import { Viewport } from '../scene/viewport.js' */
/** @import { FlameTree, Place } from '../types.js' */
/** @import { ViewerState } from '../viewer.js' */

/**
 * @typedef {object} Appearance how the state of the viewer is drawn
 * @property {Swatch[]} palette
 * @property {Theme['plain']} plain
 * @property {(tree: FlameTree, node: number) => string} figureOf what a bar shows after its name
 * @property {(tree: FlameTree, node: number) => string} calloutOf what is written beside a bar that is too narrow for it; or empty
 * @property {Place | null} hovered
 * @property {boolean} hasFocus
 *
 * @typedef {ReturnType<typeof buildPixelRows>} PixelRows
 * @typedef {Pick<ViewerState, 'scene' | 'ranges' | 'styles' | 'selected'> & Appearance & Viewport} Drawing
 * @typedef {{ row: number, node: number, left: number, width: number, textColour: string, mark: number,
 *   isHighlighted: boolean }} WideBar a bar with room for more than a colour
 */

const PADDING_PX = 4
const TICK_PX = 70
/** Less room has no callout. */
const NARROWEST_PX = 80
const MS = 1e3
const FONT_PX = 12
const FONT_FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** Narrower bars are drawn together. */
const THINNEST_PX = 0.5
const NARROWEST_TEXT_PX = 26
const LOWEST_TEXT_PX = 13
const prefixes = ['', '+ ', '− ']

/** Returns a function that draws a flame graph. */
export function buildPainter() {
  const pixelRows = buildPixelRows()
  return paint

  /** @type {(context: CanvasRenderingContext2D, drawing: Drawing) => void} */
  function paint(context, drawing) {
    const { scene, layout, widthPx, heightPx, scrollPx, plain, selected, hovered, hasFocus } = drawing
    context.font = `${FONT_PX}px ${FONT_FAMILY}`
    context.textBaseline = 'middle'
    context.fillStyle = plain.page
    context.fillRect(0, 0, widthPx, heightPx)
    const first = Math.max(0, layout.rowAt(scrollPx))
    const afterLast = Math.min(scene.rows.length, layout.rowAt(scrollPx + heightPx) + 1)
    const rows = Array.from({ length: Math.max(0, afterLast - first) }, (_, i) => first + i)
    const barRows = rows.filter(row => scene.rows[row]?.bars)
    paintRows(context, drawing, barRows)
    if (hovered) outline(context, drawing, hovered, plain.text, 1)
    if (selected) {
      outline(context, drawing, selected, plain.page, hasFocus ? 5 : 3)
      outline(context, drawing, selected, hasFocus ? plain.accent : plain.text, hasFocus ? 3 : 1.5)
    }
    for (const row of rows) {
      if (!scene.rows[row]?.bars) paintHeading(context, drawing, row, layout.topOf(row) - scrollPx)
    }
  }

  /** @type {(context: CanvasRenderingContext2D, drawing: Drawing, rows: number[]) => void} */
  function paintRows(context, drawing, rows) {
    const { layout, plain, scrollPx, widthPx } = drawing
    const { width } = context.canvas
    pixelRows.begin(width, Math.max(1, rows.length), plain.page)
    const wide = rows.flatMap((row, pixelRow) => fillRow(pixelRows, drawing, { row, pixelRow, pixels: width }))
    const places = rows.map(row => ({ top: layout.topOf(row) - scrollPx, height: layout.heightOf(row) - 1 }))
    pixelRows.draw(context, places, widthPx)
    for (const bar of wide) paintOnBar(context, drawing, bar)
    for (const row of rows) paintCallouts(context, drawing, row)
  }
}

/**
 * Fills a row of pixels; `pixels` is their number.
 * @type {(pixelRows: PixelRows, drawing: Drawing, place: { row: number, pixelRow: number, pixels: number }) => WideBar[]}
 */
function fillRow(pixelRows, { scene, ranges, styles, palette, plain, widthPx }, { row, pixelRow, pixels }) {
  const { lane = 0, bars = null } = scene.rows[row] ?? {}
  const range = ranges[lane]
  const style = styles[lane]
  if (!bars || !range || !style) return []
  const { colours, highlighted, marks } = style
  const { node: nodes, start, end } = bars
  const scale = pixels / (range.to - range.from)
  const devicePixels = pixels / widthPx
  const gap = Math.round(devicePixels)
  const isCaller = isCallerRow(range, row)
  const normal = palette.map(swatch => pixelRows.pixelOf(swatch.normal.fill))
  const faded = palette.map(swatch => pixelRows.pixelOf(swatch.faded.fill))
  const [thin, faint, match] = [plain.thin, plain.faint, plain.text].map(pixelRows.pixelOf)
  /** @type {WideBar[]} */
  const wide = []
  eachBar(bars, range.clip ?? range, isCaller ? 0 : (THINNEST_PX * devicePixels) / scale, fillBar, fillThin)
  return wide

  /** @type {(bar: number) => void} */
  function fillBar(bar) {
    const node = nodes[bar] ?? 0
    const left = isCaller ? 0 : pixelAt(start[bar])
    const right = isCaller ? pixels : pixelAt(end[bar])
    const isHighlighted = highlighted?.[node] === 1
    const isFaded = isCaller || (highlighted !== null && !isHighlighted)
    const colour = colours[node] ?? 0
    const isWide = right - left > 3 * devicePixels
    const pixel = (isFaded ? faded : normal)[colour] ?? 0
    pixelRows.fill(pixelRow, left, isWide ? right - gap : Math.max(left + 1, right), pixel)
    if (!isWide) return
    const mark = marks?.[node] ?? 0
    const width = (right - left) / devicePixels
    if (mark || isHighlighted || width >= NARROWEST_TEXT_PX) {
      const textColour = palette[colour]?.[isFaded ? 'faded' : 'normal'].text ?? plain.text
      wide.push({ row, node, left: left / devicePixels, width, textColour, mark, isHighlighted })
    }
  }

  /** @type {(first: number, last: number) => void} */
  function fillThin(first, last) {
    const left = pixelAt(start[first])
    const hasMatch = highlighted && nodes.subarray(first, last + 1).some(node => highlighted[node] === 1)
    const pixel = hasMatch ? match : highlighted ? faint : thin
    pixelRows.fill(pixelRow, left, Math.max(left + 1, pixelAt(end[last])), pixel ?? 0)
  }

  /** @type {(at?: number) => number} */
  function pixelAt(at = 0) {
    return Math.max(0, Math.min(pixels, Math.round((at - (range?.from ?? 0)) * scale)))
  }
}

/** @type {(context: CanvasRenderingContext2D, drawing: Drawing, bar: WideBar) => void} */
function paintOnBar(context, { scene, layout, plain, scrollPx, figureOf }, bar) {
  const { row, node, left, width, textColour, mark, isHighlighted } = bar
  const top = layout.topOf(row) - scrollPx
  const height = layout.heightOf(row) - 1
  if (mark) {
    // Dotted: only in the candidate; dashed: only in the baseline.
    const lineWidth = mark === 1 ? 2 : 1
    const bottom = top + height - lineWidth / 2
    context.strokeStyle = textColour
    context.lineWidth = lineWidth
    context.setLineDash(mark === 1 ? [2, 4] : [6, 4])
    context.beginPath()
    context.moveTo(left, bottom)
    context.lineTo(left + width - 1, bottom)
    context.stroke()
    context.setLineDash([])
  }
  if (isHighlighted) {
    context.strokeStyle = plain.text
    context.lineWidth = 1.5
    context.strokeRect(left + 0.75, top + 0.75, width - 2.5, height - 1.5)
  }
  if (width < NARROWEST_TEXT_PX || height < LOWEST_TEXT_PX) return
  const tree = scene.lanes[scene.rows[row]?.lane ?? 0]?.tree
  if (!tree) return
  const name = tree.frames[tree.frame[node] ?? 0]?.name ?? ''
  const label = (prefixes[mark] ?? '') + [name, figureOf(tree, node)].filter(Boolean).join('  ')
  const text = cutText(context, label, width - 2 * PADDING_PX)
  context.fillStyle = textColour
  context.fillText(text, left + PADDING_PX, top + height / 2)
}

/** @type {(context: CanvasRenderingContext2D, drawing: Drawing, place: Place, colour: string, lineWidth: number) => void} */
function outline(context, { scene, layout, ranges, widthPx, scrollPx }, place, colour, lineWidth) {
  const edges = edgesOf(scene, ranges, place, widthPx)
  if (!edges) return
  context.strokeStyle = colour
  context.lineWidth = lineWidth
  const width = Math.max(2, edges.right - edges.left - 1)
  const top = layout.topOf(place.row) - scrollPx
  context.strokeRect(edges.left + 0.5, top, width - 0.5, layout.heightOf(place.row) - 1)
}

/**
 * Draws rows of bars as pixels, one pixel high each, and stretches them to the height of the rows: the time does not depend on
 * the number of bars.
 */
function buildPixelRows() {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  /** @type {Map<string, number>} */
  const known = new Map()
  let image = new ImageData(1, 1)
  let pixels = new Uint32Array(image.data.buffer)
  return { begin, pixelOf, fill, draw }

  /** @type {(width: number, rows: number, background: string) => void} */
  function begin(width, rows, background) {
    if (image.width !== width || image.height < rows) {
      Object.assign(canvas, { width, height: rows })
      image = new ImageData(width, rows)
      pixels = new Uint32Array(image.data.buffer)
    }
    pixels.fill(pixelOf(background))
  }

  /** @type {(row: number, from: number, to: number, pixel: number) => void} */
  function fill(row, from, to, pixel) {
    const start = row * image.width
    for (let at = start + from; at < start + to; at++) pixels[at] = pixel
  }

  /** @type {(target: CanvasRenderingContext2D, places: { top: number, height: number }[], widthPx: number) => void} */
  function draw(target, places, widthPx) {
    context?.putImageData(image, 0, 0)
    target.imageSmoothingEnabled = false
    places.forEach(({ top, height }, row) => {
      target.drawImage(canvas, 0, row, image.width, 1, 0, top, widthPx, height)
    })
  }

  /** Returns the pixel of a colour #rrggbb. @type {(colour: string) => number} */
  function pixelOf(colour) {
    const pixel = known.get(colour)
    if (pixel !== undefined) return pixel
    const { red, green, blue } = parseHex(colour)
    const [made = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)
    known.set(colour, made)
    return made
  }
}

/**
 * Draws the name of a timeline, and below it a ruler from where the range begins.
 * @type {(context: CanvasRenderingContext2D, drawing: Drawing, row: number, top: number) => void}
 */
function paintHeading(context, { scene, ranges, plain, widthPx }, row, top) {
  const lane = scene.rows[row]?.lane ?? 0
  const range = ranges[lane]
  if (!range) return
  context.fillStyle = plain.surface
  context.fillRect(0, top, widthPx, HEADING_PX - 1)
  context.fillStyle = plain.muted
  for (const tick of ticksIn(range.from, range.to, widthPx / TICK_PX)) {
    const x = (widthPx * (tick - range.from)) / (range.to - range.from)
    const text = `${formatTick(tick / MS)} ms`
    if (x + textPx(context, text) + 2 * PADDING_PX > widthPx) continue
    context.fillRect(x, top + ROW_PX, 1, ROW_PX - 1)
    context.fillText(text, x + PADDING_PX, top + 1.5 * ROW_PX)
  }
  context.fillStyle = plain.text
  const heading = scene.lanes[lane]?.heading ?? ''
  context.fillText(cutText(context, heading, widthPx - 2 * PADDING_PX), PADDING_PX, top + ROW_PX / 2)
}

/**
 * Names the differences of a row of owners whose bars are too narrow for their names, in the space to the right of the row.
 * @type {(context: CanvasRenderingContext2D, drawing: Drawing, row: number) => void}
 */
function paintCallouts(context, drawing, row) {
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
