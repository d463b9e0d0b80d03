import { placeAt } from './geometry.js'

/**
 * @import { Stage } from './stage.js'
 * @import { Place } from './types.js'
 * @import { Viewer } from './viewer.js'
 */

/** @typedef {{ lane: number, x: number, from: number, isDragged: boolean }} Press */

const DRAG_PX = 4
const LINE_PX = 16

/**
 * A click zooms or goes back to a caller, a drag or shift and the wheel moves sideways, ctrl and the wheel zooms.
 * @param {Stage} stage
 * @param {() => Viewer | null} viewerNow
 * @param {(place: Place | null, point: { x: number, y: number }) => void} onHover
 */
export function listenToPointer({ canvas, widthPx, rowAt, keepAt }, viewerNow, onHover) {
  /** @type {Press | null} */
  let press = null
  canvas.addEventListener('pointerdown', function begin(event) {
    if (event.button !== 0) return
    press = { lane: laneAt(event), x: event.offsetX, from: event.offsetX, isDragged: false }
  })
  canvas.addEventListener('pointermove', function follow(event) {
    if (press && event.buttons === 1) drag(event, press)
    if (press?.isDragged) onHover(null, { x: 0, y: 0 })
    else if (event.pointerType !== 'touch') onHover(placeUnder(event), { x: event.offsetX, y: event.offsetY })
  })
  canvas.addEventListener('pointerleave', () => onHover(null, { x: 0, y: 0 }))
  canvas.addEventListener('pointercancel', () => {
    press = null
  })
  canvas.addEventListener('click', function choose(event) {
    const wasDragged = press?.isDragged
    press = null
    const isSecondOfTwo = event.detail > 1
    if (!wasDragged && !isSecondOfTwo) viewerNow()?.zoom(placeUnder(event))
  })
  canvas.addEventListener('wheel', turn, { passive: false })

  /**
   * @param {PointerEvent} event
   * @param {Press} pressed
   */
  function drag(event, pressed) {
    if (!pressed.isDragged && Math.abs(event.offsetX - pressed.from) < DRAG_PX) return
    if (!pressed.isDragged) canvas.setPointerCapture(event.pointerId)
    pressed.isDragged = true
    if (viewerNow()?.state().isZoomed) viewerNow()?.pan(pressed.lane, (pressed.x - event.offsetX) / widthPx())
    pressed.x = event.offsetX
  }

  /** @param {WheelEvent} event */
  function turn(event) {
    const viewer = viewerNow()
    if (!viewer) return
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const px = Math.max(-100, Math.min(100, event.deltaY * unitPx))
      return keepAt(event.offsetY, () => viewer.scale(laneAt(event), 2 ** (px / 100), event.offsetX / widthPx()))
    }
    const sidewaysPx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!isSideways || !viewer.state().isZoomed) return
    event.preventDefault()
    viewer.pan(laneAt(event), (sidewaysPx * unitPx) / widthPx())
  }

  /** @param {MouseEvent} event */
  function placeUnder(event) {
    const viewer = viewerNow()
    if (!viewer) return null
    const { scene, ranges } = viewer.state()
    return placeAt(scene, ranges, { x: event.offsetX, row: rowAt(event.offsetY) }, widthPx())
  }

  /** @param {MouseEvent} event */
  function laneAt(event) {
    return viewerNow()?.state().scene.rows[rowAt(event.offsetY)]?.lane ?? 0
  }
}
