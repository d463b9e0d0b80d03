import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/words/text.js'
import { INK } from './axes.js'
import { drawSign } from './draw.js'
import { toTenths } from './tidy-svg.js'

/** @import { DiscardReason, SliceTimes, ValueSeries } from '../../verdict/types.js' */

/**
 * @typedef {object} SlicePoint
 * @property {string} variant
 * @property {number} round from 0
 * @property {number} index among the slices of its launch
 * @property {number} position in rounds since the start: the slices of a round are placed at equal distances
 * @property {number} startMs since the start of the run
 * @property {number | null} value
 * @property {DiscardReason[]} reasons why the slice is discarded
 *
 * @typedef {{ variant: string, position: number, median: number }} MedianPoint `position` of its round
 * @typedef {{ variant: string, colour: string, symbol: string, isHollow: boolean }} VariantStyle a colour and, for those who do not
 *   see colours and for print, a shape
 * @typedef {{ y: (point: SlicePoint) => number, title: (point: SlicePoint) => string }} Place
 */

const COLOURS = ['var(--baseline)', 'var(--candidate)', 'var(--candidate-2)', 'var(--candidate-3)', 'var(--more)']
const SYMBOLS = ['circle', 'circle', 'triangle', 'square', 'diamond']
/** More points than these are drawn as one path, which is small but has no tips. */
const MOST_SINGLE = 240
/** A line without length, whose round ends are a dot. */
const DOT_PATH = 'h0'
const DOT_STYLE = { class: 'chart-dust', 'stroke-opacity': '0.6', 'stroke-linecap': 'round', 'stroke-width': '2.5' }
const CROSS_PATH = 'm-2.5-2.5l5 5m0-5l-5 5'
const CROSS_STYLE = { class: 'chart-discarded', fill: 'none', 'stroke-width': '1' }

/**
 * @param {string[]} variants the baseline first
 * @returns {VariantStyle[]} the fifth candidate has the style of the first, and so on
 */
export function variantStyles(variants) {
  return variants.map(function styleOf(variant, index) {
    const at = index === 0 ? 0 : 1 + ((index - 1) % (COLOURS.length - 1))
    return { variant, colour: COLOURS[at] ?? '', symbol: SYMBOLS[at] ?? '', isHollow: index === 0 }
  })
}

/** @param {string} name @returns {(point: { variant: string }) => boolean} */
export function isOf(name) {
  return ({ variant }) => variant === name
}

/**
 * Returns one dot per slice in the style of its variant.
 * @type {(points: SlicePoint[], style: VariantStyle, place: Place, radius?: number) => Plot.Markish}
 */
export function variantDots(points, style, place, radius = 3) {
  if (points.length > MOST_SINGLE) return onePath(points, place, DOT_PATH, { ...DOT_STYLE, stroke: style.colour })
  return Plot.dot(points, { r: radius, ...dotOptions(style), x: 'position', ...place })
}

/** Returns the entry of a variant in the key of a chart. @type {(style: VariantStyle) => { sign: string, words: string }} */
export function variantKey(style) {
  const dot = Plot.dot([0], { frameAnchor: 'middle', r: 4, ...dotOptions(style) })
  return { sign: drawSign([dot]), words: shortName(style.variant) }
}

/** Returns one cross per discarded slice. @type {(points: SlicePoint[], stroke: string, place: Place) => Plot.Markish} */
export function discardedCrosses(points, stroke, place) {
  if (points.length > MOST_SINGLE) return onePath(points, place, CROSS_PATH, { ...CROSS_STYLE, stroke })
  return Plot.dot(points, { ...crossOptions(stroke), x: 'position', ...place })
}

/** Returns the entry of discarded slices in the key of a chart. */
export function discardedKey() {
  return { sign: drawSign([Plot.dot([0.5], { ...crossOptions(INK), x: 0.5, y: 0.5 })]), words: 'discarded' }
}

/** @param {VariantStyle} style @returns {Plot.DotOptions} */
function dotOptions({ colour, symbol, isHollow }) {
  const paint = isHollow ? { stroke: colour, strokeWidth: 1.5 } : { fill: colour, fillOpacity: 0.75 }
  return { symbol, className: 'chart-dot', ...paint }
}

