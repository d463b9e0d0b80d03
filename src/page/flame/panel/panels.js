import { sumByKey } from '../../../profile/tree/tree-columns.js'
import { formatCost, formatCount, formatCounted } from '../../../report/words/format.js'
import { ownerWords, tierWords } from '../../../report/words/words.js'
import { element } from '../../browser/element.js'
import { fillDetails } from '../draw/tooltip.js'
import { colourKeys, colours } from '../scene/colouring.js'
import { countChanges, SHADES } from '../scene/difference.js'
import { barOf } from '../scene/geometry.js'
import { matchNodes, sumMatches } from '../scene/search.js'
import { highestSelf } from '../scene/tree.js'
import { buildFunctionTable } from './function-table.js'
import {
  costName,
  costWithShare,
  describeNode,
  differenceCountInWords,
  infoOf,
  keyWords,
  matchesInWords,
  nothingSelected,
  notInView,
  rowOfFrame,
  shownVariants,
  significanceInWords,
  timeInWords,
  timelineNote,
  tooNarrow
} from './words.js'

/** @import { TreeNode } from '../scene/difference.js' */
/** @import { Fill, Swatch, Theme } from '../scene/theme.js' */
/** @import { ColouringName, FlameTree, Place } from '../types.js' */
/** @import { Changed, Viewer } from '../viewer.js' */
/** @import { Description, GraphInfo } from './words.js' */

/**
 * @typedef {{ colour: number, mark?: 1 | 2, text: string }} Entry
 * @typedef {{ entries: Entry[], note: string }} Legend
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
    const variants = isTime ? shownVariants(info) : choice.view === 'baseline' ? [0] : [choice.candidate]
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

/**
 * Returns what the colours mean, with the cost or the number of frames of each.
 * @type {(tree: FlameTree, colouring: ColouringName, colours: Uint8Array, variants: number[], info: GraphInfo) => Legend}
 */
export function legendOf(tree, colouring, colourOf, variants, info) {
  if (colouring === 'difference') return differenceLegend(tree, info)
  if (colouring === 'hotness') return hotnessLegend(tree, variants, info)
  const keys = colourKeys[colouring]
  /** @type {Record<string, string>} */
  const words = colouring === 'group' ? ownerWords : tierWords
  const costs = variants.map(variant => sumByKey(colourOf, keys.length, tree.self[variant] ?? []))
  const entries = keys.flatMap((key, colour) => {
    const parts = variants.map((variant, i) => costWithShare(costs[i]?.[colour] ?? 0, variant, info))
    return costs.some(each => each[colour]) ? [{ colour, text: `${words[key]}: ${parts.join(' and ')}` }] : []
  })
  const names = variants.map(variant => info.variants[variant])
  return { entries, note: `Self ${costName(info.unit)}, ${names.join(' and ')}.` }
}

/** @type {(tree: FlameTree, variants: number[], info: GraphInfo) => Legend} */
function hotnessLegend(tree, variants, { unit, variants: names }) {
  const [variant = 0] = variants.slice(-1)
  const hottest = highestSelf(tree, variant)
  const entries = [
    { colour: 0, text: `self ${costName(unit)}: 0` },
    { colour: colours.hotness.length - 1, text: `the highest: ${formatCost(hottest, unit)}` }
  ]
  return { entries, note: `Hotness is the self ${costName(unit)} of a frame in ${names[variant]}.` }
}

/** @type {(tree: FlameTree, info: GraphInfo) => Legend} */
function differenceLegend(tree, { variants, candidate, unit }) {
  const counts = countChanges(tree, candidate)
  const [inBaseline, inCandidate] = [`only in ${variants[0]}`, `only in ${variants[candidate]}`]
  const { more, less, moreOnlyCandidate, lessOnlyBaseline, notSignificant, largest, isNoiseKnown } = counts
  const size = `the size of the difference (largest: ${formatCost(largest, unit)})`
  const strength = largest > 0 ? ` Colour strength shows ${size}.` : ''
  return {
    entries: [
      {
        colour: SHADES,
        text: `costs more: ${formatCounted(more, 'frame')} (${formatCount(moreOnlyCandidate)} ${inCandidate})`
      },
      {
        colour: 2 * SHADES,
        text: `costs less: ${formatCounted(less, 'frame')} (${formatCount(lessOnlyBaseline)} ${inBaseline})`
      },
      { colour: 0, text: `${significanceInWords(isNoiseKnown)}: ${formatCounted(notSignificant, 'frame')}` },
      { colour: 0, mark: 1, text: `${inCandidate}: ${formatCounted(counts.onlyCandidate, 'frame')}` },
      { colour: 0, mark: 2, text: `${inBaseline}: ${formatCounted(counts.onlyBaseline, 'frame')}` }
    ],
    note: isNoiseKnown
      ? `Frame width: the higher self cost of the two variants, plus the widths of the callees. Coloured frames are significant at a false discovery rate of 5%.${strength}`
      : 'Fewer than two rounds were profiled per variant, so significance is unknown. All frames are grey.'
  }
}

/**
 * Shows a legend; `thin` is the colour of bars too narrow to draw separately.
 * @type {(target: HTMLElement, legend: Legend, palette: Swatch[], thin: string) => void}
 */
function fillLegend(target, { entries, note }, palette, thin) {
  const marks = ['', 'flame-only-candidate', 'flame-only-baseline']
  const items = entries.map(({ colour, mark, text }) => itemOf(palette[colour]?.normal, text, marks[mark ?? 0]))
  items.push(itemOf({ fill: thin, text: thin }, tooNarrow))
  target.replaceChildren(element('ul', {}, ...items), element('p', {}, note))
}

/** @type {(fill: Fill | undefined, text: string, mark?: string) => HTMLElement} */
function itemOf(fill, text, mark = '') {
  const swatch = element('span', { class: `flame-swatch ${mark}`, 'aria-hidden': 'true' })
  swatch.style.backgroundColor = fill?.fill ?? ''
  swatch.style.color = fill?.text ?? ''
  return element('li', {}, swatch, text)
}
