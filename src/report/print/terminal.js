import { shortenCalls, shortenStart, visible, withoutJobCommands } from '../words/text.js'

/** @import { Difference, Section, Table } from '../sections/sections.js' */
/** @import { Verdict } from '../../verdict/types.js' */

/**
 * @typedef {object} Painter what colours a text, where the terminal has colours
 * @property {(text: string, verdict: Verdict) => string} verdict
 * @property {(text: string, difference: Difference) => string} difference
 */

const INDENT = '  '
const GAP = '  '
const MAX_WIDTH = 100
/** No column becomes narrower than this, except on a terminal that is very narrow. */
const LEAST_COLUMN = 10
/** A text of less than this says too little: a table leaves out figures before. */
const LEAST_TEXT = 20
/** What ends so is cut at its start. */
const PLACE = /[\\/][^\\/ ]+:\d+$/
/** @type {Painter} */
export const plain = { verdict: text => text, difference: text => text }

/**
 * Returns sections as text for a terminal.
 * @param {Section[]} sections @param {object} [terminal]
 * @param {number} [terminal.columns] at most {@link MAX_WIDTH} are used, as where there are none
 * @param {Painter} [terminal.paint] @returns {string}
 */
export function toTerminal(sections, { columns = MAX_WIDTH, paint = plain } = {}) {
  const width = widthOf(columns)
  return withoutJobCommands(`${sections.map(section => sectionText(section, width, paint)).join('\n\n')}\n`)
}

/**
 * Returns a text in lines that a terminal does not break.
 * @param {string} text
 * @param {number} [columns] of the terminal
 * @param {{ lead?: string, next?: string, paintWord?: (word: string, start: number) => string }} [leads] of the first line, and of the
 *   others
 */
export function wrapped(text, columns = MAX_WIDTH, leads = {}) {
  return withoutJobCommands(wrap(text, { width: widthOf(columns), ...leads }))
}

/**
 * Returns how many columns of a terminal are used.
 * @param {number} [columns] 0 of a terminal that does not know them
 */
export function widthOf(columns = MAX_WIDTH) {
  return columns > 0 ? Math.min(columns, MAX_WIDTH) : MAX_WIDTH
}

/** @type {(section: Section, width: number, paint: Painter) => string} */
function sectionText({ heading, lines = [], table, notes = [] }, width, paint) {
  const parts = [wrap(heading, { width, next: INDENT })]
  parts.push(...lines.map(line => wrap(line, { width, lead: INDENT, next: INDENT })))
  if (table) parts.push(tableText(table, width, paint))
  parts.push(...notes.map(note => wrap(note, { width, lead: `${INDENT}- `, next: `${INDENT}  ` })))
  return parts.join('\n')
}

/**
 * Returns a table in aligned columns, where it is too wide without those that can be spared.
 * @type {(table: Table, width: number, paint: Painter) => string}
 */
export function tableText(table, width, paint) {
  const { header, rows, textColumns, coloured } = fittedTable(table, width)
  const all = [header, ...rows].map(cells => cells.map(visible))
  const widths = fittedWidths(all, textColumns, width)
  return all
    .map(
      (cells, row) =>
        INDENT +
        cells
          .flatMap((cell, column) => (isCovered(cells, column, textColumns) ? [] : padded(cell, column, row)))
          .join(GAP)
          .trimEnd()
    )
    .join('\n')

  /** @type {(cell: string, column: number, row: number) => string} */
  function padded(cell, column, row) {
    const covered = isCovered(all[row] ?? [], column + 1, textColumns) ? GAP.length + (widths[column + 1] ?? 0) : 0
    const room = (widths[column] ?? 0) + covered
    const text = PLACE.test(cell) ? shortenStart(cell, room) : shortenCalls(cell, room)
    // A name may have characters of two units, of which more fit than their length says.
    const spaces = ' '.repeat(Math.max(0, room - text.length))
    const difference = coloured?.column === column ? coloured.rows[row - 1] : null
    const shown = difference ? paint.difference(text, difference) : text
    return column < textColumns ? shown + spaces : spaces + shown
  }
}