/** @param {string} stroke @returns {Plot.DotOptions} */
function crossOptions(stroke) {
  return { symbol: 'times', r: 3.5, stroke, strokeWidth: 1.5, className: 'chart-discarded' }
}

/**
 * Returns the same sign at every point, as one path.
 * @param {SlicePoint[]} points @param {Place} place
 * @param {string} sign path commands, from the point on
 * @param {Record<string, string>} attributes @returns {Plot.RenderFunction}
 */
function onePath(points, { y }, sign, attributes) {
  return function renderPath(_index, scales, _values, _dimensions, { document }) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    const signs = points.map(function signAt(point) {
      const [left, top] = [scales.x?.(point.position) ?? 0, scales.y?.(y(point)) ?? 0]
      return `M${toTenths(left)} ${toTenths(top)}${sign}`
    })
    for (const [name, value] of Object.entries({ ...attributes, d: signs.join('') })) path.setAttribute(name, value)
    return path
  }
}

/**
 * Returns the rows of columns of slices as points to draw.
 * @param {SliceTimes} times @param {(number | null)[]} values
 * @param {string[]} names of the variants
 * @param {{ row: number, reasons: DiscardReason[] }[]} [discarded] @returns {SlicePoint[]}
 */
export function slicePoints({ variants, rounds, indexes, startMs }, values, names, discarded = []) {
  const reasons = new Map(discarded.map(({ row, reasons }) => [row, reasons]))
  /** @type {Map<number, number[]>} */
  const rowsOf = new Map()
  for (const [row, round] of rounds.entries()) rowsOf.set(round, [...(rowsOf.get(round) ?? []), row])
  return values.map(function pointOf(value, row) {
    const round = rounds[row] ?? 0
    const own = rowsOf.get(round) ?? []
    return {
      variant: names[variants[row] ?? 0] ?? '',
      round,
      index: indexes[row] ?? 0,
      position: round + (own.indexOf(row) + 0.5) / own.length,
      startMs: startMs[row] ?? 0,
      value,
      reasons: reasons.get(row) ?? []
    }
  })
}

/**
 * Returns slices and the medians of rounds to draw, without the rounds that have no slice: many runs measure a metric in some of
 * their rounds only.
 * @param {SlicePoint[]} all @param {Pick<SliceTimes, 'rounds'> & Pick<ValueSeries, 'medians'>} series
 * @param {string[]} names of the variants
 * @returns {{ rounds: number[], points: SlicePoint[], medians: MedianPoint[] }} with positions on an axis of `rounds`
 */
export function withoutGaps(all, series, names) {
  const rounds = roundsIn(all.map(({ round }) => round))
  const places = new Map(rounds.map((round, place) => [round, place]))
  return {
    rounds,
    points: all.map(point => ({ ...point, position: (places.get(point.round) ?? 0) + point.position - point.round })),
    medians: roundsIn(series.rounds).flatMap((round, column) =>
      names.flatMap(function pointOf(variant, index) {
        const position = places.get(round)
        const median = series.medians[index]?.[column] ?? null
        return position === undefined || median === null ? [] : [{ variant, position, median }]
      })
    )
  }
}

/**
 * Returns the rows of a table by round and then by variant, which are its first columns.
 * @param {number[]} rounds of slices, in any order
 * @param {string[]} variants
 * @param {(round: number, variant: string, column: number, index: number) => string[]} cellsOf `column` counts the rounds,
 *   `index` the variants
 */
export function rowsByRound(rounds, variants, cellsOf) {
  return roundsIn(rounds).flatMap((round, column) =>
    variants.map((variant, index) => [String(round + 1), variant, ...cellsOf(round, variant, column, index)])
  )
}

/** @type {(medians: ValueSeries['medians'], index: number, column: number, format: (value: number) => string) => string} */
export function medianCell(medians, index, column, format) {
  const median = medians[index]?.[column] ?? null
  return median === null ? '-' : format(median)
}

/** @type {(rounds: number[]) => number[]} */
function roundsIn(rounds) {
  return [...new Set(rounds)].sort((a, b) => a - b)
}
