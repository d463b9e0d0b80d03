import { visible } from '../words/text.js'

/** @import { Mean } from '../../stats/types.js' */

const FORMULA = /^\s*[=+\-@]/

/**
 * Returns a table as CSV (RFC 4180).
 * @param {string[]} header @param {(string | number | boolean | null)[][]} rows @returns {string}
 */
export function toCsv(header, rows) {
  return [header, ...rows].map(cells => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/** Returns a mean and the ends of its interval, as cells. @param {Mean | null} mean */
export function meanCells(mean) {
  return [mean?.value ?? null, mean?.low ?? null, mean?.high ?? null]
}

/**
 * Returns a cell. A text that a spreadsheet would take for a formula begins with an apostrophe, which the spreadsheet hides.
 * @param {string | number | boolean | null} cell
 */
function cellText(cell) {
  const text = typeof cell === 'string' ? visible(cell).replace(FORMULA, "'$&") : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
