import { fillDetails } from './details.js'
import { edgesOf } from './geometry.js'

/**
 * @import { Described } from './details.js'
 * @import { Stage } from './stage.js'
 * @import { Place } from './types.js'
 * @import { Viewer } from './viewer.js'
 */

/**
 * What is told beside the pointer, and beside a frame that a key went to.
 * @param {Stage} stage
 * @param {(place: Place | null) => Described | null} describe
 */
export function tipsOn(stage, describe) {
  const { tip, root } = stage
  /** @type {Place | null} */
  let hovered = null
  stage.canvas.addEventListener('blur', hide)
  return { hover, beside, hide, hovered: () => hovered }

  /**
   * @param {Place | null} place
   * @param {{ x: number, y: number }} point
   */
  function hover(place, point) {
    const isOther = place?.row !== hovered?.row || place?.bar !== hovered?.bar
    hovered = place
    if (isOther) stage.ask()
    if (!place) return hide()
    if (isOther || tip.hidden) fillDetails(tip, describe(place))
    putAt(point)
  }

  /**
   * @param {Viewer} viewer
   * @param {Place} place
   */
  function beside(viewer, place) {
    const { scene, ranges } = viewer.state()
    const edges = edgesOf(scene, ranges, place, stage.widthPx())
    if (!edges) return
    fillDetails(tip, describe(place))
    putAt({ x: edges.left, y: stage.topOf(place.row) })
  }

  function hide() {
    tip.hidden = true
    hovered = null
    stage.ask()
  }

  /** @param {{ x: number, y: number }} point */
  function putAt({ x, y }) {
    tip.hidden = false
    const left = Math.max(0, Math.min(x + 12, root.clientWidth - tip.offsetWidth))
    const isBelow = y + 20 + tip.offsetHeight <= root.clientHeight || y < tip.offsetHeight
    tip.style.left = `${left}px`
    tip.style.top = `${isBelow ? y + 20 : y - tip.offsetHeight - 8}px`
  }
}
