import { element } from './element.js'
import { ROW_PX } from './geometry.js'

/** @typedef {ReturnType<typeof buildStage>} Stage */

/** So much of the window's height, before the rows scroll. */
const TALLEST_SHARE = 0.7
const SHORTEST_PX = 12 * ROW_PX
/** What is seen above and below a row that is gone to. */
const AROUND_PX = 4 * ROW_PX

/**
 * The canvas in a box that scrolls: as high as the rows, while only what is seen is drawn.
 * @param {(pen: CanvasRenderingContext2D, size: { widthPx: number, heightPx: number, scrollPx: number }) => void} draw
 */
export function buildStage(draw) {
  const canvas = element('canvas', {
    class: 'flame-canvas',
    tabindex: 0,
    role: 'application',
    'aria-label': 'Flame graph',
    'aria-roledescription': 'flame graph'
  })
  const spacer = element('div', { class: 'flame-spacer' })
  const box = element('div', { class: 'flame-box' }, canvas, spacer)
  const tip = element('div', { class: 'flame-tip', 'aria-hidden': 'true', hidden: true })
  const root = element('div', { class: 'flame-stage' }, box, tip)
  const pen = canvas.getContext('2d', { alpha: false })
  let isAsked = false
  let rows = 0
  let knownPx = 0
  new ResizeObserver(function widen() {
    if (root.clientWidth !== knownPx) resize()
  }).observe(root)
  box.addEventListener('scroll', ask)
  return { root, box, canvas, tip, ask, setRows, scrollToRow, widthPx: () => box.clientWidth }

  /** @param {number} count */
  function setRows(count) {
    rows = count
    resize()
  }

  function resize() {
    knownPx = root.clientWidth
    const allPx = rows * ROW_PX
    const heightPx = Math.min(allPx, Math.max(SHORTEST_PX, Math.floor(window.innerHeight * TALLEST_SHARE)))
    box.style.height = `${heightPx}px`
    canvas.style.height = `${heightPx}px`
    spacer.style.height = `${allPx - heightPx}px`
    const widthPx = box.clientWidth // beside a scroll bar, if there is one now
    canvas.style.width = `${widthPx}px`
    canvas.width = Math.round(widthPx * devicePixelRatio)
    canvas.height = Math.round(heightPx * devicePixelRatio)
    ask()
  }

  /** Draws once before the next frame, however often it is asked for. */
  function ask() {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(function drawOnce() {
      isAsked = false
      if (!pen || canvas.width === 0) return
      pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
      draw(pen, { widthPx: box.clientWidth, heightPx: box.clientHeight, scrollPx: box.scrollTop })
    })
  }

  /** @param {number} row */
  function scrollToRow(row) {
    const top = row * ROW_PX
    const lowest = box.scrollTop + box.clientHeight - ROW_PX - AROUND_PX
    if (top < box.scrollTop + AROUND_PX) box.scrollTop = top - AROUND_PX
    else if (top > lowest) box.scrollTop += top - lowest
  }
}
