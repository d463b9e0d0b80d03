import { gaugeWords } from './health-gauges.js'

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
  const rows = [...new Set(rounds)]
    .sort((a, b) => a - b)
    .flatMap(round =>
      variants.map((name, variant) => [
        String(round + 1),
        name,
        ...gauges.map(function cell({ name: gauge, medians }) {
          const found = medians.find(each => each.round === round && each.variant === variant)
          return found ? gaugeWords[gauge].format(found.median) : '-'
        })
      ])
    )
  return { header: ['round', 'variant', ...gauges.map(({ name }) => gaugeWords[name].label)], rows, textColumns: 2 }
}
