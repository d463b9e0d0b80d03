import { element } from '../../browser/element.js'
import { barOf } from '../draw/bars.js'
import { fillLegend, legendOf } from '../draw/legend.js'
import { fillDetails } from '../draw/tooltip.js'
import { matchNodes, sumMatches } from '../scene/search.js'
import { buildFunctionTable } from './function-table.js'
import {
  describeNode,
  differenceCountInWords,
  infoOf,
  keyWords,
  matchesInWords,
  nothingSelected,
  notInView,
  rowOfFrame,
  timeInWords,
  timelineNote
} from './words.js'

/**
 * @import { TreeNode } from '../scene/differences.js'
 * @import { Theme } from '../scene/theme.js'
 * @import { FlameTree, Place } from '../types.js'
 * @import { Changed, Viewer } from '../viewer.js'
 * @import { Description, GraphInfo } from './words.js'
 */

/**
 * Builds what describes a flame graph in words: legend, selected frame, keys, and the table of functions.
 * @param {(frame: number) => void} onFunction
 */
export function buildPanels(onFunction) {
  const legend = element('div', { class: 'flame-legend' })
  const details = element('div', {
    class: 'flame-details',
    role: 'region',
    'aria-label': 'Selected frame',
    'aria-live': 'polite'
  })
  const keyRows = keyWords.map(([key = '', words = '']) =>
    element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, words))
  )
  const keyList = element('dl', {}, ...keyRows)
  const keys = element('details', { class: 'flame-keys' }, element('summary', {}, 'Keyboard and mouse'), keyList)
  const table = buildFunctionTable(onFunction)
  /** @type {GraphInfo | null} */
  let info = null
  return { details, below: [legend, keys, table.root], refresh, describe, highlightInWords, showMessage, toggleKeys }

  /** @type {(viewer: Viewer, changed: Changed, theme: Theme) => void} */
  function refresh(viewer, changed, theme) {
    const { scenes, choice, state } = viewer
    const { highlighted, selected, kept } = state()
    if (changed === 'scene' || !info) {
      info = infoOf(scenes, choice.candidate)
      showLegend(viewer, info, theme)
    }
    if (changed === 'scene' || changed === 'highlight') {
      const frames = highlighted && 'query' in highlighted ? framesFound(scenes.tree, highlighted.query) : null
      const noise = scenes.graph.functionNoise[choice.candidate - 1] ?? null
      table.show({ tree: scenes.tree, info, noise, frames, current: choice.aroundFrame })
    }
    if (changed !== 'range') fillDetails(details, describe(viewer, selected), kept ? notInView(kept) : nothingSelected)
  }

  /** @type {(viewer: Viewer, info: GraphInfo, theme: Theme) => void} */
  function showLegend({ choice, state }, info, theme) {
    const { scene, styles, colouring } = state()
    const lane = scene.lanes.length - 1
    const [tree, style] = [scene.lanes[lane]?.tree, styles[lane]]
    if (!tree || !style) return
    const isTime = scene.axis === 'time'
    const variants = isTime ? [0, choice.candidate] : choice.view === 'baseline' ? [0] : [choice.candidate]
    const { entries, note } = legendOf(tree, colouring, style.colours, variants, info)
    const words = isTime ? `${timelineNote} ${note}` : note
    fillLegend(legend, { entries, note: words }, theme.palettes[colouring], theme.plain.thin)
  }

  /** @type {(viewer: Viewer, place: Place | null) => Description | null} */
  function describe(viewer, place) {
    const { scene } = viewer.state()
    const bar = place && barOf(scene, place)
    if (!bar || !info) return null
    const description = describeNode(bar.tree, bar.node, info)
    if (bar.tree.isByOwner) return { ...description, rows: rowsOf(viewer, bar, info) }
    if (scene.axis === 'cost') return description
    const [first = '', ...lines] = description.lines
    return { ...description, lines: [first, timeInWords(bar), ...lines] }
  }

  /** Returns the rows of the blame that a frame has cost of, the one that is highlighted first. @type {(viewer: Viewer, bar: TreeNode, info: GraphInfo) => string[]} */
  function rowsOf({ scenes: { graph }, choice: { candidate }, state }, { tree, node }, info) {
    const { highlighted } = state()
    const shown = highlighted && 'nodes' in highlighted && highlighted.nodes[node] === 1 ? highlighted : null
    const words = graph.rowWords[candidate - 1] ?? []
    const located = graph.owners.blamed[candidate - 1] ?? []
    const rows = [...located.keys()].sort((a, b) => Number(b === shown?.row) - Number(a === shown?.row))
    const own = rows.flatMap(function inWords(row) {
      const found = located[row]
      return found?.frames.includes(node) ? [rowOfFrame(words[row] ?? '', found, { tree, node }, info)] : []
    })
    return shown?.row === null ? [shown.words, ...own] : own
  }

  /** @type {(viewer: Viewer) => string} */
  function highlightInWords({ scenes, choice, differences, state }) {
    const { highlighted, matches, scene } = state()
    if (!info) return ''
    if (!highlighted) {
      const { places, at } = differences()
      return at < 0 ? '' : differenceCountInWords(at, places.length)
    }
    if ('nodes' in highlighted) return highlighted.words
    const tree =
      choice.detail === 'owners' && scene.lanes[0]?.tree === scenes.ownerTree ? scenes.ownerTree : scenes.tree
    const isMatch = matchNodes(tree, highlighted.query) ?? new Uint8Array()
    const found = matchesInWords(sumMatches(tree, isMatch), info)
    return matches?.places.length ? `${found}; match ${matches.at + 1} of ${matches.places.length}` : found
  }

  /** Shows a sentence in place of the selected frame. @type {(sentence: string) => void} */
  function showMessage(sentence) {
    fillDetails(details, null, sentence)
  }

  function toggleKeys() {
    keys.open = !keys.open
  }
}

/** Returns by frame 1: one of its nodes matches; null: the query is empty. @type {(tree: FlameTree, query: string) => Uint8Array | null} */
function framesFound(tree, query) {
  const isMatch = matchNodes(tree, query)
  if (!isMatch) return null
  const frames = new Uint8Array(tree.frames.length)
  isMatch.forEach(function addFrame(matches, node) {
    if (matches) frames[tree.frame[node] ?? -1] = 1
  })
  return frames
}
