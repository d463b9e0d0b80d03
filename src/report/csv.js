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
