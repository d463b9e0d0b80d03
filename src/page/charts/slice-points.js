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
 * @typedef {{ variant: string, round: number, position: number, median: number }} MedianPoint `position` of its round
 */

/**
 * Returns the rows of columns of slices as points to draw.
 * @param {SliceTimes} times
 * @param {(number | null)[]} values
 * @param {string[]} names of the variants
 * @param {{ row: number, reasons: DiscardReason[] }[]} [discarded]
 * @returns {SlicePoint[]}
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
 * Returns points and medians without the rounds that have no point: many runs measure a metric in some of their rounds only.
 * @param {SlicePoint[]} points
 * @param {ReturnType<typeof medianPoints>} medians
 * @returns {{ rounds: number[], points: SlicePoint[], medians: MedianPoint[] }} with positions on an axis of `rounds`
 */
export function withoutGaps(points, medians) {
  const rounds = roundsIn(points.map(({ round }) => round))
  const places = new Map(rounds.map((round, place) => [round, place]))
  return {
    rounds,
    points: points.map(point => ({ ...point, position: placeOf(point) + point.position - point.round })),
    medians: medians.filter(({ round }) => places.has(round)).map(median => ({ ...median, position: placeOf(median) }))
  }

  /** @param {{ round: number }} point */
  function placeOf({ round }) {
    return places.get(round) ?? 0
  }
}

/**
 * Returns the medians of rounds as points to draw, by round and then by variant.
 * @param {Pick<SliceTimes, 'rounds'>} times
 * @param {ValueSeries['medians']} medians
 * @param {string[]} names of the variants
 * @returns {{ variant: string, round: number, median: number }[]}
 */
export function medianPoints({ rounds }, medians, names) {
  return roundsIn(rounds).flatMap((round, column) =>
    names.flatMap(function pointOf(variant, index) {
      const median = medians[index]?.[column] ?? null
      return median === null ? [] : [{ variant, round, median }]
    })
  )
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
