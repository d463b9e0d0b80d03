import { visible } from '../../report/words/text.js'

/** @import { Section, Table } from '../../report/sections/sections.js' */
/** @import { Mean } from '../../stats/types.js' */

const FORMULA = /^\s*[=+\-@]/

/**
 * @template Row, [Cell=string]
 * @typedef {[name: string, cellOf: (row: Row) => Cell]} Column
 */

/**
 * Returns a table by its columns.
 * @template Row
 * @param {Row[]} rows @param {Column<Row>[]} columns @param {number} [textColumns] @returns {Table}
 */
export function tableOf(rows, columns, textColumns = 1) {
  return { header: namesOf(columns), rows: cellsOf(rows, columns), textColumns }
}

/**
 * Returns a section with a table by its columns.
 * @template Row
 * @param {string} heading @param {Row[]} rows @param {Column<Row>[]} columns
 * @param {Pick<Section, 'notes' | 'details'> & { textColumns?: number }} [more]
 * @returns {Section[]} none without a row
 */
export function tableSections(heading, rows, columns, { textColumns, ...more } = {}) {
  return rows.length === 0 ? [] : [{ heading, table: tableOf(rows, columns, textColumns), ...more }]
}

/**
 * Returns CSV (RFC 4180) by its columns.
 * @template Row
 * @param {Row[]} rows @param {Column<Row, string | number | boolean | null>[]} columns
 */
export function csvOf(rows, columns) {
  return toCsv(namesOf(columns), cellsOf(rows, columns))
}

/**
 * Returns the same as a file.
 * @template Row
 * @param {string} fileName @param {Row[]} rows @param {Column<Row, string | number | boolean | null>[]} columns
 */
export function csvFile(fileName, rows, columns) {
  return { fileName, text: csvOf(rows, columns) }
}

/**
 * Returns the columns of a mean and of the ends of its interval.
 * @template Row
 * @param {string[]} names three @param {(row: Row) => Mean | null | undefined} meanOf
 * @returns {Column<Row, number | null>[]}
 */
export function meanColumns(names, meanOf) {
  const ends = /** @type {const} */ (['value', 'low', 'high'])
  return ends.map((end, place) => [names[place] ?? '', row => meanOf(row)?.[end] ?? null])
}

/** @param {[name: string, ...unknown[]][]} columns */
function namesOf(columns) {
  return columns.map(([name]) => name)
}

/**
 * @template Row, Cell
 * @param {Row[]} rows @param {Column<Row, Cell>[]} columns
 */
function cellsOf(rows, columns) {
  return rows.map(row => columns.map(([, cellOf]) => cellOf(row)))
}

/**
 * Returns a table as CSV (RFC 4180).
 * @param {string[]} header @param {(string | number | boolean | null)[][]} rows @returns {string}
 */
export function toCsv(header, rows) {
  return [header, ...rows].map(cells => `${cells.map(cellText).join(',')}\r\n`).join('')
}

/**
 * Returns a cell. A text that a spreadsheet would take for a formula begins with an apostrophe, which the spreadsheet hides.
 * @param {string | number | boolean | null} cell
 */
function cellText(cell) {
  const text = typeof cell === 'string' ? visible(cell).replace(FORMULA, "'$&") : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
