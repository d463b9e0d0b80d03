import { axisEndsInWords } from '../../report/words/words.js'
import { axisLabels, costOf, intervalBar, usualAxis } from '../charts/interval-bar.js'

/** @import { Table } from '../../report/sections/sections.js' */

/** What a cell without a value has. */
const EMPTY = ['', '-']
/** A longer text in a column of figures is a list or a reason, and may break. */
const LONGEST_FIGURE = 26

/**
 * Returns the cells of a table as a template fills them in: without the columns and rows that have no value, and with bars beside its
 * changes where it has one column of them.
 * @param {Table} table
 */
export function tableView({ header, rows, textColumns, drawn = [] }) {
  const shown = header.flatMap((_, column) =>
    column === 0 || rows.some(cells => !isEmpty(cells[column])) ? [column] : []
  )
  const changes = Math.max(0, ...drawn.map(row => row?.changes.length ?? 0))
  const costs = rows.map((_, row) => {
    const { changes: [change] = [], moreIs } = drawn[row] ?? {}
    return change && changes === 1 ? costOf(change, moreIs) : null
  })
  const axis = usualAxis(costs.flatMap(cost => cost ?? []))
  const labels = axis ? [{ name: '', className: 'axis', labels: axisLabels(axis, axisEndsInWords(axis)) }] : []
  return {
    head: [
      ...shown.map(column => ({ name: header[column] ?? '', className: classOf(column, ''), labels: '' })),
      ...labels
    ],
    body: rows.flatMap(function cellsOf(cells, row) {
      const figures = cells.slice(textColumns)
      if (figures.length > 0 && figures.every(text => text === '-')) return []
      const cost = costs[row]
      const bar = axis
        ? [{ text: '', className: 'drawn', isHead: false, bar: cost ? intervalBar(cost, axis) : '' }]
        : []
      return [[...shown.map(column => cellOf(cells[column] ?? '', column)), ...bar]]
    })
  }

  /** @param {string} text @param {number} column */
  function cellOf(text, column) {
    const isHead = column === 0 && text !== ''
    return { text: text.trim(), className: isHead ? indentOf(text) : classOf(column, text), isHead, bar: '' }
  }

  /** @param {number} column @param {string} text */
  function classOf(column, text) {
    if (column < textColumns) return ''
    return text.length > LONGEST_FIGURE ? 'figure long' : 'figure'
  }
}

/** @param {string} [text] */
function isEmpty(text = '') {
  return EMPTY.includes(text.trim())
}

/** @param {string} text of the first column, which parts of another row have indented */
function indentOf(text) {
  const steps = Math.min(2, (text.length - text.trimStart().length) / 2)
  return steps === 0 ? '' : `indent-${steps}`
}
