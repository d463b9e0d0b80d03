import { shown } from '../../../report/words/text.js'
import { barOf, placeOf } from '../scene/geometry.js'
import { costInAll, hideableGroups } from '../scene/tree.js'

/** @import { Detail, FlameTree, Order, Place, View } from '../types.js' */
/** @import { Viewer } from '../viewer.js' */

/**
 * What the graph shows, as the part of a URL after the `#`: `#flame?view=difference&frame=13:console.log`.
 *
 * @typedef {{ index: number, name: string }} Named a node or a function. The index is used if it has the name, and else the name:
 *   a report that was made again can have other indexes
 *
 * @typedef {object} Address any part can be missing
 * @property {string | null} graph title of the source
 * @property {View | null} view
 * @property {Detail | null} frames
 * @property {number | null} hidden code owners whose frames are left out
 * @property {Order | null} order
 * @property {number | null} candidate
 * @property {Named | null} around function whose callers and callees are shown
 * @property {Named | null} frame that is selected
 * @property {Named | null} zoom frame that is zoomed to
 * @property {{ from: number, to: number } | null} range that is visible, as shares of the whole, where no frame is zoomed to
 * @property {string | null} search
 */

/** The event of a graph that shows something else. */
export const CHANGED = 'flamechange'
/** Browsers ignore an address that changes more often than 200 times in 30 s. */
const SETTLED_MS = 250
const START = '#flame?'
const LONGEST = 4000
/** A range is in millionths of the whole. */
const MILLION = 1e6
const views = /** @type {const} */ (['baseline', 'candidate', 'difference'])
const details = /** @type {const} */ (['owners', 'all'])
const orders = /** @type {const} */ (['cost', 'name', 'time'])

/** @type {(viewer: Viewer, graph: string, search: string) => string} */
export function toHash({ choice, scenes, state }, graph, search) {
  const { scene, ranges, selected } = state()
  const bar = selected && barOf(scene, selected)
  const lane = bar?.lane ?? scene.lanes.length - 1
  const [range, tree] = [ranges[lane], scene.lanes[lane]?.tree]
  const params = new URLSearchParams({ graph, view: choice.view, frames: choice.detail, order: choice.order })
  if (choice.hidden !== 0) params.set('hidden', String(choice.hidden))
  if (choice.candidate > 1) params.set('candidate', String(choice.candidate))
  if (choice.aroundFrame !== null) {
    params.set('around', `${choice.aroundFrame}:${scenes.tree.frames[choice.aroundFrame]?.name}`)
  }
  if (range?.clip && tree) params.set('zoom', namedIn(tree, range.clip.node))
  else if (range && (range.from > 0 || range.to < scene.extent)) {
    params.set('range', [range.from, range.to].map(at => Math.round((at / scene.extent) * MILLION)).join('-'))
  }
  if (bar) params.set('frame', namedIn(bar.tree, bar.node))
  if (search !== '') params.set('search', search)
  const hash = START + params
  return hash.length > LONGEST ? '' : hash
}

/**
 * Reads what {@link toHash} wrote; anybody may have changed it.
 * @param {string} hash
 * @returns {Address | null} null where it is no address of a graph
 */
export function parseHash(hash) {
  if (!hash.startsWith(START) || hash.length > LONGEST) return null
  const params = new URLSearchParams(hash.slice(START.length))
  return {
    graph: params.get('graph'),
    view: oneOf(views, params.get('view')),
    frames: oneOf(details, params.get('frames')),
    hidden: integerIn(params.get('hidden')),
    order: oneOf(orders, params.get('order')),
    candidate: integerIn(params.get('candidate')),
    around: parseNamed(params.get('around')),
    frame: parseNamed(params.get('frame')),
    zoom: parseNamed(params.get('zoom')),
    range: parseRange(params.get('range')),
    search: params.get('search')
  }
}

/** Returns the named function of a graph. @type {(tree: FlameTree, named: Named | null) => number | null} */
function findFunction({ frames }, named) {
  if (!named) return null
  if (frames[named.index]?.name === named.name) return named.index
  const index = frames.findIndex(({ name }) => name === named.name)
  return index < 0 ? null : index
}

