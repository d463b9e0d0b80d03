import { metricWords } from '../../report/words.js'
import { medianPoints, roundsIn, slicePoints } from './slice-points.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { SliceSeries } from '../../verdict/types.js'
 */

/**
 * Returns the chart of slices as a table: each slice of each variant in each round, with the median of those that count.
 * @param {SliceSeries} series
 * @param {string[]} variants
 * @returns {Table}
 */
export function slicesTable(series, variants) {
  const { format } = metricWords[series.metric]
  const medians = medianPoints(series, series.medians, variants)
  const points = slicePoints(series, series.values, variants, series.discarded)
  const rows = roundsIn(series.rounds).flatMap(round => variants.map(variant => rowOf(round, variant)))
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded slices in brackets'],
    rows,
    textColumns: 2
  }

  /**
   * @param {number} round
   * @param {string} variant
   */
  function rowOf(round, variant) {
    const own = points.filter(point => point.round === round && point.variant === variant)
    const middle = medians.find(each => each.round === round && each.variant === variant)
    const each = own.map(function cell({ value, reasons }) {
      const text = value === null ? '-' : format(value)
      return reasons.length === 0 ? text : `(${text})`
    })
    return [String(round + 1), variant, middle ? format(middle.median) : '-', each.join('  ')]
  }
}
