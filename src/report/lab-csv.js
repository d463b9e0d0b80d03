/**
 * @import { SavedLab } from '../runs/read-run.js'
 */

/**
 * Returns all copies of a lab as CSV (RFC 4180), one row per copy in the order in which they were made: also the dropped ones.
 * @param {SavedLab} saved
 * @returns {string}
 */
export function copiesToCsv({ manifest: { plan }, cells }) {
  const rows = cells.map(({ variant, sizeBytes, repeat, durationMs, calls, isVerified }) => [
    variant,
    sizeBytes,
    repeat + 1,
    repeat < plan.dropped,
    durationMs,
    calls?.reads ?? null,
    calls?.writes ?? null,
    isVerified
  ])
  return toCsv(['strategy', 'bytes', 'repeat', 'dropped', 'ms', 'reads', 'writes', 'verified'], rows)
}

/**
 * Returns a table as CSV (RFC 4180).
 * @param {string[]} header
 * @param {(string | number | boolean | null)[][]} rows
 * @returns {string}
 */
export function toCsv(header, rows) {
  return [header, ...rows].map(cells => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/** @param {string | number | boolean | null} cell */
function cellText(cell) {
  const text = String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
