import { formatCost, formatCostDifference, formatCounted, formatMicros, formatPercent } from '../../../report/format.js'
import { ownerWords, tierWords } from '../../../report/words.js'
import { changeOf } from './difference.js'

/**
 * @import { FlameFrame, FlameGraph, LocatedRow } from '../../../flame/types.js'
 * @import { Choice, Scenes } from './scenes.js'
 * @import { FlameTree, Scene, View } from './types.js'
 */

/**
 * @typedef {object} GraphInfo what texts about a tree need
 * @property {FlameGraph['unit']} unit
 * @property {string[]} variants their names
 * @property {number} candidate the variant that is compared with the first
 * @property {number[]} totals by variant: the cost of everything
 *
 * @typedef {{ name: string, lines: string[] }} Description
 */

/** What a screen reader says of the canvas. */
export const canvasHelp =
  'Use the arrow keys to select a frame, Enter to zoom in, Escape to go back. Press ? for all keys. The table below has the same values.'
export const keyWords = [
  ['Arrow keys', 'select the parent, child or next frame'],
  ['Enter', 'zoom to the frame'],
  ['Escape', 'go back one step'],
  ['Home', 'reset zoom'],
  ['+ −', 'zoom in and out'],
  ['Shift and an arrow key', 'pan when zoomed in'],
  ['n', 'select the next difference, the largest first; N selects the previous one'],
  ['f', 'show the other variant in place'],
  ['a', 'show all frames, or one per function of the app and of packages'],
  ['c', 'show callers and callees of the frame, or the full graph'],
  ['s', 'copy the stack of the frame'],
  ['/', 'search; Enter and Shift+Enter select the next and the previous match, the widest first'],
  ['?', 'show these keys'],
  ['Ctrl and wheel', 'zoom at the pointer'],
  ['Shift and wheel, or drag', 'pan when zoomed in']
]
export const nothingSelected = 'Click a frame or use the arrow keys to show its cost here.'
export const timelineNote =
  'Timeline of one launch per variant under load; width is time. The values below are for all launches.'
export const tableNote =
  'Total includes all callees, over all call sites. Significance uses a false discovery rate of 5% over all functions.'
export const tooNarrow = 'frames too narrow to draw separately'

/** @type {(scenes: Pick<Scenes, 'graph' | 'tree' | 'variants'>, candidate: number) => GraphInfo} */
export function infoOf({ graph, tree, variants }, candidate) {
  const totals = tree.self.map(column => column.reduce((sum, cost) => sum + cost, 0))
  return { unit: graph.unit, variants, candidate, totals }
}

/** Returns such as src/log.js:12; empty for code without a source. @type {(frame: FlameFrame) => string} */
export function placeInWords({ file, line }) {
  return file === '' || line === null ? file : `${file}:${line}`
}

/** @type {(unit: FlameGraph['unit']) => string} */
export function costName(unit) {
  return unit === 'bytes' ? 'bytes per request' : 'CPU per request'
}

/** @type {(view: View, axis: Scene['axis'], unit: FlameGraph['unit']) => string} */
export function widthInWords(view, axis, unit) {
  if (axis === 'time') return 'time'
  return view === 'difference' ? `width: ${costName(unit)}, the higher of the two` : costName(unit)
}

/**
 * Returns what the bar of an owner shows after its name: a significant difference, or the cost in one variant.
 * @type {(tree: FlameTree, node: number, choice: Pick<Choice, 'view' | 'candidate'>, unit: FlameGraph['unit']) => string}
 */
export function figureInWords(tree, node, { view, candidate }, unit) {
  if (!tree.isByOwner) return ''
  if (view !== 'difference') return formatCost(tree.total[view === 'baseline' ? 0 : candidate]?.[node] ?? 0, unit)
  const { difference, noise, isSignificant } = changeOf(tree, node, candidate)
  return isSignificant ? differenceWithNoise(difference, noise, { unit }) : ''
}

/** Returns the name of an owner with its difference, if that is shown and significant. @type {typeof figureInWords} */
export function calloutInWords(tree, node, choice, unit) {
  const figure = choice.view === 'difference' ? figureInWords(tree, node, choice, unit) : ''
  return figure && `${tree.frames[tree.frame[node] ?? 0]?.name} ${figure}`
}

/** Returns a cost with its share of everything. @type {(cost: number, variant: number, info: GraphInfo) => string} */
export function costWithShare(cost, variant, { unit, totals }) {
  const total = totals[variant] ?? 0
  return `${formatCost(cost, unit)} (${formatPercent(total > 0 ? cost / total : 0)})`
}

