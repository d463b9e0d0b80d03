import { placeOf } from './bars.js'
import { buildControls } from './controls.js'
import { findPath } from './find-path.js'
import { listenToKeys } from './keys.js'
import { buildPainter } from './painter.js'
import { buildSurroundings } from './panels.js'
import { pictureOf } from './picture.js'
import { listenToPointer } from './pointer.js'
import { barOf } from './scene.js'
import { matchFrames } from './search.js'
import { buildStage } from './stage.js'
import { readTheme, watchTheme } from './theme.js'
import { tipsOn } from './tips.js'
import { widthsOf } from './tree-rows.js'
import { viewerOf } from './viewer.js'
import { meaningInWords, shownText } from './words.js'

/**
 * @import { FlameGraph } from '../../../flame/types.js'
 * @import { WantedFrame } from './find-path.js'
 * @import { Picture } from './picture.js'
 * @import { Seen } from './stage.js'
 * @import { Changed, Viewer } from './viewer.js'
 */

/**
 * @typedef {{ title: string, profiler: string, load: () => Promise<FlameGraph> }} Source
 *
 * @typedef {object} Wanted functions of which each calls the next, as blame names them
 * @property {string} profiler who saw them
 * @property {number} candidate index into the variants
 * @property {WantedFrame[]} frames
 * @property {string} [words] what the blame says of the last of them, such as "In the blame: +17 µs ±4.9 µs"
 */

/**
 * An interactive flame graph of one of the sources at a time, with all its controls.
 * @param {HTMLElement} container
 * @param {Source[]} sources each is loaded when it is first chosen
 * @returns {{ show: (wanted: Wanted) => Promise<void> }} `show`: goes to them, where their profiler has them if it does
 */
