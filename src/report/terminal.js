const INDENT = '  '
const NOTE_WIDTH = 110

/**
 * The report as text for a terminal.
 * @param {import('./sections.js').Section[]} sections
 * @returns {string}
 */
export function toTerminal(sections) {
  return `${sections.map(sectionText).join('\n\n')}\n`
}

/** @param {import('./sections.js').Section} section */
function sectionText({ heading, lines = [], table, notes = [] }) {
  const parts = [heading, ...lines.map(line => wrap(line, INDENT))]
  if (table) parts.push(tableText(table))
  parts.push(...notes.map(note => wrap(note, `${INDENT}- `)))
  return parts.join('\n')
}

/** @param {{ header: string[], rows: string[][] }} table */
function tableText({ header, rows }) {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map(cells => (cells[column] ?? '').length)))
  return all.map(cells => INDENT + cells.map(pad).join('  ').trimEnd()).join('\n')

  /**
   * @param {string} cell
   * @param {number} column
   */
  function pad(cell, column) {
    const width = widths[column] ?? 0
    return column === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
}

/**
 * @param {string} text
 * @param {string} lead of the first line; the others are indented as far
 */
function wrap(text, lead) {
  const words = text.split(' ')
  const rows = ['']
  for (const word of words) {
    const row = rows.at(-1) ?? ''
    if (row !== '' && row.length + 1 + word.length > NOTE_WIDTH - lead.length) rows.push(word)
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`
  }
  return rows.map((row, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + row).join('\n')
}
