import { importedCost } from '../../../report/words/cost-words.js'
import {
  formatCost,
  formatCostDifference,
  formatCounted,
  formatMicros,
  formatPercent
} from '../../../report/words/format.js'
import { ownerWords } from '../../../report/words/words.js'
import { changeOf } from '../scene/difference.js'

/** @import { FlameFrame, FlameGraph, LocatedRow } from '../../../flame/types.js' */
/** @import { TreeNode } from '../scene/difference.js' */
/** @import { Choice, Scenes } from '../scene/scenes.js' */
/** @import { FlameTree, Scene, View } from '../types.js' */

/**
 * @typedef {object} GraphInfo what texts about a tree need
 * @property {FlameGraph['unit']} unit
 * @property {string[]} variants their names
 * @property {number} candidate the variant that is compared with the first; 0 without one
 * @property {number[]} totals by variant: the cost of everything
 *
 * @typedef {{ name: string, lines: string[], rows?: string[] }} Description `rows`: of the blame, which the frame has cost of
 */

/** What a screen reader says of the canvas. */
export const canvasHelp =
  'Use the arrow keys to select a frame, Enter to zoom in, Escape to go back. Press ? for all keys. The table beside it has the same values.'
export const keyWords = [
  ['Arrow keys', 'select the parent, child or next frame'],
  ['Enter, click', 'zoom to the frame'],
  ['Escape', 'go back one step'],
  ['Home', 'reset zoom'],
  ['+ −, Ctrl and wheel', 'zoom in and out'],
  ['Shift and an arrow key or the wheel', 'pan when zoomed in'],
  ['n', 'select the next difference, the largest first; N selects the previous one'],
  ['f', 'show the other variant in place'],
  ['a', 'show all frames, or one per function of the app and of packages'],
  ['/', 'search; Enter and Shift+Enter select the next and the previous match, the widest first'],
  ['?', 'show these keys']
]
export const nothingSelected = 'Click a frame or use the arrow keys to show its cost here.'

/** @type {(scenes: Pick<Scenes, 'graph' | 'tree' | 'variants'>, candidate: number) => GraphInfo} */
export function infoOf({ graph, tree, variants }, candidate) {
  const totals = tree.self.map(column => column.reduce((sum, cost) => sum + cost, 0))
  return { unit: graph.unit, variants, candidate, totals }
}

/** Returns the variants that are shown, by index. @param {Pick<GraphInfo, 'candidate'>} info */
export function shownVariants({ candidate }) {
  return candidate === 0 ? [0] : [0, candidate]
}

/** Returns such as src/log.js:12; empty for code without a source. @type {(frame: FlameFrame) => string} */
export function placeInWords({ file, line }) {
  return file === '' || line === null ? file : `${file}:${line}`
}

/** @type {(graph: Pick<FlameGraph, 'unit' | 'imported'>) => string} */
export function costName({ unit, imported }) {
  if (imported) return importedCost(imported)
  return `${{ bytes: 'bytes', micros: 'CPU', latency: 'latency', samples: 'samples' }[unit]} per request`
}

/**
 * Returns what width and colour mean.
 * @type {(choice: Choice, scene: Pick<Scene, 'axis'>, graph: Pick<FlameGraph, 'unit' | 'variants' | 'imported'>) => string}
 */