export function mountFlame(container, sources) {
  /** @type {Viewer | null} */
  let viewer = null
  let chosenSource = -1
  let loading = Promise.resolve()
  let isByKey = false
  let theme = readTheme(container)
  const paint = buildPainter()
  const stage = buildStage(draw)
  const controls = buildControls(
    sources.map(({ title }) => title),
    {
      load: open,
      choose: changes => viewer?.choose(changes),
      search,
      nextMatch: step => viewer?.nextMatch(step),
      toggleAround,
      reset: () => viewer?.reset(),
      leaveSearch
    }
  )
  const surroundings = buildSurroundings(showFunction)
  const tips = tipsOn(stage, place => viewer && surroundings.describe(viewer, place))
  container.classList.add('flame')
  container.replaceChildren(controls.root, controls.found, surroundings.legend, stage.root, ...surroundings.below)
  listenToPointer(stage, () => viewer, tips.hover)
  listenToKeys(stage.canvas, () => viewer, {
    toSearch: () => controls.search.input.focus(),
    toKeys: surroundings.toggleKeys,
    toggleAround
  })
  stage.canvas.addEventListener('focus', stage.ask)
  document.addEventListener('keydown', () => setByKey(true), true)
  document.addEventListener('pointerdown', () => setByKey(false), true)
  watchTheme(function recolour() {
    theme = readTheme(container)
    refresh('scene')
    stage.drawNow() // what is printed has no next frame
  })
  open(0)
  return { show }

  /** @param {boolean} value whether what is chosen now is chosen by a key: then no pointer shows where one is */
  function setByKey(value) {
    isByKey = value
  }

  /** @param {number} index of a source */
  function open(index) {
    const source = sources[index]
    if (!source || index === chosenSource) return loading
    chosenSource = index
    controls.select(index)
    stage.canvas.setAttribute('aria-label', `Flame graph, ${source.title}`)
    loading = load(source)
    return loading
  }

  /** @param {Source} source */
  async function load(source) {
    try {
      const picture = pictureOf(await source.load())
      if (sources[chosenSource] === source) begin(picture) // or another was chosen meanwhile
    } catch (error) {
      chosenSource = -1 // so that it can be chosen again
      viewer = null
      surroundings.tell(`${source.title} could not be read: ${shownText(String(error))}`)
    }
  }

  /** @param {Picture} picture */
  function begin(picture) {
    const { view = 'difference', colouring = 'group' } = viewer?.choice ?? {}
    const choice = { view, colouring, candidate: 1, order: /** @type {const} */ ('cost'), aroundFrame: null }
    viewer = viewerOf(picture, choice, { onChange: refresh, widthPx: stage.widthPx })
    controls.setGraph(picture.graph)
    refresh('scene')
    if (controls.search.input.value) search(controls.search.input.value)
  }

  /** @param {Changed} changed */
  function refresh(changed) {
    if (!viewer) return
    const { scene, ranges, selected } = viewer.state()
    tips.hide()
    stage.show(scene, ranges, selected)
    surroundings.refresh(viewer, changed, theme)
    controls.update(viewer, changed)
    if (changed !== 'sight') controls.found.textContent = surroundings.foundInWords(viewer)
    if (changed === 'selection' && selected) {
      stage.scrollToRow(selected.row)
      if (isByKey && document.activeElement === stage.canvas) tips.beside(viewer, selected)
    }
    stage.ask()
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Seen} seen
   */
  function draw(pen, seen) {
    if (!viewer) return
    const { choice, picture } = viewer
    const { colouring, ...state } = viewer.state()
    const { unit } = picture.graph
    paint(pen, {
      ...state,
      ...seen,
      hovered: tips.hovered(),
      hasFocus: document.activeElement === stage.canvas,
      unit,
      meaning: meaningInWords(choice.view, state.scene.axis, unit),
      dyes: theme.dyes[colouring],
      plain: theme.plain
    })
  }

  /** @param {string} query */
  function search(query) {
    const frames = viewer && matchFrames(viewer.picture.tree.frames, query)
    viewer?.shine(frames && { frames })
    if (frames && !frames.includes(1)) viewer?.select(null)
  }

  function leaveSearch() {
    controls.search.input.value = ''
    search('')
    stage.canvas.focus()
  }

  function toggleAround() {
    if (!viewer) return
    const { selected, scene } = viewer.state()
    const bar = selected && barOf(scene, selected)
    if (viewer.choice.aroundFrame !== null) viewer.around(null)
    else if (bar) viewer.around(bar.tree.frame[bar.node] ?? 0)
    stage.canvas.focus()
  }

  /** @param {number} frame */
  function showFunction(frame) {
    goTo()
    viewer?.around(frame)
  }

  function goTo() {
    stage.root.scrollIntoView({ block: 'center' })
    stage.canvas.focus({ preventScroll: true })
  }

  /** @param {Wanted} wanted */
  async function show({ profiler, candidate, frames, words = 'What the blame names stands out' }) {
    await loading
    const order = [...sources.keys()].sort((a, b) => rank(a) - rank(b))
    for (const index of order) {
      await open(index)
      if (reveal(frames, candidate, words)) return
    }
    await open(order[0] ?? 0)
    goTo()
    surroundings.tell(`${frames.map(({ name }) => shownText(name)).join(' > ')} is in none of these profiles.`)

    /** @param {number} index */
    function rank(index) {
      return sources[index]?.profiler === profiler ? 0 : 1
    }
  }

  /**
   * @param {WantedFrame[]} frames
   * @param {number} candidate
   * @param {string} words
   */
  function reveal(frames, candidate, words) {
    if (!viewer) return false
    const { tree } = viewer.picture
    const found = findPath(tree, frames, widthsOf(tree, [0, candidate]))
    if (!found) return false
    controls.search.input.value = ''
    viewer.choose({ view: 'difference', candidate, order: 'cost', aroundFrame: null })
    viewer.reset()
    viewer.shine({ nodes: found.lit, tree, words })
    goTo()
    viewer.zoom(placeOf(viewer.state().scene, tree, found.outer))
    viewer.select(placeOf(viewer.state().scene, tree, found.inner))
    return true
  }
}
