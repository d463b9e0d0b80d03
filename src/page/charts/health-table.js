import { gaugeWords } from './health-gauges.js'
import { roundsIn } from './slice-points.js'

/**
 * @import { Table } from '../../report/sections.js'
 * @import { Analysis } from '../../types.js'
 */

/**
 * Returns the charts of health as a table: the median of each gauge in each round, by variant.
 * @param {Analysis['gauges']} gauges
 * @param {string[]} variants
 * @returns {Table}
 */
export function healthTable({ gauges, rounds }, variants) {
  const rows = roundsIn(rounds).flatMap((round, column) =>
    variants.map((name, variant) => [
      String(round + 1),
      name,
      ...gauges.map(function cell({ name: gauge, medians }) {
        const median = medians[variant]?.[column] ?? null
        return median === null ? '-' : gaugeWords[gauge].format(median)
      })
    ])
  )
  return { header: ['round', 'variant', ...gauges.map(({ name }) => gaugeWords[name].label)], rows, textColumns: 2 }
}
