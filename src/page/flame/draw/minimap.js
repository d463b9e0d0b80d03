import { element } from '../../browser/element.js'
import { eachBar } from '../scene/geometry.js'

/** @import { Appearance } from '../scene/theme.js' */
/** @import { Range, Scene } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */

const HEIGHT_PX = 40
const THINNEST_PX = 0.5

/**
 * Builds the whole of a graph in small, with a frame around what is visible; it is there while the graph is zoomed in. A click
 * or a drag moves what is visible. Keys pan the graph itself, so that this needs none.
 * @param {() => Viewer | null} currentViewer
 */
export function buildMinimap(currentViewer) {
  const canvas = element('canvas', { class: 'flame-minimap', 'aria-hidden': 'true', hidden: true })
  const context = canvas.getContext('2d', { alpha: false })
  const picture = document.createElement('canvas')
  /** @type {unknown[]} what the picture is of */
  let drawn = []
  canvas.addEventListener('pointerdown', function begin(event) {
    canvas.setPointerCapture(event.pointerId)
    moveTo(event)
  })
  canvas.addEventListener('pointermove', function follow(event) {
    if (event.buttons === 1) moveTo(event)
  })
  return { root: canvas, draw }

  /** @type {(appearance: Appearance, isZoomed: boolean, widthPx: number) => void} */
  function draw(appearance, isZoomed, widthPx) {
    const { scene, ranges, palette, styles, plain } = appearance
    const [range] = ranges
    canvas.hidden = !isZoomed || !range || (scene.lanes.length > 1 && scene.axis === 'cost')
    if (canvas.hidden || !context || !range) return
    const size = { width: Math.round(widthPx * devicePixelRatio), height: Math.round(HEIGHT_PX * devicePixelRatio) }
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size)
    canvas.style.width = `${widthPx}px`
    const wanted = [scene, styles, palette, size.width]
    if (wanted.some((each, index) => each !== drawn[index])) {
      Object.assign(picture, size)
      drawWhole(appearance, size)
      drawn = wanted
    }
    context.drawImage(picture, 0, 0)
    const [left, right] = [range.from, range.to].map(at => (at / scene.extent) * size.width)
    drawFrame(Number(left), Number(right), size, plain.accent)
  }

  /** @type {(appearance: Appearance, size: { width: number, height: number }) => void} */
  function drawWhole({ scene, styles, palette, plain }, { width, height }) {
    const small = picture.getContext('2d', { alpha: false })
    const rows = scene.rows.filter(({ bars, lane }) => bars && lane === 0)
    if (!small) return
    small.fillStyle = plain.page
    small.fillRect(0, 0, width, height)
    const [scale, rowPx] = [width / scene.extent, height / rows.length]
    rows.forEach(function drawRow({ bars, lane }, row) {
      if (!bars) return
      const { node, start, end } = bars
      eachBar(bars, { from: 0, to: scene.extent }, THINNEST_PX / scale, fillBar, fill)

      /** @param {number} bar */
      function fillBar(bar) {
        fill(bar, bar, palette[styles[lane]?.colours[node[bar] ?? 0] ?? 0]?.normal.fill)
      }

      /** @type {(first: number, last: number, colour?: string) => void} */
      function fill(first, last, colour = plain.thin) {
        const [from, to] = [start[first] ?? 0, end[last] ?? 0]
        if (!small) return
        small.fillStyle = colour
        small.fillRect(from * scale, row * rowPx, Math.max(1, (to - from) * scale), Math.ceil(rowPx))
      }
    })
  }

  /** @type {(left: number, right: number, size: { width: number, height: number }, colour: string) => void} */
  function drawFrame(left, right, { width, height }, colour) {
    if (!context) return
    context.fillStyle = 'rgb(128 128 128 / 45%)'
    context.fillRect(0, 0, left, height)
    context.fillRect(right, 0, width - right, height)
    context.strokeStyle = colour
    context.lineWidth = 2 * devicePixelRatio
    context.strokeRect(left + 1, 1, Math.max(2, right - left - 2), height - 2)
  }

  /** @param {PointerEvent} event */
  function moveTo(event) {
    const viewer = currentViewer()
    if (!viewer) return
    const { scene, ranges } = viewer.state()
    const span = spanOf(scene, ranges[0])
    const from = Math.max(0, Math.min(1 - span, event.offsetX / canvas.clientWidth - span / 2))
    viewer.showRange({ from, to: from + span })
  }
}

/** Returns which share of the whole is visible. @type {(scene: Scene, range: Range | undefined) => number} */
function spanOf({ extent }, range) {
  return range ? Math.min(1, (range.to - range.from) / extent) : 1
}
