import { placeOf } from '../draw/bars.js'
import { hideableGroups } from '../scene/without-groups.js'
import { findFunction, findNode, parseHash } from './address.js'

/**
 * @import { Address, Named } from './address.js'
 * @import { Place } from '../types.js'
 * @import { Viewer } from '../viewer.js'
 */

/** The event of a graph that shows something else. */
export const CHANGED = 'flamechange'
/** Browsers ignore an address that changes more often than 200 times in 30 s. */
const SETTLED_MS = 250

/**
 * Shows what the address of the page names, and keeps the address up to date once the reader has done something.
 * @param {HTMLElement} container
 * @param {{ restore: (address: Address) => Promise<void>, hashNow: () => string }} graph
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
  viewer.choose({
    view: view ?? 'difference',
    detail: hasOwners ? (frames ?? 'owners') : 'all',
    hidden: hidden !== null && hidden < 2 ** hideableGroups.length - 1 ? hidden : 0,
    order: order === 'time' && graph.timelines.length === 0 ? 'cost' : (order ?? 'cost'),
    candidate: candidate !== null && candidate > 0 && candidate < graph.variants.length ? candidate : 1,
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
