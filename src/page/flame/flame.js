import { shown } from '../../report/words/text.js'
import { element } from '../browser/element.js'
import { download } from '../browser/save-and-copy.js'
import { buildPainter } from './draw/painter.js'
import { tooltipOn } from './draw/tooltip.js'
import { buildControls } from './panel/controls.js'
import { describe, statusOf } from './panel/describe.js'
import { buildFunctionTable } from './panel/function-table.js'
import { listenToKeys, listenToPointer } from './panel/input.js'
import { toProfileFile } from './panel/speedscope-file.js'
import { hintOf, infoOf, keyWords, rowInWords, unseenInWords } from './panel/words.js'
import { barOf, placeOf } from './scene/geometry.js'
import { scenesOf, widthsOf } from './scene/scenes.js'
import { findPath, matchNodes } from './scene/search.js'
import { appearanceOf, readTheme, watchTheme } from './scene/theme.js'
import { costliestCall, functionOf } from './scene/tree.js'
import { buildViewport } from './scene/viewport.js'
import { viewerOf } from './viewer.js'

/** @import { Scenes } from './scene/scenes.js' */
/** @import { WantedFrame } from './scene/search.js' */
/** @import { Viewport } from './scene/viewport.js' */
/** @import { Detail, FlameTree, PageGraph, Place } from './types.js' */
/** @import { Changed, Viewer } from './viewer.js' */

/**
 * @typedef {{ title: string, profiler: string, isFirst: boolean, load: () => Promise<PageGraph> }} Source `isFirst`: is shown
 *   first
 *
 * @typedef {object} Wanted functions of which each calls the next, as the blame names them
 * @property {string} profiler that recorded them
 * @property {number} candidate index of a variant; 0 where the page has no other
 * @property {number[]} rows of the blame that the price is of, the first one first; none of a single variant
 * @property {string} price the place and cost that led here, such as src/a.js:12 +17 µs ± 5
 * @property {WantedFrame[]} frames
 * @property {string} words what the blame says of the row, such as "work +17 µs ± 5"
 */

/**
 * Mounts an interactive flame graph of one of the sources at a time, with its controls and the table of its functions.
 * @param {HTMLElement} container
 * @param {Source[]} sources each is loaded when it is first selected
 * @param {(joined: { candidate: number, rows: number[] }) => void} [onJoin] is called with the rows of the blame that the frame below
 *   the pointer, or else the selected one, has cost of
 * @returns {{ show: (wanted: Wanted, options?: { isQuiet?: boolean }) => Promise<void>, hoverRows: (rows: number[]) => void }} `show`:
 *   selects functions, in the graph of their profiler if it has them; `isQuiet`: without scrolling to it. `hoverRows`: outlines the frame
 *   of a row of the blame
 */
