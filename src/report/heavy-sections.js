import { formatCost, formatPercent } from './format.js'
import { placeInWords } from './text.js'

/**
 * @import { HeavyTable } from '../blame/types.js'
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

/**
 * Returns the bottom-up tables, as Chrome DevTools shows them.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function heavySections({ heavyTables, folder }) {
  return heavyTables.map(table => heavySection(table, folder))
}

/** @type {(table: HeavyTable, folder: string) => Section} */
function heavySection({ profiler, variant, unit, launches, idle, rows }, folder) {
  const body = rows.map(({ frame, self, selfShare, total, totalShare }) => [
    frame.name,
    placeInWords(frame, folder),
    formatCost(self, unit),
    formatPercent(selfShare),
    formatCost(total, unit),
    formatPercent(totalShare)
  ])
  if (idle > 0) body.unshift(['(idle)', '', formatCost(idle, unit), '', formatCost(idle, unit), ''])
  return {
    heading: `Bottom-up, ${profiler}: ${variant}, ${launches === 1 ? '1 launch' : `${launches} launches`}`,
    table: { header: ['function', 'where', 'self', 'share', 'total', 'share'], rows: body, textColumns: 2 },
    notes: idle > 0 ? ['Shares are of the time that was not idle.'] : []
  }
}
