import { element } from '../element.js'
import { fillDetails, fillLegend } from './details.js'
import { buildFunctionTable } from './function-table.js'
import { keyWords } from './keys.js'
import { legendOf } from './legend.js'
import { barOf } from './scene.js'
import { sumMatches } from './search.js'
import { describeNode, matchesInWords, timeInWords, toldOf } from './words.js'

/**
 * @import { Theme } from './theme.js'
 * @import { Place } from './types.js'
 * @import { Changed, Viewer } from './viewer.js'
 * @import { Told } from './words.js'
 */

const inTime =
  'One launch of each, under load, from its first sample; widths are time. The figures here are of all launches:'
const howToldOfBlame =
  'Here a frame is told with all it calls; the blame counts what a function costs itself, wherever it is called. Escape goes back, one step at a time.'
const nothingSelected = 'Click a frame, or go to one with the arrow keys: what it costs is told here.'

/**
 * All that tells of a flame graph in words: legend, the selected frame, keys, and the same as a table.
 * @param {(frame: number) => void} onFunction
 */
export function buildSurroundings(onFunction) {
  const legend = element('div', { class: 'flame-legend' })
  const details = element('div', {
    class: 'flame-details',
    role: 'region',
    'aria-label': 'Selected frame',
    'aria-live': 'polite'
  })
  const keys = element('details', { class: 'flame-keys' }, element('summary', {}, 'Keys'), keyList())
  const table = buildFunctionTable(onFunction)
  /** @type {Told | null} */
  let told = null
  return { legend, below: [details, keys, table.root], refresh, describe, foundInWords, tell, toggleKeys }

  /**
   * @param {Viewer} viewer
   * @param {Changed} changed
   * @param {Theme} theme
   */
  function refresh(viewer, changed, theme) {
    const { picture, choice, state } = viewer
    const { light, selected } = state()
    if (changed === 'scene' || !told) {
      told = toldOf(picture.tree, picture.graph, choice.candidate)
      tellColours(viewer, theme)
    }
    if (changed === 'scene' || changed === 'light') {
      const frames = light && 'frames' in light ? light.frames : null
      const noise = picture.graph.functionNoise[choice.candidate - 1] ?? null
      table.show({ tree: picture.tree, told, noise, frames })
    }
    if (changed !== 'sight') fillDetails(details, describe(viewer, selected), nothingSelected)
  }

  /**
   * @param {Viewer} viewer
   * @param {Theme} theme
   */
  function tellColours({ choice, state }, theme) {
    const { scene, looks, colouring } = state()
    const lane = scene.lanes.length - 1
    const tree = scene.lanes[lane]?.tree
    const look = looks[lane]
    const shown = choice.view === 'baseline' ? [0] : [choice.candidate]
    const variants = scene.axis === 'time' ? [0, choice.candidate] : shown
    if (!tree || !look || !told) return
    const { entries, note } = legendOf(tree, colouring, look.colours, variants, told)
    const words = scene.axis === 'time' ? `${inTime} ${note}` : note
    fillLegend(legend, { entries, note: words }, theme.dyes[colouring], theme.plain.thin)
  }

  /**
   * @param {Viewer} viewer
   * @param {Place | null} place
   */
  function describe(viewer, place) {
    const { scene } = viewer.state()
    const bar = place && barOf(scene, place)
    if (!bar || !told) return null
    const { name, lines } = describeNode(bar.tree, bar.node, told)
    if (scene.axis === 'cost') return { name, lines }
    return { name, lines: [...lines.slice(0, 1), timeInWords(bar), ...lines.slice(1)] }
  }

  /** @param {Viewer} viewer */
  function foundInWords({ picture, state }) {
    const { light, matches } = state()
    if (!light || !told) return ''
    if ('nodes' in light) return `${light.words}. ${howToldOfBlame}`
    const found = matchesInWords(sumMatches(picture.tree, light.frames), told)
    return matches?.places.length ? `${found}; match ${matches.at + 1} of ${matches.places.length}` : found
  }

  /** @param {string} sentence in place of the selected frame */
  function tell(sentence) {
    fillDetails(details, null, sentence)
  }

  function toggleKeys() {
    keys.open = !keys.open
  }
}

function keyList() {
  const rows = keyWords.map(([key = '', words = '']) =>
    element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, words))
  )
  return element('dl', {}, ...rows)
}