/** Returns the named node, or the costliest one of that name. @type {(tree: FlameTree, named: Named | null) => number | null} */
function findNode(tree, named) {
  const { frames, frame } = tree
  if (!named) return null
  const same = [...frame.keys()].filter(node => frames[frame[node] ?? -1]?.name === named.name)
  if (same.includes(named.index)) return named.index
  const [first = null] = same.sort((a, b) => costInAll(tree, b) - costInAll(tree, a))
  return first
}

/** @type {(tree: FlameTree, node: number) => string} */
function namedIn({ frames, frame }, node) {
  return `${node}:${frames[frame[node] ?? -1]?.name ?? ''}`
}

/** @type {<Value extends string>(values: readonly Value[], text: string | null) => Value | null} */
function oneOf(values, text) {
  return values.find(value => value === text) ?? null
}

/** @type {(text: string | null) => number | null} */
function integerIn(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** @type {(text: string | null) => Named | null} */
function parseNamed(text) {
  const [, index, name] = /^(\d{1,9}):(.*)$/s.exec(text ?? '') ?? []
  return index === undefined || name === undefined ? null : { index: Number(index), name: shown(name) }
}

/** @type {(text: string | null) => Address['range']} */
function parseRange(text) {
  const [, from, to] = /^(\d{1,7})-(\d{1,7})$/.exec(text ?? '') ?? []
  const range = { from: Number(from) / MILLION, to: Number(to) / MILLION }
  return range.from < range.to && range.to <= 1 ? range : null
}

/**
 * Shows what the address of the page names, and keeps the address up to date once the reader has done something.
 * @param {HTMLElement} container @param {{ restore: (address: Address) => Promise<void>, hashNow: () => string }} graph
 */
export function listenToAddress(container, { restore, hashNow }) {
  let hasActed = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  for (const type of ['pointerdown', 'keydown', 'input', 'wheel']) {
    document.addEventListener(type, act, { capture: true, passive: true })
  }
  container.addEventListener(CHANGED, function writeLater() {
    clearTimeout(timer)
    if (hasActed) timer = setTimeout(write, SETTLED_MS)
  })
  addEventListener('hashchange', follow)
  follow()

  function act() {
    hasActed = true
  }

  function write() {
    history.replaceState(history.state, '', hashNow() || '#flames')
  }

  async function follow() {
    const address = parseHash(location.hash)
    if (!address) return
    hasActed = false
    clearTimeout(timer)
    await restore(address)
  }
}

/** Shows what an address names, as far as the graph has it. @type {(viewer: Viewer, address: Address) => void} */
export function showAddress(viewer, { view, frames, hidden, order, candidate, around, frame, zoom, range }) {
  const { graph, tree } = viewer.scenes
  const hasOwners = graph.owners.frames.length > 0
  const isAlone = graph.variants.length === 1
  viewer.choose({
    view: isAlone ? 'baseline' : (view ?? 'difference'),
    detail: hasOwners ? (frames ?? 'owners') : 'all',
    hidden: hidden !== null && hidden < 2 ** hideableGroups.length - 1 ? hidden : 0,
    order: order === 'time' && graph.timelines.length === 0 ? 'cost' : (order ?? 'cost'),
    candidate: candidate !== null && candidate > 0 && candidate < graph.variants.length ? candidate : isAlone ? 0 : 1,
    aroundFrame: null
  })
  viewer.reset()
  const aroundFrame = findFunction(tree, around)
  if (aroundFrame !== null) viewer.around(aroundFrame)
  const zoomed = placeNamed(zoom)
  if (zoomed) viewer.zoom(zoomed)
  else if (range) viewer.showRange(range)
  if (aroundFrame === null || frame) viewer.select(placeNamed(frame))

  /** @param {Named | null} named @returns {Place | null} */
  function placeNamed(named) {
    const { scene } = viewer.state()
    for (const lane of scene.lanes.toReversed()) {
      const node = findNode(lane.tree, named)
      const place = node === null ? null : placeOf(scene, lane.tree, node)
      if (place) return place
    }
    return null
  }
}
