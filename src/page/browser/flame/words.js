import { formatCost, formatCostDifference, formatCount, formatMicros, formatPercent } from '../../../report/format.js'
import { shown as shownText } from '../../../report/text.js'
import { changeOf } from './difference.js'
import { wholeCost } from './tree.js'

/**
 * @import { FlameFrame, FlameGraph } from '../../../flame/types.js'
 * @import { FlameTree, Scene, View } from './types.js'
 */

/**
 * @typedef {FlameGraph['unit']} Unit
 *
 * @typedef {object} Told what numbers of a tree are told with
 * @property {Unit} unit
 * @property {string[]} variants their names
 * @property {number} candidate which of them is compared with the first
 * @property {number[]} wholes by variant: what everything costs
 */

export { shownText }

/**
 * @param {FlameFrame} frame
 * @returns {string} such as src/log.js:12; empty for code without a source
 */
export function placeInWords({ file, line }) {
  if (file === '') return ''
  return shownText(line === null ? file : `${file}:${line}`)
}

/** @param {FlameFrame} frame */
export function ownerInWords({ group, packageName }) {
  if (group === 'package') return `package ${shownText(packageName ?? '')}`
  return { app: 'the app', core: 'node', native: 'native code', gc: 'garbage collector' }[group]
}

/**
 * @param {View} view
 * @param {Scene['axis']} axis
 * @param {Unit} unit
 * @returns {string} what the width of a bar is
 */
export function meaningInWords(view, axis, unit) {
  if (axis === 'time') return 'time'
  const what = unit === 'bytes' ? 'bytes a request' : 'CPU a request'
  return view === 'difference' ? `width: the dearer of the two, ${what}` : what
}

/**
 * Returns a difference with its interval, as formats take it.
 * @param {number} difference
 * @param {number | null} noise half the width of its interval; null: not known
 */
export function rangeOf(difference, noise) {
  const [low, high] = noise === null ? [null, null] : [difference - noise, difference + noise]
  return { difference, low, high }
}

/**
 * @param {number} cost
 * @param {number} whole
 */
export function shareInWords(cost, whole) {
  return formatPercent(whole > 0 ? cost / whole : 0)
}

/**
 * @param {FlameTree} tree
 * @param {FlameGraph} graph
 * @param {number} candidate
 * @returns {Told}
 */
export function toldOf(tree, { unit, variants }, candidate) {
  return {
    unit,
    variants: variants.map(({ name }) => shownText(name)),
    candidate,
    wholes: variants.map((_, variant) => wholeCost(tree, variant))
  }
}

/**
 * @param {FlameTree} tree
 * @param {number} node
 * @param {Told} told
 * @returns {{ name: string, lines: string[] }} all there is to say about a node
 */
export function describeNode(tree, node, told) {
  const frame = tree.frames[tree.frame[node] ?? 0]
  if (!frame) return { name: '', lines: [] }
  const tier = tree.tiers[tree.tier[node] ?? -1]
  const shown = [0, told.candidate]
  return {
    name: shownText(frame.name),
    lines: [
      [placeInWords(frame), ownerInWords(frame), tier && `mostly ${tier}`].filter(Boolean).join(' · '),
      `With all it calls: ${shown.map(withShare(tree.total)).join(', ')}.`,
      `Itself: ${shown.map(withShare(tree.self)).join(', ')}.`,
      changeInWords(tree, node, told)
    ]
  }

  /** @param {Float64Array[]} columns */
  function withShare(columns) {
    return (/** @type {number} */ variant) => {
      const cost = columns[variant]?.[node] ?? 0
      const share = shareInWords(cost, told.wholes[variant] ?? 0)
      return `${told.variants[variant]} ${formatCost(cost, told.unit)} (${share})`
    }
  }
}

/**
 * @param {FlameTree} tree
 * @param {number} node
 * @param {Told} told
 */
function changeInWords(tree, node, { unit, candidate, variants }) {
  const { difference, noise, isSure, only } = changeOf(tree, node, candidate)
  const range = `Difference: ${formatCostDifference(rangeOf(difference, noise), unit)}`
  const where = only ? `, only in ${variants[only === 'new' ? candidate : 0]}` : ''
  if (noise === null) return `${range}${where}; its noise is not known.`
  return `${range}${tree.isNoiseBound ? ' at most' : ''}${where}; ${isSure ? 'outside' : 'within'} the noise.`
}

/**
 * @param {{ start: number, end: number }} bar of a launch in the order of time, in microseconds
 * @returns {string} with what the figures below it are of
 */
export function timeInWords({ start, end }) {
  const [fromMs = '', forMs = ''] = [start, end - start].map(micros => formatMicros(micros))
  return `Here from ${fromMs} on, for ${forMs}. All launches, a request:`
}

/**
 * @param {{ functions: number, costs: number[] }} found
 * @param {Told} told
 */
export function matchesInWords({ functions, costs }, { unit, variants, candidate, wholes }) {
  if (functions === 0) return 'No function has that in its name, file or package.'
  const parts = [0, candidate].map(variant => {
    const cost = costs[variant] ?? 0
    return `${formatCost(cost, unit)} (${shareInWords(cost, wholes[variant] ?? 0)}) of ${variants[variant]}`
  })
  return `${formatCount(functions)} ${functions === 1 ? 'function' : 'functions'}, ${parts.join(', ')}`
}
