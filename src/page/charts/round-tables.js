import { metricWords } from '../../report/words.js'
import { gaugeWords } from './health-gauges.js'
import { roundsIn, slicePoints } from './slice-points.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { Analysis } from '../../types.js'
 * @import { SliceSeries, ValueSeries } from '../../verdict/types.js'
 */

/**
 * Returns the values in the chart of slices: each slice of each variant in each round, and the median of those that count.
 * @param {SliceSeries} series
 * @param {string[]} variants
 * @returns {Table}
 */
export function slicesTable(series, variants) {
  const { format } = metricWords[series.metric]
  const points = slicePoints(series, series.values, variants, series.discarded)
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: rowsByRound(series.rounds, variants, function cellsOf(round, variant, column, index) {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const texts = own.map(({ value, reasons }) => {
        const text = value === null ? '-' : format(value)
        return reasons.length === 0 ? text : `(${text})`
      })
      return [medianCell(series.medians, index, column, format), texts.join('  ')]
    }),
    textColumns: 2
  }
}

/**
 * Returns the values in the charts of gauges: the median of each gauge in each round, by variant.
 * @param {Analysis['gauges']} gauges
 * @param {string[]} variants
 * @returns {Table}
 */
export function healthTable({ gauges, rounds }, variants) {
  return {
    header: ['round', 'variant', ...gauges.map(({ name }) => gaugeWords[name].label)],
    rows: rowsByRound(rounds, variants, (_round, _variant, column, index) =>
      gauges.map(({ name, medians }) => medianCell(medians, index, column, gaugeWords[name].format))
    ),
    textColumns: 2
  }
}

/**
 * @param {number[]} rounds of slices, in any order
 * @param {string[]} variants
 * @param {(round: number, variant: string, column: number, index: number) => string[]} cellsOf `column` counts the rounds,
 *   `index` the variants
 */
function rowsByRound(rounds, variants, cellsOf) {
  return roundsIn(rounds).flatMap((round, column) =>
    variants.map((variant, index) => [String(round + 1), variant, ...cellsOf(round, variant, column, index)])
  )
}

/** @type {(medians: ValueSeries['medians'], index: number, column: number, format: (value: number) => string) => string} */
function medianCell(medians, index, column, format) {
  const median = medians[index]?.[column] ?? null
  return median === null ? '-' : format(median)
}