/** @param {Table} table @param {number} width @returns {Table} */
function fittedTable(table, width) {
  const { header, rows, textColumns, spare = [], coloured } = table
  const all = [header, ...rows]
  const needed = header.map(function neededBy(_, column) {
    const longest = Math.max(...all.map(cells => lengthOf(cells, column)))
    return GAP.length + (column < textColumns ? Math.min(LEAST_TEXT, longest) : longest)
  })
  if (spare.length === 0 || needed.reduce((sum, each) => sum + each, 0) <= width) return table
  const kept = (/** @type {string[]} */ cells) => cells.filter((_, column) => !spare.includes(column))
  // A row that has spared figures alone, such as a number of requests, would be a name without any.
  const shown = rows.filter(
    cells => !spare.some(column => cells[column]) || kept(cells).slice(textColumns).some(Boolean)
  )
  return {
    header: kept(header),
    rows: shown.map(kept),
    textColumns,
    ...(coloured && {
      coloured: {
        column: coloured.column - spare.filter(column => column < coloured.column).length,
        rows: shown.map(cells => coloured.rows[rows.indexOf(cells)] ?? null)
      }
    })
  }
}

/**
 * Returns whether a cell is empty and the text before it may use its place, such as a long name without a file.
 * @type {(cells: string[], column: number, textColumns: number) => boolean}
 */
function isCovered(cells, column, textColumns) {
  return column > 0 && column < textColumns && cells[column] === '' && cells[column - 1] !== ''
}

/**
 * Returns the widths of the columns of a table that is not wider than the terminal: the widest columns of text are cut first.
 * @type {(rows: string[][], textColumns: number, width: number) => number[]}
 */
function fittedWidths([header = [], ...rows], textColumns, width) {
  const widths = header.map((name, column) =>
    Math.max(
      name.length,
      ...rows.map(cells => (isCovered(cells, column + 1, textColumns) ? 0 : lengthOf(cells, column)))
    )
  )
  // What also uses the place of the next column makes its own wider where both are too narrow.
  for (const cells of rows)
    for (const column of widths.keys()) {
      if (!isCovered(cells, column + 1, textColumns)) continue
      const both = (widths[column] ?? 0) + GAP.length + (widths[column + 1] ?? 0)
      widths[column] = (widths[column] ?? 0) + Math.max(0, lengthOf(cells, column) - both)
    }
  const room = width - INDENT.length - GAP.length * (widths.length - 1)
  const columns = [...widths.keys()]
  for (const cut of [columns.slice(0, textColumns), columns]) {
    while (widths.reduce((sum, each) => sum + each, 0) > room) {
      const widest = cut.reduce((one, other) => ((widths[other] ?? 0) > (widths[one] ?? 0) ? other : one), cut[0] ?? 0)
      if ((widths[widest] ?? 0) <= LEAST_COLUMN) break
      widths[widest] = (widths[widest] ?? 0) - 1
    }
  }
  return widths
}

/** @param {string[]} cells @param {number} column */
function lengthOf(cells, column) {
  return (cells[column] ?? '').length
}

/**
 * Breaks a text between words, and within words that are longer than a line.
 * @param {string} text @param {object} lines @param {number} lines.width
 * @param {string} [lines.lead] of the first line
 * @param {string} [lines.next] lead of the others
 * @param {(word: string, start: number) => string} [lines.paintWord] with its place in the text
 */
function wrap(text, { width, lead = '', next = '', paintWord = word => word }) {
  const longest = Math.max(1, width - Math.max(lead.length, next.length))
  /** @type {{ length: number, text: string }[]} */
  const rows = []
  for (const { word, start } of wordsOf(text, longest)) {
    const row = rows.at(-1)
    const room = width - (rows.length > 1 ? next : lead).length
    if (!row || row.length + 1 + word.length > room) rows.push({ length: word.length, text: paintWord(word, start) })
    else rows[rows.length - 1] = { length: row.length + 1 + word.length, text: `${row.text} ${paintWord(word, start)}` }
  }
  return rows.map((row, index) => (index === 0 ? lead : next) + row.text).join('\n')
}

/** @type {(text: string, longest: number) => { word: string, start: number }[]} */
function wordsOf(text, longest) {
  const words = visible(text).matchAll(/[^ ]+/g)
  return [...words].flatMap(({ 0: word, index }) =>
    Array.from({ length: Math.ceil(word.length / longest) }, (_, part) => ({
      word: word.slice(part * longest, (part + 1) * longest),
      start: index + part * longest
    }))
  )
}
