/** @import { Section, Table } from './sections.js' */

const INDENT = '  '
const MAX_WIDTH = 110

/**
 * Returns the report as text for a terminal.
 * @param {Section[]} sections
 * @param {number} [columns] of the terminal
 * @returns {string}
 */
export function toTerminal(sections, columns = MAX_WIDTH) {
  const width = Math.min(columns, MAX_WIDTH)
  return `${sections.map(section => sectionText(section, width)).join('\n\n')}\n`
}

/** @param {Section} section @param {number} width */
function sectionText({ heading, lines = [], code = [], table, notes = [] }, width) {
  const parts = [heading, ...lines.map(line => wrap(line, INDENT, width))]
  parts.push(...code.map(line => INDENT + line))
  if (table) parts.push(tableText(table))
  parts.push(...notes.map(note => wrap(note, `${INDENT}- `, width)))
  return parts.join('\n')
}

/** @param {Table} table */
function tableText({ header, rows, textColumns }) {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map(cells => (cells[column] ?? '').length)))
  return all.map(cells => INDENT + cells.map(pad).join('  ').trimEnd()).join('\n')

  /** @param {string} cell @param {number} column */
  function pad(cell, column) {
    const width = widths[column] ?? 0
    return column < textColumns ? cell.padEnd(width) : cell.padStart(width)
  }
}

/** @param {string} text @param {string} lead of the first line; the others are indented as far @param {number} width */
function wrap(text, lead, width) {
  const words = text.split(' ')
  const rows = ['']
  for (const word of words) {
    const row = rows.at(-1) ?? ''
    if (row !== '' && row.length + 1 + word.length > width - lead.length) rows.push(word)
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`
  }
  return rows.map((row, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + row).join('\n')
}
