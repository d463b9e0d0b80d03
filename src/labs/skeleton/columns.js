import { toCsv } from '../../report/print/csv.js'

/** @import { Table } from '../../report/sections/sections.js' */

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
 * Returns CSV (RFC 4180) by its columns.
 * @template Row
 * @param {Row[]} rows @param {Column<Row, string | number | boolean | null>[]} columns
 */
export function csvOf(rows, columns) {
  return toCsv(namesOf(columns), cellsOf(rows, columns))
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