/** Returns such as +17 µs ± 5. @type {(difference: number, noise: number | null, info: Pick<GraphInfo, 'unit'>) => string} */
export function differenceWithNoise(difference, noise, { unit }) {
  const [low, high] = noise === null ? [null, null] : [difference - noise, difference + noise]
  return formatCostDifference({ difference, low, high }, unit)
}

/** Returns everything to say about a node. @type {(tree: FlameTree, node: number, info: GraphInfo) => Description} */
export function describeNode(tree, node, info) {
  const frame = tree.frames[tree.frame[node] ?? 0]
  if (!frame) return { name: '', lines: [] }
  const tier = tree.tiers[tree.tier[node] ?? -1]
  const owner = frame.group === 'package' ? `package ${frame.packageName}` : ownerWords[frame.group]
  const ownName = tree.isByOwner ? 'Own cost, with the Node.js code that it calls' : 'Self'
  const isLeafOwner = tree.isByOwner && tree.childStart[node + 1] === tree.childStart[node + 2]
  return {
    name: frame.name,
    lines: [
      [placeInWords(frame), owner, tier && `mostly ${tierWords[tier]}`].filter(Boolean).join(' · '),
      `Total: ${costsOf(tree.total)}.`,
      isLeafOwner ? '' : `${ownName}: ${costsOf(tree.self)}.`,
      `Difference: ${changeInWords(tree, node, info)}.`
    ]
  }

  /** @type {(columns: Float64Array[]) => string} */
  function costsOf(columns) {
    const costs = [0, info.candidate].map(variant => {
      return `${info.variants[variant]} ${costWithShare(columns[variant]?.[node] ?? 0, variant, info)}`
    })
    return costs.join(', ')
  }
}

/** @type {(tree: FlameTree, node: number, info: GraphInfo) => string} */
function changeInWords(tree, node, info) {
  const { difference, noise, isSignificant, only } = changeOf(tree, node, info.candidate)
  return [
    differenceWithNoise(difference, noise, info),
    tree.isNoiseBound && noise !== null ? ' at most' : '',
    only ? `, only in ${info.variants[only === 'candidate' ? info.candidate : 0]}` : '',
    `, ${significanceInWords(noise !== null, isSignificant)}`
  ].join('')
}

/** @type {(isNoiseKnown: boolean, isSignificant?: boolean) => string} */
export function significanceInWords(isNoiseKnown, isSignificant = false) {
  if (!isNoiseKnown) return 'significance unknown'
  return isSignificant ? 'significant' : 'not significant'
}

/**
 * Returns a stack as text, the innermost frame first as in an error.
 * @type {(tree: FlameTree, node: number, info: GraphInfo) => string}
 */
export function stackInWords(tree, node, info) {
  const { name, lines } = describeNode(tree, node, info)
  const stack = []
  for (let each = node; each >= 0; each = tree.parent[each] ?? -1) {
    const frame = tree.frames[tree.frame[each] ?? 0]
    const place = frame ? placeInWords(frame) : ''
    stack.push(`    at ${frame?.name}${place && ` (${place})`}`)
  }
  return [name, ...lines.slice(1).filter(Boolean), ...stack].join('\n')
}

/** Returns a row of the blame, and which frames it is in. @type {(row: string, located: LocatedRow) => string} */
export function rowInWords(row, { frames, figure }) {
  const place = {
    total: '',
    own: ' It is the own cost of the frame.',
    sum: ` It is the sum of ${formatCounted(frames.length, 'frame')}.`,
    other: ' It is spread over functions that are frames of their own.'
  }[figure]
  return `Blame table: ${row}.${place}`
}

/** Returns what is said about a row whose cost is in no frame. @type {(words: string) => string} */
export function unseenInWords(words) {
  return `${words}. No frame has this cost. The selected frame is the function that it is attributed to.`
}

/** @type {(at: number, count: number) => string} */
export function differenceCountInWords(at, count) {
  return `Difference ${at + 1} of ${count}, the largest first`
}

/** Returns when a frame of a timeline was on the stack. @type {(bar: { start: number, end: number }) => string} */
export function timeInWords({ start, end }) {
  return `This frame: starts at ${formatMicros(start)}, lasts ${formatMicros(end - start)}. All launches, per request:`
}

/** @type {(found: { functions: number, costs: number[] }, info: GraphInfo) => string} */
export function matchesInWords({ functions, costs }, info) {
  if (functions === 0) return 'No match in function, file or package names.'
  const { unit, variants, candidate, totals } = info
  const parts = [0, candidate].map(variant => {
    const [cost, total] = [costs[variant] ?? 0, totals[variant] ?? 0]
    return `${formatCost(cost, unit)} in ${variants[variant]} (${formatPercent(total > 0 ? cost / total : 0)} of total)`
  })
  return `${formatCounted(functions, 'function')}: ${parts.join(', ')}`
}