export function mountFlame(container, sources, onJoin = () => {}) {
  /** @type {Viewer | null} */
  let viewer = null
  let openIndex = -1
  let candidate = 1
  let loading = Promise.resolve()
  let isByKey = false
  let theme = readTheme(container)
  const paint = buildPainter()
  const viewport = buildViewport(draw)
  const titles = sources.map(({ title }) => title)
  const keyRows = keyWords.map(([key = '', words = '']) =>
    element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, words))
  )
  const keys = element('dl', {}, ...keyRows)
  const controls = buildControls(titles, currentViewer, { open, search, leaveSearch, saveProfile, keys })
  const table = buildFunctionTable(showFunction, hoverFunction)
  const tooltip = tooltipOn(viewport, place => viewer && describe(viewer, place))
  const status = element('p', { class: 'flame-status', role: 'status' })
  const hint = element('p', { class: 'flame-hint' })
  container.classList.add('flame')
  container.replaceChildren(
    controls.root,
    element('div', { class: 'flame-two' }, viewport.root, table.root),
    status,
    hint
  )
  listenToPointer(viewport, currentViewer, hover)
  listenToKeys(viewport.canvas, currentViewer, {
    focusSearch: () => controls.searchInput.focus(),
    toggleKeys: controls.toggleKeys
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
  return { show, hoverRows }

  function currentViewer() {
    return viewer
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
      status.textContent = `Cannot read ${source.title}: ${shown(String(error))}`
    }
  }

  /** @type {(scenes: Scenes) => void} */
  function begin(scenes) {
    const isAlone = scenes.variants.length === 1
    const { view = isAlone ? 'baseline' : 'difference' } = viewer?.choice ?? {}
    /** @type {Detail} */
    const detail = scenes.graph.owners.frames.length === 0 ? 'all' : 'owners'
    const choice = { view, detail, candidate: isAlone ? 0 : candidate }
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
    controls.update(viewer, changed)
    if (changed === 'scene') hint.textContent = hintOf(viewer.choice, scene, viewer.scenes.graph)
    if (changed === 'scene' || changed === 'highlight') fillTable(viewer)
    if (changed !== 'range') {
      status.textContent = statusOf(viewer)
      join(selected)
    }
    if (changed === 'selection' && selected) {
      viewport.scrollToRow(selected.row)
      if (isByKey && document.activeElement === viewport.canvas) tooltip.showAt(viewer, selected)
    }
    viewport.requestDraw()
  }

  /** @type {(shown: Viewer) => void} */
  function fillTable({ scenes, choice, state }) {
    const { highlighted } = state()
    const { tree, graph } = scenes
    const isMatch = highlighted && 'query' in highlighted ? matchNodes(tree, highlighted.query) : null
    const frames = isMatch && new Uint8Array(tree.frames.length)
    isMatch?.forEach(function addFrame(matches, node) {
      if (matches && frames) frames[tree.frame[node] ?? -1] = 1
    })
    const noise = graph.functionNoise[choice.candidate - 1] ?? null
    table.show({ tree, info: infoOf(scenes, choice.candidate), view: choice.view, noise, frames })
  }

  /** @type {(place: Place | null, point: { x: number, y: number }) => void} */
  function hover(place, point) {
    tooltip.hover(place, point)
    join(place ?? viewer?.state().selected ?? null)
  }

  /** Shows what stands for a frame elsewhere. @type {(place: Place | null) => void} */
  function join(place) {
    const bar = viewer && place && barOf(viewer.state().scene, place)
    if (!viewer || !bar) return joinFunction(null, [])
    const { scenes, choice } = viewer
    const located = scenes.graph.owners.blamed[choice.candidate - 1] ?? []
    const rows = [...located.keys()].filter(
      row => bar.tree === scenes.ownerTree && located[row]?.frames.includes(bar.node)
    )
    joinFunction(functionOf(scenes, bar), rows)
  }

  /** @type {(frame: number | null, rows: number[]) => void} */
  function joinFunction(frame, rows) {
    table.mark(frame)
    onJoin({ candidate: viewer?.choice.candidate ?? 0, rows })
  }

  /** @type {(context: CanvasRenderingContext2D, visible: Viewport) => void} */
  function draw(context, visible) {
    if (!viewer) return
    const hasFocus = document.activeElement === viewport.canvas
    paint(context, { ...appearanceOf(viewer, theme), ...visible, hovered: tooltip.hovered(), hasFocus })
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

  function saveProfile() {
    if (!viewer) return
    const title = titles[openIndex] ?? ''
    const file = `flame-${title}`.replace(/[^\w-]+/g, '-')
    const text = JSON.stringify(toProfileFile(viewer.scenes, title))
    download(new Blob([text], { type: 'application/json' }), `${file}.speedscope.json`)
    status.textContent = `Saved ${file}.speedscope.json.`
  }

  /** Returns the bar of a function in the scene; null where it has none. @type {(frame: number) => Place | null} */
  function placeOfFunction(frame) {
    if (!viewer) return null
    const { scenes, state } = viewer
    const { scene } = state()
    const isByOwner = scene.lanes[0]?.tree === scenes.ownerTree
    const owners = isByOwner ? [...scenes.ownerTree.frames.keys()] : []
    const owner = owners.find(node => functionOf(scenes, { tree: scenes.ownerTree, node }) === frame)
    if (isByOwner) return owner === undefined ? null : placeOf(scene, scenes.ownerTree, owner)
    const call = costliestCall(scenes.tree, frame)
    return call === null ? null : placeOf(scene, scenes.tree, call)
  }

  /** @type {(frame: number) => void} */
  function showFunction(frame) {
    if (!viewer) return
    if (!placeOfFunction(frame)) viewer.choose({ detail: 'all' })
    viewer.reveal(placeOfFunction(frame))
  }

  /** @type {(frame: number | null) => void} */
  function hoverFunction(frame) {
    if (frame === null) return hover(null, { x: 0, y: 0 })
    const place = placeOfFunction(frame)
    tooltip.outline(place)
    if (place) join(place)
  }

  /** @type {(rows: number[]) => void} */
  function hoverRows([row = -1]) {
    const { scenes, choice, state } = viewer ?? {}
    const [frame = -1] = scenes?.graph.owners.blamed[(choice?.candidate ?? 0) - 1]?.[row]?.frames ?? []
    const place = scenes && state ? placeOf(state().scene, scenes.ownerTree, frame) : null
    tooltip.outline(place)
    join(place ?? state?.().selected ?? null)
  }

  function scrollToGraph() {
    viewport.root.scrollIntoView({ block: 'nearest' })
    viewport.canvas.focus({ preventScroll: true })
  }

  /** @type {(wanted: Wanted, options?: { isQuiet?: boolean }) => Promise<void>} */
  async function show(wanted, { isQuiet = false } = {}) {
    candidate = wanted.candidate
    await loading
    const all = [...sources.keys()]
    const own = all.filter(index => sources[index]?.profiler === wanted.profiler)
    if (!isQuiet) scrollToGraph()
    for (const index of new Set([...own, ...all])) {
      await open(index)
      if (highlightRow(wanted)) return
    }
    await open(own[0] ?? 0)
    if (highlightPath(wanted)) return
    const path = wanted.frames.map(({ name }) => shown(name)).join(' > ')
    status.textContent = `None of these profiles contains ${path}.`
  }

  /** Returns whether the open graph has the cost of the row. @type {(wanted: Wanted) => boolean} */
  function highlightRow({ rows: [row = -1, ...others], candidate, price }) {
    const { graph, ownerTree } = viewer?.scenes ?? {}
    const blamed = graph?.owners.blamed[candidate - 1]
    const located = blamed?.[row]
    if (!ownerTree || !located || located.frames.length === 0) return false
    const words = rowInWords(graph?.rowWords[candidate - 1]?.[row] ?? '', located)
    const nodes = [row, ...others].flatMap(each => blamed?.[each]?.frames ?? [])
    showNodes({ tree: ownerTree, nodes, candidate, row, words, price })
    return true
  }

  /** Returns whether the open graph has the functions that the row names. @type {(wanted: Wanted) => boolean} */
  function highlightPath({ frames, candidate, rows: [row = -1], words, price }) {
    if (!viewer) return false
    const { graph, tree, ownerTree } = viewer.scenes
    const inner = findPath(tree, frames, widthsOf(tree, [0, candidate]))
    if (inner === null) return false
    const owner = graph.owners.frames.findIndex(({ frame }) => frame === tree.frame[inner])
    const [shownTree, node] = owner < 0 ? [tree, inner] : [ownerTree, owner]
    const text = graph.rowWords[candidate - 1]?.[row] ?? words
    const unseen = candidate === 0 ? words : unseenInWords(text, graph.owners.blamed[candidate - 1]?.[row])
    showNodes({ tree: shownTree, nodes: [node], candidate, row: null, words: unseen, price })
    return true
  }

  /** @type {(shown: { tree: FlameTree, nodes: number[], candidate: number, row: number | null, words: string, price: string }) => void} */
  function showNodes({ tree, nodes, candidate, row, words, price }) {
    if (!viewer) return
    const detail = tree === viewer.scenes.ownerTree ? 'owners' : 'all'
    controls.searchInput.value = ''
    viewer.choose({ view: candidate === 0 ? 'baseline' : 'difference', candidate, detail })
    viewer.reset()
    const isShown = Uint8Array.from(tree.parent, (_, node) => (nodes.includes(node) ? 1 : 0))
    viewer.highlight({ nodes: isShown, tree, row, words, price })
    viewer.reveal(placeOf(viewer.state().scene, tree, nodes[0] ?? -1))
  }
}
