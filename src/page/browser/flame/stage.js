import { element } from '../element.js'
import { HEADING_PX, layoutOf, ROW_PX } from './layout.js'

/**
 * @import { Layout } from './layout.js'
 * @import { Place, Range, Scene } from './types.js'
 */

/**
 * @typedef {{ layout: Layout, widthPx: number, heightPx: number, scrollPx: number }} Seen
 * @typedef {ReturnType<typeof buildStage>} Stage
 */

/** What a screen reader says of the canvas. */
const helpWords =
  'Arrow keys go from frame to frame, Enter zooms in, Escape goes back, question mark lists all keys. The same figures are in the table after the graph.'
/** So much of the window's height, before the rows scroll. */
const TALLEST_SHARE = 0.7
const SHORTEST_PX = 12 * ROW_PX
/** What is seen above and below a row that is gone to. */
const AROUND_PX = 4 * ROW_PX

/**
 * The canvas in a box that scrolls: as high as the rows, while only what is seen is drawn.
 * @param {(pen: CanvasRenderingContext2D, seen: Seen) => void} draw
 */
export function buildStage(draw) {
  const canvas = element('canvas', {
    class: 'flame-canvas',
    tabindex: 0,
    role: 'application',
    'aria-label': 'Flame graph',
    'aria-roledescription': 'flame graph',
    'aria-describedby': 'flame-help'
  })
  const help = element('p', { id: 'flame-help', hidden: true }, helpWords)
  const spacer = element('div', { class: 'flame-spacer' })
  const box = element('div', { class: 'flame-box' }, canvas, spacer)
  const tip = element('div', { class: 'flame-tip', 'aria-hidden': 'true', hidden: true })
  const root = element('div', { class: 'flame-stage' }, box, tip, help)
  const pen = canvas.getContext('2d', { alpha: false })
  let isAsked = false
  /** @type {{ scene: Scene, ranges: Range[] }} */
  let shown = { scene: { lanes: [], rows: [], extent: 0, axis: 'cost' }, ranges: [] }
  let layout = layoutOf(shown.scene, shown.ranges, 0)
  /** @type {number | null} */
  let keptRow = null
  let knownPx = 0
  new ResizeObserver(function widen() {
    if (root.clientWidth !== knownPx) resize()
  }).observe(root)
  box.addEventListener('scroll', ask)
  return { root, canvas, tip, ask, drawNow, show, keepAt, topOf, rowAt, scrollToRow, widthPx: () => box.clientWidth }

  /**
   * @param {Scene} scene
   * @param {Range[]} ranges
   * @param {Place | null} selected stays where it is when rows become higher or lower
   */
  function show(scene, ranges, selected) {
    const row = scene === shown.scene ? (keptRow ?? selected?.row) : undefined
    const before = { allPx: layout.allPx, topPx: topOf(row ?? 0) }
    shown = { scene, ranges }
    resize()
    if (row !== undefined && layout.allPx !== before.allPx) box.scrollTop = layout.topOf(row) - before.topPx
  }

  /**
   * What is under a point stays there.
   * @param {number} y on the canvas
   * @param {() => void} act may change what is shown
   */
  function keepAt(y, act) {
    keptRow = rowAt(y)
    act()
    keptRow = null
  }

  /** @param {number} row */
  function topOf(row) {
    return layout.topOf(row) - box.scrollTop
  }

  /** @param {number} y on the canvas */
  function rowAt(y) {
    const stuck = layout.stuckAt(box.scrollTop)
    return stuck && y < stuck.topPx + HEADING_PX ? stuck.row : layout.rowAt(y + box.scrollTop)
  }

  function resize() {
    knownPx = root.clientWidth
    const roomPx = Math.max(SHORTEST_PX, Math.floor(window.innerHeight * TALLEST_SHARE))
    layout = layoutOf(shown.scene, shown.ranges, roomPx)
    const heightPx = Math.min(layout.allPx, roomPx)
    box.style.height = `${heightPx}px`
    canvas.style.height = `${heightPx}px`
    spacer.style.height = `${layout.allPx - heightPx}px`
    const widthPx = box.clientWidth // beside a scroll bar, if there is one now
    canvas.style.width = `${widthPx}px`
    const [width = 0, height = 0] = [widthPx, heightPx].map(px => Math.round(px * devicePixelRatio))
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    ask()
  }

  /** Draws once before the next frame, however often it is asked for. */
  function ask() {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(drawNow)
  }

  function drawNow() {
    isAsked = false
    if (!pen || canvas.width === 0) return
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    draw(pen, { layout, widthPx: box.clientWidth, heightPx: box.clientHeight, scrollPx: box.scrollTop })
  }

  /** @param {number} row */
  function scrollToRow(row) {
    const top = layout.topOf(row)
    const lowest = box.scrollTop + box.clientHeight - layout.heightOf(row) - AROUND_PX
    if (top < box.scrollTop + AROUND_PX) box.scrollTop = top - AROUND_PX
    else if (top > lowest) box.scrollTop += top - lowest
  }
}
