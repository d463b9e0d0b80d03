import { colouringOf, stylesOf } from './scene/colouring.js'
import { differencesIn } from './scene/difference.js'
import {
  barOf,
  changeRanges,
  edgesOf,
  neighbourOf,
  panRange,
  placeOf,
  wholeRanges,
  zoomRange,
  zoomTo
} from './scene/geometry.js'
import { matchingPlaces } from './scene/search.js'
import { counterpartOf } from './scene/tree.js'

/** @import { Highlight } from './scene/colouring.js' */
/** @import { TreeNode } from './scene/difference.js' */
/** @import { Choice, Scenes } from './scene/scenes.js' */
/** @import { FlameTree, Lane, Place, Range, Scene } from './types.js' */

/**
 * @typedef {'scene' | 'highlight' | 'selection' | 'range'} Changed each implies those after it
 * @typedef {ReturnType<typeof viewerOf>} Viewer
 * @typedef {ReturnType<Viewer['state']>} ViewerState
 * @typedef {TreeNode & { scene: Scene, place: Place }} Zoom a node, and its bar in the scene in which it was zoomed to
 */

/** Narrower matches are zoomed to when they are selected. */
const VISIBLE_PX = 24

/**
 * Holds what is visible of a graph, with every way to change it.
 * @param {Scenes} scenes @param {Choice} choice
 * @param {{ onChange: (changed: Changed) => void, widthPx: () => number }} surroundings
 */
