/** @import { Mean } from '../verdict/types.js' */

/**
 * Returns a table as CSV (RFC 4180).
 * @param {string[]} header
 * @param {(string | number | boolean | null)[][]} rows
 * @returns {string}
 */
export function toCsv(header, rows) {
  return [header, ...rows].map(cells => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/** Returns a mean and the ends of its interval, as cells. @param {Mean | null} mean */
export function meanCells(mean) {
  return [mean?.value ?? null, mean?.low ?? null, mean?.high ?? null]
}

/** @param {string | number | boolean | null} cell */
function cellText(cell) {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
