import { element } from '../../browser/element.js'
import { edgesOf } from '../scene/geometry.js'

/** @import { Place } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */
/** @import { ViewportBox } from '../scene/viewport.js' */
/** @import { Description } from '../panel/words.js' */

/** @type {(target: HTMLElement, description: Description | null) => void} */
function fillDetails(target, description) {
  const { name = '', lines = [], rows = [] } = description ?? {}
  target.replaceChildren(
    ...rows.map(row => element('p', { class: 'flame-row' }, row)),
    element('p', { class: 'flame-name' }, name),
    ...lines.filter(line => line !== '').map(line => element('p', {}, line))
  )
}

/**
 * Shows the tooltip at the pointer, and at a frame that a key selects.
 * @param {ViewportBox} viewport @param {(place: Place | null) => Description | null} describe
 */
export function tooltipOn(viewport, describe) {
  const { tooltip, root } = viewport
  /** @type {Place | null} */
  let hovered = null
  viewport.canvas.addEventListener('blur', hide)
  return { hover, outline, showAt, hide, hovered: () => hovered }

  /** @type {(place: Place | null, point: { x: number, y: number }) => void} */
  function hover(place, point) {
    const isOther = place?.row !== hovered?.row || place?.bar !== hovered?.bar
    hovered = place
    if (isOther) viewport.requestDraw()
    if (!place) return hide()
    if (isOther || tooltip.hidden) fillDetails(tooltip, describe(place))
    moveTo(point)
  }

  /** Outlines a frame that something else on the page stands for. @type {(place: Place | null) => void} */
  function outline(place) {
    hovered = place
    viewport.requestDraw()
  }

  /** @type {(viewer: Viewer, place: Place) => void} */
  function showAt(viewer, place) {
    const { scene, ranges } = viewer.state()
    const edges = edgesOf(scene, ranges, place, viewport.widthPx())
    if (!edges) return
    fillDetails(tooltip, describe(place))
    moveTo({ x: edges.left, y: viewport.topOf(place.row) })
  }

  function hide() {
    tooltip.hidden = true
    hovered = null
    viewport.requestDraw()
  }

  /** @type {(point: { x: number, y: number }) => void} */
  function moveTo({ x, y }) {
    tooltip.hidden = false
    const left = Math.max(0, Math.min(x + 12, root.clientWidth - tooltip.offsetWidth))
    const isBelow = y + 20 + tooltip.offsetHeight <= root.clientHeight || y < tooltip.offsetHeight
    tooltip.style.left = `${left}px`
    tooltip.style.top = `${isBelow ? y + 20 : y - tooltip.offsetHeight - 8}px`
  }
}
