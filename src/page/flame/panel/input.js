import { placeAt } from '../scene/geometry.js'

/** @import { Place } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */
/** @import { ViewportBox } from '../scene/viewport.js' */

/** @typedef {{ lane: number, x: number, from: number, isDragged: boolean }} Press */

const DRAG_PX = 4
const LINE_PX = 16
const PAN_SHARE = 0.2
const arrows = /** @type {const} */ ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' })

/**
 * Makes a click zoom to a frame or back to a caller, a drag or Shift and the wheel pan, and Ctrl and the wheel zoom.
 * @param {ViewportBox} viewport @param {() => Viewer | null} currentViewer
 * @param {(place: Place | null, point: { x: number, y: number }) => void} onHover
 */
export function listenToPointer({ canvas, widthPx, rowAt, keepAt }, currentViewer, onHover) {
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
    const isDoubleClick = event.detail > 1
    if (!wasDragged && !isDoubleClick) currentViewer()?.zoom(placeUnder(event))
  })
  canvas.addEventListener('wheel', turn, { passive: false })

  /** @type {(event: PointerEvent, pressed: Press) => void} */
  function drag(event, pressed) {
    if (!pressed.isDragged && Math.abs(event.offsetX - pressed.from) < DRAG_PX) return
    if (!pressed.isDragged) canvas.setPointerCapture(event.pointerId)
    pressed.isDragged = true
    const viewer = currentViewer()
    if (viewer?.state().isZoomed) viewer.pan(pressed.lane, (pressed.x - event.offsetX) / widthPx())
    pressed.x = event.offsetX
  }

  /** @type {(event: WheelEvent) => void} */
  function turn(event) {
    const viewer = currentViewer()
    if (!viewer) return
    const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      const px = Math.max(-100, Math.min(100, event.deltaY * unitPx))
      return keepAt(event.offsetY, () => viewer.zoomBy(laneAt(event), 2 ** (px / 100), event.offsetX / widthPx()))
    }
    const sidewaysPx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!isSideways || !viewer.state().isZoomed) return
    event.preventDefault()
    viewer.pan(laneAt(event), (sidewaysPx * unitPx) / widthPx())
  }

  /** @type {(event: MouseEvent) => Place | null} */
  function placeUnder(event) {
    const viewer = currentViewer()
    if (!viewer) return null
    const { scene, ranges } = viewer.state()
    return placeAt(scene, ranges, { x: event.offsetX, row: rowAt(event.offsetY) }, widthPx())
  }

  /** @type {(event: MouseEvent) => number} */
  function laneAt(event) {
    return currentViewer()?.state().scene.rows[rowAt(event.offsetY)]?.lane ?? 0
  }
}

/**
 * @param {HTMLElement} canvas @param {() => Viewer | null} currentViewer
 * @param {{ focusSearch: () => void, toggleKeys: () => void }} actions
 */
export function listenToKeys(canvas, currentViewer, { focusSearch, toggleKeys }) {
  canvas.addEventListener('keydown', function press(event) {
    const viewer = currentViewer()
    const act = viewer && !event.ctrlKey && !event.metaKey && !event.altKey && actionOf(event, viewer)
    if (!act) return
    event.preventDefault()
    act()
  })

  /** @type {(event: KeyboardEvent, viewer: Viewer) => (() => void) | undefined} */
  function actionOf({ key, shiftKey }, viewer) {
    const { selected, scene } = viewer.state()
    const lane = scene.rows[selected?.row ?? 0]?.lane ?? 0
    if (shiftKey && key === 'ArrowLeft') return () => viewer.pan(lane, -PAN_SHARE)
    if (shiftKey && key === 'ArrowRight') return () => viewer.pan(lane, PAN_SHARE)
    if (key in arrows) return () => viewer.move(arrows[/** @type {keyof typeof arrows} */ (key)])
    /** @type {Record<string, () => void>} */
    const actions = {
      Enter: () => viewer.zoom(selected),
      Escape: viewer.back,
      Home: viewer.reset,
      '+': () => viewer.zoomBy(lane, 0.5, 0.5),
      '-': () => viewer.zoomBy(lane, 2, 0.5),
      n: () => viewer.nextDifference(1),
      N: () => viewer.nextDifference(-1),
      f: viewer.flip,
      a: viewer.toggleDetail,
      '/': focusSearch,
      '?': toggleKeys
    }
    return Object.hasOwn(actions, key) ? actions[key] : undefined
  }
}
