import { formatCost, formatPercent } from './format.js'
import { placeInWords } from './text.js'

/**
 * @import { HeavyTable } from '../blame/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

/**
 * The heavy (bottom-up) tables, as Chrome DevTools shows them.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function heavySections({ heavyTables, folder }) {
  return heavyTables.map(table => heavySection(table, folder))
}

/**
 * @param {HeavyTable} table
 * @param {string} folder
 * @returns {Section}
 */
function heavySection({ profiler, variant, unit, launches, busy, idle, rows }, folder) {
  const format = (/** @type {number} */ weight) => formatCost(weight, unit === 'bytes' ? 'bytes' : 'micros')
  const share = (/** @type {number} */ weight) => formatPercent(weight / busy)
  const body = rows.map(({ frame, self, total }) => [
    frame.name,
    placeInWords(frame, folder),
    format(self),
    share(self),
    format(total),
    share(total)
  ])
  if (idle > 0) body.unshift(['(idle)', '', format(idle), '', format(idle), ''])
  return {
    heading: `Heavy (bottom-up) under ${profiler}: ${variant}, ${launches === 1 ? '1 launch' : `${launches} launches`}`,
    table: { header: ['function', 'where', 'self', '', 'total', ''], rows: body, textColumns: 2 }
  }
}
