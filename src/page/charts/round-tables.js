import { metricWords } from '../../report/words.js'
import { gaugeWords } from './health-gauges.js'
import { namedMedians, slicePoints } from './slice-points.js'

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
  const medianIn = medianCells(series, variants, format)
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: rowsByRound(series.rounds, variants, function cellsOf(round, variant) {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const texts = own.map(({ value, reasons }) => {
        const text = value === null ? '-' : format(value)
        return reasons.length === 0 ? text : `(${text})`
      })
      return [medianIn(round, variant), texts.join('  ')]
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
  const columns = gauges.map(gauge => medianCells(gauge, variants, gaugeWords[gauge.name].format))
  return {
    header: ['round', 'variant', ...gauges.map(({ name }) => gaugeWords[name].label)],
    rows: rowsByRound(rounds, variants, (round, variant) => columns.map(medianIn => medianIn(round, variant))),
    textColumns: 2
  }
}

/**
 * @param {number[]} rounds of slices, in any order
 * @param {string[]} variants
 * @param {(round: number, variant: string) => string[]} cellsOf
 */
function rowsByRound(rounds, variants, cellsOf) {
  return [...new Set(rounds)]
    .sort((a, b) => a - b)
    .flatMap(round => variants.map(variant => [String(round + 1), variant, ...cellsOf(round, variant)]))
}

/** @type {(series: ValueSeries, variants: string[], format: (value: number) => string) => (round: number, variant: string) => string} */
function medianCells(series, variants, format) {
  const medians = namedMedians(series, variants)
  return function medianIn(round, variant) {
    const found = medians.find(each => each.round === round && each.variant === variant)
    return found ? format(found.median) : '-'
  }
}
