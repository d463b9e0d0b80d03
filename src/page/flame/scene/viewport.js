import { element } from '../../browser/element.js'
import { canvasHelp } from '../panel/words.js'

/** @import { Place, Range, Scene } from '../types.js' */

/**
 * @typedef {{ layout: ReturnType<typeof layoutOf>, widthPx: number, heightPx: number, scrollPx: number }} Viewport the visible part of the rows
 * @typedef {ReturnType<typeof buildViewport>} ViewportBox
 */

/** A row with text. */
export const ROW_PX = 18
/** A row of the graph by owner, which has few. */
const OWNER_ROW_PX = 24
/** The heading of a timeline with its ruler. */
export const HEADING_PX = 2 * ROW_PX
/** Lower rows cannot be distinguished. */
const LOWEST_PX = 4
/** Of the whole time: below it bars are wide enough for their names. */
const CLOSE_SHARE = 1 / 8
/** Higher rows scroll. */
export const TALLEST_PX = 300
/** What is visible above and below a row that is scrolled to. */
const AROUND_PX = ROW_PX

/**
 * Builds the canvas in a box that scrolls: the box is as high as the rows, and only its visible part is drawn.
 * @param {(context: CanvasRenderingContext2D, viewport: Viewport) => void} draw
 */
export function buildViewport(draw) {
  const canvas = element('canvas', {
    class: 'flame-canvas',
    tabindex: 0,
    role: 'application',
    'aria-label': 'Flame graph',
    'aria-roledescription': 'flame graph',
    'aria-describedby': 'flame-help'
  })
  const help = element('p', { id: 'flame-help', hidden: true }, canvasHelp)
  const spacer = element('div')
  const box = element('div', { class: 'flame-box' }, canvas, spacer)
  const tooltip = element('div', { class: 'flame-tooltip', 'aria-hidden': 'true', hidden: true })
  const root = element('div', { class: 'flame-viewport' }, box, tooltip, help)
  const context = canvas.getContext('2d', { alpha: false })
  let isRequested = false
  /** @type {{ scene: Scene, ranges: Range[] }} */
  let shown = { scene: { lanes: [], rows: [], extent: 0, axis: 'cost' }, ranges: [] }
  let layout = layoutOf(shown.scene, shown.ranges, 0)
  /** @type {number | null} */
  let keptRow = null
  let knownPx = 0
  new ResizeObserver(function resizeWidth() {
    if (root.clientWidth !== knownPx) resize()
  }).observe(root)
  box.addEventListener('scroll', requestDraw)
  return {
    root,
    canvas,
    tooltip,
    requestDraw,
    drawNow,
    show,
    keepAt,
    topOf,
    rowAt,
    scrollToRow,
    widthPx: () => box.clientWidth
  }

  /** The selected row stays in place. @type {(scene: Scene, ranges: Range[], selected: Place | null) => void} */
  function show(scene, ranges, selected) {
    const row = scene === shown.scene ? (keptRow ?? selected?.row) : undefined
    const before = { allPx: layout.allPx, topPx: topOf(row ?? 0) }
    shown = { scene, ranges }
    resize()
    if (row !== undefined && layout.allPx !== before.allPx) box.scrollTop = layout.topOf(row) - before.topPx
  }

  /** Keeps the row at `y` in place while `act` changes what is shown. @type {(y: number, act: () => void) => void} */
  function keepAt(y, act) {
    keptRow = rowAt(y)
    act()
    keptRow = null
  }

  /** @type {(row: number) => number} */
  function topOf(row) {
    return layout.topOf(row) - box.scrollTop
  }

  /** Returns the row at `y` on the canvas. @type {(y: number) => number} */
  function rowAt(y) {
    return layout.rowAt(y + box.scrollTop)
  }

  function resize() {
    knownPx = root.clientWidth
    layout = layoutOf(shown.scene, shown.ranges, TALLEST_PX)
    const heightPx = Math.min(layout.allPx, TALLEST_PX)
    box.style.height = `${heightPx}px`
    canvas.style.height = `${heightPx}px`
    spacer.style.height = `${layout.allPx - heightPx}px`
    const widthPx = box.clientWidth // excludes a scroll bar, if there is one now
    canvas.style.width = `${widthPx}px`
    const [width = 0, height = 0] = [widthPx, heightPx].map(px => Math.round(px * devicePixelRatio))
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    requestDraw()
  }

  /** Draws once before the next frame, however often it is called. */
  function requestDraw() {
    if (isRequested) return
    isRequested = true
    requestAnimationFrame(drawNow)
  }

  function drawNow() {
    isRequested = false
    if (!context || canvas.width === 0) return
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    draw(context, { layout, widthPx: box.clientWidth, heightPx: box.clientHeight, scrollPx: box.scrollTop })
  }

  /** @type {(row: number) => void} */
  function scrollToRow(row) {
    const top = layout.topOf(row)
    const lowest = box.scrollTop + box.clientHeight - layout.heightOf(row) - AROUND_PX
    if (top < box.scrollTop + AROUND_PX) box.scrollTop = top - AROUND_PX
    else if (top > lowest) box.scrollTop += top - lowest
  }
}

/**
 * Returns how high the rows of a scene are. Rows of timelines are low enough for all lanes to fit, until the reader zooms in.
 * @param {Scene} scene
 * @param {Range[]} ranges by lane; timelines have the same
 * @param {number} roomPx
 */
export function layoutOf({ rows, lanes, axis, extent }, [range], roomPx) {
  const isClose = !range || range.to - range.from < extent * CLOSE_SHARE
  const fittingPx = Math.floor((roomPx - lanes.length * HEADING_PX) / (rows.length - lanes.length))
  const fullPx = lanes.some(({ tree }) => tree.isByOwner) && axis === 'cost' ? OWNER_ROW_PX : ROW_PX
  const rowPx = axis === 'cost' || isClose ? fullPx : Math.max(LOWEST_PX, Math.min(ROW_PX, fittingPx))
  let allPx = 0
  const tops = rows.map(function place(_, row) {
    const topPx = allPx
    allPx += heightOf(row)
    return topPx
  })
  return { allPx, topOf, heightOf, rowAt }

  /** @type {(row: number) => number} */
  function topOf(row) {
    return tops[row] ?? allPx
  }

  /** @type {(row: number) => number} */
  function heightOf(row) {
    return rows[row]?.bars ? rowPx : HEADING_PX
  }

  /** Returns the row at pixels from the top; -1: above all rows. @type {(y: number) => number} */
  function rowAt(y) {
    return y >= allPx ? rows.length : tops.findLastIndex(topPx => topPx <= y)
  }
}
