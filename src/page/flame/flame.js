import { shown } from '../../report/words/text.js'
import { buildMinimap } from './draw/minimap.js'
import { buildPainter } from './draw/painter.js'
import { tooltipOn } from './draw/tooltip.js'
import { CHANGED, listenToAddress, showAddress, toHash } from './panel/address.js'
import { buildControls } from './panel/controls.js'
import { buildActions } from './panel/exports.js'
import { listenToKeys, listenToPointer } from './panel/input.js'
import { buildPanels } from './panel/panels.js'
import { rowInWords, unseenInWords } from './panel/words.js'
import { barOf, placeOf } from './scene/geometry.js'
import { scenesOf, widthsOf } from './scene/scenes.js'
import { findPath } from './scene/search.js'
import { appearanceOf, readTheme, watchTheme } from './scene/theme.js'
import { buildViewport } from './scene/viewport.js'
import { viewerOf } from './viewer.js'

/** @import { Address } from './panel/address.js' */
/** @import { TreeNode } from './scene/difference.js' */
/** @import { Scenes } from './scene/scenes.js' */
/** @import { WantedFrame } from './scene/search.js' */
/** @import { FlameTree, PageGraph } from './types.js' */
/** @import { Changed, Viewer } from './viewer.js' */
/** @import { Viewport } from './scene/viewport.js' */

/**
 * @typedef {{ title: string, profiler: string, isFirst: boolean, load: () => Promise<PageGraph> }} Source `isFirst`: is shown
 *   first
 *
 * @typedef {object} Wanted functions of which each calls the next, as the blame table names them
 * @property {string} profiler that recorded them
 * @property {number} candidate index of a variant; 0 where the page has no other
 * @property {number} row of the blame
 * @property {WantedFrame[]} frames
 * @property {string} words what the blame table says of the row, such as "work +17 µs ± 5"
 */

/**
 * Mounts an interactive flame graph of one of the sources at a time, with all its controls.
 * @param {HTMLElement} container
 * @param {Source[]} sources each is loaded when it is first selected
 * @returns {{ show: (wanted: Wanted) => Promise<void> }} `show`: selects functions, in the graph of their profiler if it has
 *   them
 */