export function hintOf({ view, candidate }, { axis }, graph) {
  const { variants } = graph
  if (axis === 'time') return 'One launch per variant under load; the width is time. Values are those of all launches.'
  const [baseline, compared] = [variants[0], variants[candidate]]
  const width = `Width: ${costName(graph)}${candidate > 0 && view === 'difference' ? ', the higher of the two' : ''}.`
  if (view !== 'difference') return `${width} Colour: the app, packages, Node.js, native code, garbage collector.`
  const launches = Math.min(baseline?.launches ?? 0, compared?.launches ?? 0)
  if (launches < 2) return `${width} Fewer than two launches per variant: what is significant is not known.`
  return `${width} Orange costs more, blue less, grey is within the noise of ${formatCounted(launches, 'launch', 'launches')} per variant (false discovery rate 5%).`
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

/** Returns the difference of an owner with its name, which can be cut off, if it is shown and significant. @type {typeof figureInWords} */
export function calloutInWords(tree, node, choice, unit) {
  const figure = choice.view === 'difference' ? figureInWords(tree, node, choice, unit) : ''
  return figure && `${figure} ${tree.frames[tree.frame[node] ?? 0]?.name}`
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
  const isLeafOwner = tree.isByOwner && tree.childStart[node + 1] === tree.childStart[node + 2]
  return {
    name: frame.name,
    lines: [
      placeWithOwner(tree, node, frame),
      `Total: ${costsOf(tree.total)}.`,
      isLeafOwner ? '' : ownCosts(),
      info.candidate === 0
        ? ''
        : `Difference${tree.isByOwner && !isLeafOwner ? ' of the total' : ''}: ${changeInWords(tree, node, info)}.`
    ]
  }

  function ownCosts() {
    if (!tree.isByOwner) return `Self: ${costsOf(tree.self)}.`
    const difference = differenceWithNoise(ownDifference(tree, node, info), null, info)
    const compared = info.candidate === 0 ? '' : `; difference ${difference}`
    return `Own cost, with the Node.js code that it calls: ${costsOf(tree.self)}${compared}.`
  }

  /** @type {(columns: Float64Array[]) => string} */
  function costsOf(columns) {
    const costs = shownVariants(info).map(variant => {
      return `${info.variants[variant]} ${costWithShare(columns[variant]?.[node] ?? 0, variant, info)}`
    })
    return costs.join(', ')
  }
}

/**
 * Returns the file of a frame, and whose code it is. A call of Node.js or native code that counts for its caller has that one
 * instead: node:internal/util/inspect:321, counted for the app's showAppInfo.
 * @type {(tree: FlameTree, node: number, frame: FlameFrame) => string}
 */
function placeWithOwner(tree, node, frame) {
  const place = placeInWords(frame)
  if (tree.isByOwner && isCallOfOwner(frame)) {
    let above = tree.parent[node] ?? -1
    while (above >= 0 && isCallOfOwner(tree.frames[above])) above = tree.parent[above] ?? -1
    const owner = tree.frames[above]
    const name = owner?.group === 'app' ? `the app's ${owner.name}` : owner?.name
    return [place, name && `counted for ${name}`].filter(Boolean).join(', ')
  }
  const owner = frame.group === 'package' ? `package ${frame.packageName}` : ownerWords[frame.group]
  return [place, owner].filter(Boolean).join(' · ')
}

/** @param {FlameFrame} [frame] of the graph by owner */
function isCallOfOwner(frame) {
  const isOwned = frame?.group === 'app' || frame?.group === 'package'
  return isOwned && (frame.file === '' || frame.file.startsWith('node:'))
}

/** @type {(tree: FlameTree, node: number, info: GraphInfo) => string} */
function changeInWords(tree, node, info) {
  const { difference, noise, isSignificant, only } = changeOf(tree, node, info.candidate)
  return [
    differenceWithNoise(difference, noise, info),
    only ? `, only in ${info.variants[only === 'candidate' ? info.candidate : 0]}` : '',
    `, ${significanceInWords(noise !== null, isSignificant)}`
  ].join('')
}

/** @type {(isNoiseKnown: boolean, isSignificant?: boolean) => string} */
export function significanceInWords(isNoiseKnown, isSignificant = false) {
  if (!isNoiseKnown) return 'significance unknown'
  return isSignificant ? 'significant' : 'not significant'
}

/** Returns a row of the blame, and in how many frames it is. @type {(row: string, located: LocatedRow) => string} */
export function rowInWords(row, { frames }) {
  return `Blame row: ${row}${frames.length > 1 ? `, in ${frames.length} frames` : ''}.`
}

/**
 * Returns a row of the blame, and which part of the row is in one of its frames.
 * @type {(row: string, located: LocatedRow, place: TreeNode, info: GraphInfo) => string}
 */
export function rowOfFrame(row, located, { tree, node }, info) {
  const { frames, ownFrames = [], figure, because } = located
  const blamed = `Blame row: ${row}`
  if (figure === 'total') return `${blamed}.`
  if (figure === 'own') return `${blamed}. It is the own cost of this frame; the total includes the frames below it.`
  const isOwn = ownFrames.includes(node)
  const { difference, isSignificant } = changeOf(tree, node, info.candidate)
  const here = differenceWithNoise(isOwn ? ownDifference(tree, node, info) : difference, null, info)
  const count = frames.length > 1 ? `In ${frames.length} frames; this one ${here}` : `This frame: ${here}`
  const alone = isOwn ? ' of own cost' : isSignificant || figure !== 'sum' ? '' : ', significant only with the others'
  const sentence = because ? ` ${reasonWords[because]}` : ''
  return `${blamed}. ${count}${alone}.${sentence}`
}

/** @type {Record<NonNullable<LocatedRow['because']>, string>} */
const reasonWords = {
  spread: 'The rest is in functions that are frames of their own.',
  threads: 'The rest is in the graphs of other threads.',
  rounds: 'The graph has fewer rounds than the blame: those in which all variants were profiled.'
}

/** Returns a row of the blame whose cost is in no frame. @type {(row: string, located: LocatedRow | undefined) => string} */
export function unseenInWords(row, located) {
  return located?.because === 'threads'
    ? `Blame row: ${row}. It is CPU of other threads, which is in no frame. The selected frame queues the work.`
    : `Blame row: ${row}. No frame has this cost. The selected frame is the function that it is attributed to.`
}

/** @type {(tree: FlameTree, node: number, info: Pick<GraphInfo, 'candidate'>) => number} */
function ownDifference({ self }, node, { candidate }) {
  return (self[candidate]?.[node] ?? 0) - (self[0]?.[node] ?? 0)
}

/** Returns what is shown for a selected frame without a cost in this view. @type {(place: TreeNode) => string} */
export function notInView({ tree, node }) {
  return `${tree.frames[tree.frame[node] ?? 0]?.name} has no cost in this view. It is selected again in a view that has it.`
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
  const { unit, variants, totals } = info
  const parts = shownVariants(info).map(variant => {
    const [cost, total] = [costs[variant] ?? 0, totals[variant] ?? 0]
    return `${formatCost(cost, unit)} in ${variants[variant]} (${formatPercent(total > 0 ? cost / total : 0)} of total)`
  })
  return `${formatCounted(functions, 'function')}: ${parts.join(', ')}`
}
