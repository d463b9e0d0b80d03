import { roundMedians } from './round-medians.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { Health } from './health-gauges.js'
 */

/**
 * The charts of health as figures: the median of each gauge in each round, by variant.
 * @param {Health} health
 * @returns {Table}
 */
export function healthTable({ variants, gauges }) {
  const columns = gauges.map(({ points, format }) => ({ format, medians: roundMedians(points, variants) }))
  const rounds = [...new Set(columns.flatMap(({ medians }) => medians.map(({ round }) => round)))].sort((a, b) => a - b)
  const rows = rounds.flatMap(round => variants.map(variant => rowOf(round, variant)))
  return { header: ['round', 'variant', ...gauges.map(({ label }) => label)], rows, textColumns: 2 }

  /**
   * @param {number} round
   * @param {string} variant
   */
  function rowOf(round, variant) {
    return [String(round + 1), variant, ...columns.map(cell)]

    /** @param {typeof columns[number]} column */
    function cell({ format, medians }) {
      const found = medians.find(each => each.round === round && each.variant === variant)
      return found ? format(found.median) : '-'
    }
  }
}
