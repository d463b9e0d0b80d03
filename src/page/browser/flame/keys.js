/** @import { Viewer } from './viewer.js' */

const arrows = /** @type {const} */ ({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' })
const STEP = 0.2

/** What each key does, as it is told. */
export const keyWords = [
  ['Arrow keys', 'go to the frame above, below or beside'],
  ['Enter', 'zoom to the frame'],
  ['Escape', 'one step back'],
  ['Home', 'show everything'],
  ['+ −', 'zoom in and out'],
  ['Shift and an arrow key', 'move sideways when zoomed'],
  ['c', 'callers and callees of the frame, and back'],
  ['/', 'search; Enter and Shift Enter go from match to match, the widest first'],
  ['?', 'this list'],
  ['Ctrl and wheel', 'zoom around the pointer'],
  ['Shift and wheel, or drag', 'move sideways when zoomed']
]

/**
 * @param {HTMLElement} canvas
 * @param {() => Viewer | null} viewerNow
 * @param {{ toSearch: () => void, toKeys: () => void, toggleAround: () => void }} actions
 */
export function listenToKeys(canvas, viewerNow, { toSearch, toKeys, toggleAround }) {
  canvas.addEventListener('keydown', function press(event) {
    const viewer = viewerNow()
    const act = viewer && !event.ctrlKey && !event.metaKey && !event.altKey && actionOf(event, viewer)
    if (!act) return
    event.preventDefault()
    act()
  })

  /**
   * @param {KeyboardEvent} event
   * @param {Viewer} viewer
   * @returns {(() => void) | undefined}
   */
  function actionOf({ key, shiftKey }, viewer) {
    const { selected, scene } = viewer.state()
    const lane = scene.rows[selected?.row ?? 0]?.lane ?? 0
    if (shiftKey && key === 'ArrowLeft') return () => viewer.pan(lane, -STEP)
    if (shiftKey && key === 'ArrowRight') return () => viewer.pan(lane, STEP)
    if (key in arrows) return () => viewer.move(arrows[/** @type {keyof typeof arrows} */ (key)])
    /** @type {Record<string, () => void>} */
    const actions = {
      Enter: () => viewer.zoom(selected),
      Escape: viewer.back,
      Home: viewer.reset,
      '+': () => viewer.scale(lane, 0.5, 0.5),
      '-': () => viewer.scale(lane, 2, 0.5),
      c: toggleAround,
      '/': toSearch,
      '?': toKeys
    }
    return Object.hasOwn(actions, key) ? actions[key] : undefined
  }
}
