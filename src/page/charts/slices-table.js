import { metricWords } from '../../report/words.js'
import { roundMedians } from './round-medians.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { SlicePoints } from './slice-points.js'
 */

/**
 * The chart of slices as figures: each slice of each variant in each round, with the median of those that count.
 * @param {SlicePoints} data
 * @returns {Table}
 */
export function slicesTable({ metric, variants, points }) {
  const { format } = metricWords[metric]
  const medians = roundMedians(
    points.filter(({ flaws }) => flaws.length === 0),
    variants
  )
  const rounds = [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b)
  const rows = rounds.flatMap(round => variants.map(variant => rowOf(round, variant)))
  return {
    header: ['round', 'variant', 'median', 'slices in their order, void ones in brackets'],
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
    const each = own.map(({ value, flaws }) => (flaws.length === 0 ? format(value) : `(${format(value)})`))
    return [String(round + 1), variant, middle ? format(middle.median) : '-', each.join('  ')]
  }
}
