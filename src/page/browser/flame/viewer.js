import { neighbourOf, placeOf } from './bars.js'
import { changeRanges, edgesOf, wholeRanges, zoomTo } from './geometry.js'
import { colouringOf, looksOf } from './palette.js'
import { panRange, zoomRange } from './range.js'
import { barOf } from './scene.js'
import { matchingPlaces } from './search.js'
import { zoomHistory } from './zoom-history.js'

/**
 * @import { Light, ViewerChoice } from './palette.js'
 * @import { Picture } from './picture.js'
 * @import { FlameTree, Lane, Place, Range } from './types.js'
 */

/**
 * @typedef {{ tree: FlameTree, node: number }} Spot
 * @typedef {'scene' | 'light' | 'selection' | 'sight'} Changed the first changes all after it
 * @typedef {ReturnType<typeof viewerOf>} Viewer
 */

/** Narrower matches are zoomed to when they are gone to. */
const VISIBLE_PX = 24

/**
 * What is seen of a picture, and every way to change it.
 * @param {Picture} picture
 * @param {ViewerChoice} choice
 * @param {{ onChange: (changed: Changed) => void, widthPx: () => number }} surroundings
 */
export function viewerOf(picture, choice, { onChange, widthPx }) {
  let scene = picture.sceneOf(choice)
  let ranges = wholeRanges(scene)
  /** @type {Light} */
  let light = null
  let looks = looksOf(scene, choice, light)
  /** @type {Place | null} */
  let selected = null
  /** @type {Spot | null} */
  let spotBefore = null
  const zooms = zoomHistory()
  /** @type {{ places: Place[], at: number } | null} */
  let matches = null

  return {
    picture,
    choice,
    state,
    choose,
    around,
    select,
    move,
    zoom,
    back,
    reset,
    scale,
    pan,
    shine,
    nextMatch
  }

  function state() {
    return {
      scene,
      ranges,
      looks,
      light,
      selected,
      colouring: colouringOf(choice, scene),
      isZoomed: isZoomed(),
      matches
    }
  }

  /** @param {Partial<ViewerChoice>} changes */
  function choose(changes) {
    const spot = selected && barOf(scene, selected)
    const { extent, lanes } = scene
    Object.assign(choice, changes)
    scene = picture.sceneOf(choice)
    const isSameKind = extent === scene.extent && hasSameTrees(lanes, scene.lanes)
    ranges = isSameKind ? ranges.map(keepRange) : wholeRanges(scene)
    if (!isSameKind) zooms.clear()
    selected = spot && placeOf(scene, spot.tree, spot.node)
    relight()
    onChange('scene')
  }

  /**
   * @param {Range} range of a scene with the same trees
   * @param {number} lane
   */
  function keepRange(range, lane) {
    if (!range.clip) return range
    const tree = scene.lanes[lane]?.tree
    const place = tree && placeOf(scene, tree, range.clip.node)
    return (place && zoomTo(scene, wholeRanges(scene), place)[lane]) ?? { from: 0, to: scene.extent, clip: null }
  }

  /** @param {number | null} frame whose callers and callees to show; null: everything again */
  function around(frame) {
    const spot = selected && barOf(scene, selected)
    if (choice.aroundFrame === null) spotBefore = spot
    choose({ aroundFrame: frame })
    const callees = scene.lanes[1]?.tree
    if (frame === null) select(spotBefore && placeOf(scene, spotBefore.tree, spotBefore.node))
    else if (callees) select(placeOf(scene, callees, 0))
  }

  /** @param {Place | null} place */
  function select(place) {
    selected = place
    onChange('selection')
  }

  /** @param {'up' | 'down' | 'left' | 'right'} direction */
  function move(direction) {
    const next = selected ? neighbourOf(scene, selected, direction) : firstPlace()
    if (!next) return
    selected = next
    if (!edgesOf(scene, ranges, next, widthPx())) showAround(next)
    onChange('selection')
  }

  function firstPlace() {
    const row = scene.rows.findIndex(({ bars }) => bars && bars.node.length > 0)
    return row < 0 ? null : { row, bar: 0 }
  }

  /** @param {Place} place that is outside of what is seen */
  function showAround(place) {
    const bar = barOf(scene, place)
    const range = ranges[bar?.lane ?? 0]
    if (!bar || !range) return
    const distance = (bar.start + bar.end) / 2 - (range.from + range.to) / 2
    ranges = changeRanges(scene, ranges, bar.lane, each => panRange(each, scene.extent, distance))
  }

  /** @param {Place | null} place */
  function zoom(place) {
    const bar = place && barOf(scene, place)
    if (!place || !bar) return
    zooms.add({ tree: bar.tree, node: bar.node, scene, place })
    ranges = zoomTo(scene, ranges, place)
    selected = place
    onChange('selection')
  }

  /** One step: the zoom before, then out of callers and callees, then without what was looked for. */
  function back() {
    const last = zooms.dropLast()
    const place = last?.scene === scene ? last.place : last && placeOf(scene, last.tree, last.node)
    if (isZoomed()) {
      ranges = place ? zoomTo(scene, ranges, place) : wholeRanges(scene)
      if (!place) zooms.clear()
      return onChange('sight')
    }
    if (choice.aroundFrame !== null) return around(null)
    shine(null)
  }

  function reset() {
    zooms.clear()
    ranges = wholeRanges(scene)
    if (light && 'nodes' in light) return shine(null)
    onChange('sight')
  }

  function isZoomed() {
    return ranges.some(({ from, to, clip }) => clip !== null || from > 0 || to < scene.extent)
  }

  /**
   * @param {number} lane
   * @param {number} factor below 1: closer
   * @param {number} pivotShare of the width, stays where it is
   */
  function scale(lane, factor, pivotShare) {
    ranges = changeRanges(scene, ranges, lane, function closer(range) {
      return zoomRange(range, scene.extent, factor, range.from + pivotShare * (range.to - range.from))
    })
    onChange('sight')
  }

  /**
   * @param {number} lane
   * @param {number} share of what is seen
   */
  function pan(lane, share) {
    ranges = changeRanges(scene, ranges, lane, range => {
      return panRange(range, scene.extent, share * (range.to - range.from))
    })
    onChange('sight')
  }

  /** @param {Light} wanted */
  function shine(wanted) {
    light = wanted
    relight()
    onChange('light')
  }

  function relight() {
    looks = looksOf(scene, choice, light)
    matches = null
  }

  /** @param {number} step 1 or -1 */
  function nextMatch(step) {
    matches ??= { places: matchingPlaces(scene, (lane, node) => looks[lane]?.lit?.[node] === 1), at: step > 0 ? -1 : 0 }
    const { places } = matches
    matches.at = (matches.at + step + places.length) % Math.max(1, places.length)
    const place = places[matches.at]
    if (!place) return
    const edges = edgesOf(scene, ranges, place, widthPx())
    if (edges && edges.right - edges.left >= VISIBLE_PX) select(place)
    else zoom(place)
  }
}

/**
 * @param {Lane[]} lanes
 * @param {Lane[]} others
 */
function hasSameTrees(lanes, others) {
  return lanes.length === others.length && lanes.every(({ tree }, lane) => tree === others[lane]?.tree)
}
