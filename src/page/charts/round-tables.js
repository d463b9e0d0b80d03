import { metricWords } from '../../report/words.js'
import { roundMedians } from './round-medians.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { Health } from './health-gauges.js'
 * @import { SlicePoints } from './slice-points.js'
 */

/**
 * Returns the values in the chart of slices: each slice of each variant in each round, and the median of those that count.
 * @param {SlicePoints} data
 * @returns {Table}
 */
export function slicesTable({ metric, variants, points }) {
  const { format } = metricWords[metric]
  const counted = points.filter(({ flaws }) => flaws.length === 0)
  const medianIn = medianCells(counted, variants, format)
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: rowsByRound(points, variants, (round, variant) => {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const each = own.map(({ value, flaws }) => (flaws.length === 0 ? format(value) : `(${format(value)})`))
      return [medianIn(round, variant), each.join('  ')]
    }),
    textColumns: 2
  }
}

/**
 * Returns the values in the charts of gauges: the median of each gauge in each round, by variant.
 * @param {Health} health
 * @returns {Table}
 */
export function healthTable({ variants, gauges }) {
  const columns = gauges.map(({ points, format }) => medianCells(points, variants, format))
  const points = gauges.flatMap(gauge => gauge.points)
  return {
    header: ['round', 'variant', ...gauges.map(({ label }) => label)],
    rows: rowsByRound(points, variants, (round, variant) => columns.map(medianIn => medianIn(round, variant))),
    textColumns: 2
  }
}

/**
 * @param {{ round: number }[]} points
 * @param {string[]} variants
 * @param {(round: number, variant: string) => string[]} cellsOf
 */
function rowsByRound(points, variants, cellsOf) {
  const rounds = [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b)
  return rounds.flatMap(round => variants.map(variant => [String(round + 1), variant, ...cellsOf(round, variant)]))
}

/**
 * @param {Parameters<typeof roundMedians>[0]} points
 * @param {string[]} variants
 * @param {(value: number) => string} format
 */
function medianCells(points, variants, format) {
  const medians = roundMedians(points, variants)
  return function medianIn(/** @type {number} */ round, /** @type {string} */ variant) {
    const found = medians.find(each => each.round === round && each.variant === variant)
    return found ? format(found.median) : '-'
  }
}