export function mountFlame(container, sources) {
  /** @type {Viewer | null} */
  let viewer = null
  let openIndex = -1
  let loading = Promise.resolve()
  let isByKey = false
  let theme = readTheme(container)
  const paint = buildPainter()
  const viewport = buildViewport(draw)
  const titles = sources.map(({ title }) => title)
  const controls = buildControls(titles, currentViewer, { open, search, toggleAround, leaveSearch })
  const panels = buildPanels(showFunction)
  const tooltip = tooltipOn(viewport, place => viewer && panels.describe(viewer, place))
  container.classList.add('flame')
  const minimap = buildMinimap(currentViewer)
  const actions = buildActions(now, viewport)
  const shownFirst = [controls.root, controls.found, viewport.root, minimap.root, panels.details, actions.root]
  container.replaceChildren(...shownFirst, ...panels.below)
  listenToPointer(viewport, currentViewer, tooltip.hover)
  listenToKeys(viewport.canvas, currentViewer, {
    focusSearch: () => controls.searchInput.focus(),
    toggleKeys: panels.toggleKeys,
    toggleAround,
    copyStack: actions.copyStack
  })
  viewport.canvas.addEventListener('focus', viewport.requestDraw)
  document.addEventListener('keydown', () => setByKey(true), true)
  document.addEventListener('pointerdown', () => setByKey(false), true)
  watchTheme(function recolour() {
    theme = readTheme(container)
    refresh('scene')
    viewport.drawNow() // a printed page has no next frame
  })
  open(sources.findIndex(({ isFirst }) => isFirst))
  listenToAddress(container, { restore, hashNow })
  return { show }

  function currentViewer() {
    return viewer
  }

  function now() {
    return { viewer, theme, title: titles[openIndex] ?? '' }
  }

  /** A frame selected by key has a tooltip, as no pointer shows where it is. @type {(value: boolean) => void} */
  function setByKey(value) {
    isByKey = value
  }

  /** @type {(index: number) => Promise<void>} */
  function open(index) {
    const source = sources[index]
    if (!source || index === openIndex) return loading
    openIndex = index
    controls.select(index)
    viewport.canvas.setAttribute('aria-label', `Flame graph, ${source.title}`)
    loading = load(source)
    return loading
  }

  /** @type {(source: Source) => Promise<void>} */
  async function load(source) {
    try {
      const scenes = scenesOf(await source.load())
      if (sources[openIndex] === source) begin(scenes) // another may have been selected since
    } catch (error) {
      openIndex = -1 // so that it can be selected again
      viewer = null
      panels.showMessage(`Cannot read ${source.title}: ${shown(String(error))}`)
    }
  }

  /** @type {(scenes: Scenes) => void} */
  function begin(scenes) {
    const isAlone = scenes.variants.length === 1
    const { view = isAlone ? 'baseline' : 'difference', colouring = 'group' } = viewer?.choice ?? {}
    const detail = scenes.graph.owners.frames.length === 0 ? 'all' : (viewer?.choice.detail ?? 'owners')
    const order = /** @type {const} */ ('cost')
    const choice = { view, colouring, detail, hidden: 0, candidate: isAlone ? 0 : 1, order, aroundFrame: null }
    viewer = viewerOf(scenes, choice, { onChange: refresh, widthPx: viewport.widthPx })
    controls.setGraph(scenes)
    refresh('scene')
    viewer.select(viewer.differences().places[0] ?? null)
    if (controls.searchInput.value) search(controls.searchInput.value)
  }

  /** @type {(changed: Changed) => void} */
  function refresh(changed) {
    if (!viewer) return
    const { scene, ranges, selected } = viewer.state()
    tooltip.hide()
    viewport.show(scene, ranges, selected)
    panels.refresh(viewer, changed, theme)
    container.classList.toggle('flame-around', viewer.choice.aroundFrame !== null)
    controls.update(viewer, changed)
    actions.update(selected !== null)
    if (changed !== 'range') controls.found.textContent = panels.highlightInWords(viewer)
    if (changed === 'selection' && selected) {
      viewport.scrollToRow(selected.row)
      if (isByKey && document.activeElement === viewport.canvas) tooltip.showAt(viewer, selected)
    }
    viewport.requestDraw()
    container.dispatchEvent(new Event(CHANGED))
  }

  /** Returns the address of what is shown. */
  function hashNow() {
    return viewer ? toHash(viewer, titles[openIndex] ?? '', controls.searchInput.value) : ''
  }

  /** @type {(address: Address) => Promise<void>} */
  async function restore(address) {
    const index = titles.indexOf(address.graph ?? '')
    await (index < 0 ? loading : open(index))
    if (!viewer) return
    controls.searchInput.value = address.search ?? ''
    showAddress(viewer, address)
    if (address.search) search(address.search)
    viewport.root.scrollIntoView({ block: 'center' })
  }

  /** @type {(context: CanvasRenderingContext2D, visible: Viewport) => void} */
  function draw(context, visible) {
    if (!viewer) return
    const hasFocus = document.activeElement === viewport.canvas
    const appearance = appearanceOf(viewer, theme)
    paint(context, { ...appearance, ...visible, hovered: tooltip.hovered(), hasFocus })
    minimap.draw(appearance, viewer.state().isZoomed, visible.widthPx)
  }

  /** @type {(query: string) => void} */
  function search(query) {
    const isEmpty = query.trim() === ''
    viewer?.highlight(isEmpty ? null : { query })
    const styles = viewer?.state().styles ?? []
    if (!isEmpty && !styles.some(({ highlighted }) => highlighted?.includes(1))) viewer?.select(null)
  }

  function leaveSearch() {
    controls.searchInput.value = ''
    search('')
    viewport.canvas.focus()
  }

  function toggleAround() {
    if (!viewer) return
    const { selected, scene } = viewer.state()
    const bar = selected && barOf(scene, selected)
    if (viewer.choice.aroundFrame !== null) viewer.around(null)
    else if (bar) viewer.around(functionOf(bar))
    viewport.canvas.focus()
  }

  /** Returns the function of a bar in the frames of the whole graph. @type {(bar: TreeNode) => number | null} */
  function functionOf({ tree, node }) {
    const own = viewer?.scenes.ownerTree === tree ? viewer.scenes.graph.owners.frames[node]?.frame : tree.frame[node]
    return own ?? null
  }

  /** @type {(frame: number) => void} */
  function showFunction(frame) {
    scrollToGraph()
    viewer?.around(frame)
  }

  function scrollToGraph() {
    viewport.root.scrollIntoView({ block: 'center' })
    viewport.canvas.focus({ preventScroll: true })
  }

  /** @type {(wanted: Wanted) => Promise<void>} */
  async function show(wanted) {
    await loading
    const all = [...sources.keys()]
    const own = all.filter(index => sources[index]?.profiler === wanted.profiler)
    for (const index of new Set([...own, ...all])) {
      await open(index)
      if (highlightRow(wanted)) return
    }
    await open(own[0] ?? 0)
    if (highlightPath(wanted)) return
    scrollToGraph()
    const path = wanted.frames.map(({ name }) => shown(name)).join(' > ')
    panels.showMessage(`None of these profiles contains ${path}.`)
  }

  /** Returns whether the open graph has the cost of the row. @type {(wanted: Wanted) => boolean} */
  function highlightRow({ row, candidate }) {
    const { graph, ownerTree } = viewer?.scenes ?? {}
    const located = graph?.owners.blamed[candidate - 1]?.[row]
    if (!ownerTree || !located || located.frames.length === 0) return false
    const words = rowInWords(graph?.rowWords[candidate - 1]?.[row] ?? '', located)
    showNodes({ tree: ownerTree, nodes: located.frames, candidate, row, words })
    return true
  }

  /** Returns whether the open graph has the functions that the row names. @type {(wanted: Wanted) => boolean} */
  function highlightPath({ frames, candidate, row, words }) {
    if (!viewer) return false
    const { graph, tree, ownerTree } = viewer.scenes
    const inner = findPath(tree, frames, widthsOf(tree, [0, candidate]))
    if (inner === null) return false
    const owner = graph.owners.frames.findIndex(({ frame }) => frame === tree.frame[inner])
    const [shownTree, node] = owner < 0 ? [tree, inner] : [ownerTree, owner]
    const text = graph.rowWords[candidate - 1]?.[row] ?? words
    const unseen = candidate === 0 ? words : unseenInWords(text, graph.owners.blamed[candidate - 1]?.[row])
    showNodes({ tree: shownTree, nodes: [node], candidate, row: null, words: unseen })
    return true
  }

  /** @type {(shown: { tree: FlameTree, nodes: number[], candidate: number, row: number | null, words: string }) => void} */
  function showNodes({ tree, nodes, candidate, row, words }) {
    if (!viewer) return
    const detail = tree === viewer.scenes.ownerTree ? 'owners' : 'all'
    controls.searchInput.value = ''
    const view = candidate === 0 ? 'baseline' : 'difference'
    viewer.choose({ view, candidate, detail, hidden: 0, order: 'cost', aroundFrame: null })
    viewer.reset()
    const isShown = Uint8Array.from(tree.parent, (_, node) => (nodes.includes(node) ? 1 : 0))
    viewer.highlight({ nodes: isShown, tree, row, words })
    scrollToGraph()
    viewer.reveal(placeOf(viewer.state().scene, tree, nodes[0] ?? -1))
  }
}
