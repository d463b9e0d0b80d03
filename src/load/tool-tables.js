import { printArtillerySummary } from './artillery-table.js'
import { printAutocannonTable } from './autocannon-table.js'
import { printPacedTable } from './paced-table.js'

/** @import { GeneratorName } from './types.js' */

/** @type {Record<GeneratorName, (toolResults: any[]) => string>} */
const printers = {
  autocannon: printAutocannonTable,
  artillery: printArtillerySummary,
  paced: printPacedTable
}

/**
 * Returns the generator's own table over several slices of one variant; for `paced` the table is the workshop's.
 * @param {GeneratorName} generator
 * @param {unknown[]} toolResults of slices of the same load, at least one
 * @returns {string} plain text without colour codes, ends with a newline
 */
export function printToolTable(generator, toolResults) {
  return printers[generator](toolResults)
}