export function viewerOf(scenes, choice, { onChange, widthPx }) {
  let scene = scenes.sceneOf(choice)
  let ranges = wholeRanges(scene)
  /** @type {Highlight} */
  let highlighted = null
  let styles = stylesOf(scene, choice, highlighted)
  /** @type {Place | null} */
  let selected = null
  /** What the reader selected, also in a scene that does not have it. @type {TreeNode | null} */
  let kept = null
  /** The last one last, each inside the one before. @type {Zoom[]} */
  let zooms = []
  /** @type {{ places: Place[], at: number } | null} */
  let matches = null
  /** The bars of the differences of the scene, once they were asked for. @type {Place[] | null} */
  let differencePlaces = null

  return {
    scenes,
    choice,
    state,
    choose,
    flip,
    toggleDetail,
    select,
    move,
    zoom,
    back,
    reset,
    zoomBy,
    pan,
    highlight,
    nextMatch,
    nextDifference,
    differences,
    reveal
  }

  function state() {
    return {
      scene,
      ranges,
      styles,
      highlighted,
      selected,
      kept,
      colouring: colouringOf(choice, scene),
      isZoomed: isZoomed(),
      matches
    }
  }

  /** @type {(changes: Partial<Choice>) => void} */
  function choose(changes) {
    const { extent, lanes } = scene
    const { candidate } = choice
    Object.assign(choice, changes)
    scene = scenes.sceneOf(choice)
    differencePlaces = null
    const isSameKind = extent === scene.extent && hasSameTrees(lanes, scene.lanes)
    ranges = isSameKind ? ranges.map(keepRange) : wholeRanges(scene)
    if (!isSameKind) zooms = []
    selected = placeOfNode(kept) ?? placeOfNode(kept && counterpartOf(scenes, kept))
    if (!selected && choice.candidate !== candidate) {
      selected = differences().places[0] ?? null
      kept = selected && barOf(scene, selected)
    }
    restyle()
    onChange('scene')
  }

  /** Shows the other variant in place. */
  function flip() {
    choose({ view: choice.view === 'baseline' ? 'candidate' : 'baseline' })
  }

  /** @type {(node: TreeNode | null) => Place | null} */
  function placeOfNode(node) {
    return node && placeOf(scene, node.tree, node.node)
  }

  /** Returns the range for the next scene, which has the same trees. @type {(range: Range, lane: number) => Range} */
  function keepRange(range, lane) {
    if (!range.clip) return range
    const tree = scene.lanes[lane]?.tree
    const place = tree && placeOf(scene, tree, range.clip.node)
    return (place && zoomTo(scene, wholeRanges(scene), place)[lane]) ?? { from: 0, to: scene.extent, clip: null }
  }

  /** Shows all frames or one per owner, where the scene has these two. */
  function toggleDetail() {
    const hasOwners = scenes.graph.owners.frames.length > 0
    if (hasOwners && choice.detail !== 'time') choose({ detail: choice.detail === 'all' ? 'owners' : 'all' })
  }

  /** @type {(place: Place | null) => void} */
  function select(place) {
    selected = place
    kept = place && barOf(scene, place)
    onChange('selection')
  }

  /** @type {(direction: 'up' | 'down' | 'left' | 'right') => void} */
  function move(direction) {
    const firstRow = scene.rows.findIndex(({ bars }) => bars && bars.node.length > 0)
    const first = firstRow < 0 ? null : { row: firstRow, bar: 0 }
    const next = selected ? neighbourOf(scene, selected, direction) : first
    if (!next) return
    if (!edgesOf(scene, ranges, next, widthPx())) panTo(next)
    select(next)
  }

  /** @type {(place: Place) => void} */
  function panTo(place) {
    const bar = barOf(scene, place)
    const range = ranges[bar?.lane ?? 0]
    if (!bar || !range) return
    const distance = (bar.start + bar.end) / 2 - (range.from + range.to) / 2
    ranges = changeRanges(scene, ranges, bar.lane, each => panRange(each, scene.extent, distance))
  }

  /** Zooms to a bar; its zoom replaces those of its callees. @type {(place: Place | null) => void} */
  function zoom(place) {
    const bar = place && barOf(scene, place)
    if (!place || !bar) return
    const { tree, node } = bar
    zooms = zooms.filter(each => each.tree !== tree || !isInSubtree(tree, each.node, node))
    zooms.push({ tree, node, scene, place })
    ranges = zoomTo(scene, ranges, place)
    select(place)
  }

  /** Undoes one step: the last zoom, then the highlight. */
  function back() {
    zooms.pop()
    const last = zooms.at(-1)
    if (isZoomed()) {
      const place = last?.scene === scene ? last.place : placeOfNode(last ?? null)
      ranges = place ? zoomTo(scene, ranges, place) : wholeRanges(scene)
      if (!place) zooms = []
      return onChange('range')
    }
    highlight(null)
  }

  /** Resets the zoom and removes a highlighted path; a search stays. */
  function reset() {
    zooms = []
    ranges = wholeRanges(scene)
    if (highlighted && 'nodes' in highlighted) return highlight(null)
    onChange('range')
  }

  function isZoomed() {
    return ranges.some(({ from, to, clip }) => clip !== null || from > 0 || to < scene.extent)
  }

  /**
   * Zooms in by a factor below 1 around a share of the width.
   * @type {(lane: number, factor: number, pivot: number) => void}
   */
  function zoomBy(lane, factor, pivot) {
    ranges = changeRanges(scene, ranges, lane, range =>
      zoomRange(range, scene.extent, factor, range.from + pivot * (range.to - range.from))
    )
    onChange('range')
  }

  /** Pans by a share of what is visible. @type {(lane: number, share: number) => void} */
  function pan(lane, share) {
    ranges = changeRanges(scene, ranges, lane, range => panRange(range, scene.extent, share * (range.to - range.from)))
    onChange('range')
  }

  /** @type {(wanted: Highlight) => void} */
  function highlight(wanted) {
    highlighted = wanted
    restyle()
    onChange('highlight')
  }

  function restyle() {
    styles = stylesOf(scene, choice, highlighted)
    matches = null
  }

  /** @type {(step: 1 | -1) => void} */
  function nextMatch(step) {
    matches ??= {
      places: matchingPlaces(scene, (lane, node) => styles[lane]?.highlighted?.[node] === 1),
      at: step > 0 ? -1 : 0
    }
    const { places } = matches
    matches.at = (matches.at + step + places.length) % Math.max(1, places.length)
    reveal(places[matches.at] ?? null)
  }

  /** Returns the bars of the significant differences, the largest first, and which of them is selected, or -1. */
  function differences() {
    differencePlaces ??= differencesIn(scene, choice.candidate, scenes)
    const places = differencePlaces
    return { places, at: places.findIndex(({ row, bar }) => row === selected?.row && bar === selected.bar) }
  }

  /** @type {(step: 1 | -1) => void} */
  function nextDifference(step) {
    const { places, at } = differences()
    const next = at < 0 && step < 0 ? places.length - 1 : at + step
    reveal(places[(next + places.length) % Math.max(1, places.length)] ?? null)
  }

  /** Selects a bar; zooms to the outermost caller from which on it is wide enough. @type {(place: Place | null) => void} */
  function reveal(place) {
    const bar = place && barOf(scene, place)
    if (!place || !bar) return
    if (isVisible(ranges)) return select(place)
    const callers = pathTo(bar).flatMap(node => placeOf(scene, bar.tree, node) ?? [])
    const caller = callers.find(each => isVisible(zoomTo(scene, ranges, each)))
    zoom(caller ?? place)
    select(place)

    /** @param {Range[]} shown */
    function isVisible(shown) {
      const edges = edgesOf(scene, shown, /** @type {Place} */ (place), widthPx())
      return edges !== null && edges.right - edges.left >= VISIBLE_PX
    }
  }
}

/** @type {(lanes: Lane[], others: Lane[]) => boolean} */
function hasSameTrees(lanes, others) {
  return lanes.length === others.length && lanes.every(({ tree }, lane) => tree === others[lane]?.tree)
}

/** Returns a node and its callers, the outermost first. @type {(place: TreeNode) => number[]} */
function pathTo({ tree, node }) {
  const path = []
  for (let each = node; each >= 0; each = tree.parent[each] ?? -1) path.unshift(each)
  return path
}

/** @type {(tree: FlameTree, node: number, root: number) => boolean} */
function isInSubtree({ parent }, node, root) {
  let each = node
  while (each > root) each = parent[each] ?? -1
  return each === root
}
