import { axisEndsInWords } from '../../report/words/words.js'
import { axisLabels, costOf, intervalBar, usualAxis } from '../charts/interval-bar.js'

/** @import { Drawn, Table } from '../../report/sections/sections.js' */
/** @import { Axis, Bar } from '../charts/interval-bar.js' */

/**
 * @typedef {object} Sortable what a table has whose rows a reader sorts; its last column is text
 * @property {number} column it is sorted by at first
 * @property {Axis} axis of the bars, which are a column of their own
 * @property {string[]} ends of the axis, in words
 * @property {SortableRow[]} rows the last ones, without a bar, are sums, and stay below the others
 *
 * @typedef {object} SortableRow
 * @property {string} frames of the flame graph that the row leads to; empty without one
 * @property {number[]} values to sort by, from the first figure on
 * @property {string} tone of the figure that is sorted by at first
 * @property {Bar | null} bar
 */

/** What a cell without a value has. */
const EMPTY = ['', '-']
/** A longer text in a column of figures is a list or a reason, and may break. */
const LONGEST_FIGURE = 26

/**
 * Returns the cells of a table as a template fills them in: with the bars of its changes or costs, and what its rows are sorted by.
 * @param {Table & { sortable?: Sortable }} table
 * @param {(Axis | null)[]} [candidateAxes] of {@link drawnTable}
 */
export function tableView({ sortable, ...table }, candidateAxes) {
  const { header, rows, textColumns, drawn, axes } = sortable
    ? { ...table, axes: table.header.map((_, column) => (column === table.header.length - 1 ? sortable.axis : null)) }
    : drawnTable(table, candidateAxes)
  // Of several changes each bar is below its change.
  const isStacked = axes.filter(Boolean).length > 1
  const sums = sortable?.rows.findIndex(({ bar }) => bar === null) ?? -1
  const cells = rows.map((texts, row) => texts.flatMap((text, column) => cellsOf(text, column, row)))
  const parts = sums < 0 ? cells.length : sums
  return { head: header.flatMap(headOf), body: cells.slice(0, parts), foot: cells.slice(parts), isSortable: !!sortable }

  /** @param {number} column */
  function isFigure(column) {
    return column >= textColumns && !(sortable && column === header.length - 1)
  }

  /** @param {string} name @param {number} column */
  function headOf(name, column) {
    const axis = axes[column]
    const labels = axis && sums !== 0 ? axisLabels(axis, sortable?.ends ?? axisEndsInWords(axis)) : ''
    const isSorted = column === sortable?.column
    const cell = { name, className: isFigure(column) ? 'figure' : '', isSorted, labels: isStacked ? labels : '' }
    return axis && !isStacked ? [cell, { name: '', className: 'axis', isSorted: false, labels }] : [cell]
  }

  /** @param {string} text @param {number} column @param {number} row */
  function cellsOf(text, column, row) {
    const { frames = '', values = [], tone = '' } = sortable?.rows[row] ?? {}
    const bar = axes[column] ? barIn(axes[column], column, row) : ''
    const isHead = column === 0 && text !== ''
    const cell = {
      text: text.trim(),
      className: isHead ? indentOf(text) : '',
      isHead,
      value: isFigure(column) ? (values[column - textColumns] ?? null) : null,
      frames: isHead ? frames : '',
      bar: isStacked ? bar : ''
    }
    if (isFigure(column)) cell.className = text.length > LONGEST_FIGURE ? 'figure long' : 'figure'
    if (sortable && column > 0 && column < textColumns) cell.className = 'where'
    if (column === sortable?.column) cell.className += ` ${tone}`
    if (!axes[column] || isStacked) return [cell]
    return [cell, { text: '', className: 'drawn', isHead: false, value: null, frames: '', bar }]
  }

  /** @type {(axis: Axis, column: number, row: number) => string} SVG; empty without a bar */
  function barIn(axis, column, row) {
    const { moreIs, changes: own } = drawn?.[row] ?? {}
    const change = own?.[column]
    const bar = sortable ? sortable.rows[row]?.bar : change && costOf(change, moreIs)
    return bar ? intervalBar(bar, axis) : ''
  }
}

/** @param {string} text of the first column, which parts of another row have indented */
function indentOf(text) {
  const steps = Math.min(2, (text.length - text.trimStart().length) / 2)
  return steps === 0 ? '' : `indent-${steps}`
}

/**
 * Returns a table as it is shown: without the columns and rows that have no value, and with the axis of each column of changes.
 * @param {Table} table
 * @param {(Axis | null)[]} [axes] by candidate; null: one that suits most rows
 * @returns {Table & { axes: (Axis | null)[] }} axes: by column; null where no change is drawn
 */
export function drawnTable({ header, rows, textColumns, drawn }, axes = []) {
  const isEmpty = (/** @type {number} */ column) => rows.every(cells => EMPTY.includes((cells[column] ?? '').trim()))
  const isColumnShown = header.map((_, column) => column === 0 || !isEmpty(column))
  const kept = [...rows.keys()].filter(isRowShown)
  const candidates = Math.max(0, ...(drawn ?? []).map(row => row?.changes.length ?? 0))
  const firstChange = header.length - candidates
  return {
    header: ofShown(header),
    rows: kept.map(row => ofShown(rows[row] ?? [])),
    textColumns: isColumnShown.slice(0, textColumns).filter(Boolean).length,
    ...(drawn && { drawn: kept.map(row => drawnRow(drawn[row] ?? null)) }),
    axes: ofShown(header.map((_, column) => axisOf(column - firstChange)))
  }

  /** @param {number} candidate @returns {Axis | null} */
  function axisOf(candidate) {
    if (candidate < 0) return null
    const bars = (drawn ?? []).flatMap(row => barsOf(row, candidate))
    return bars.every(({ hasTooFewSamples }) => hasTooFewSamples) ? null : (axes[candidate] ?? usualAxis(bars))
  }

  /** @param {Drawn | null} row @returns {Drawn | null} with one change, or none, per column */
  function drawnRow(row) {
    return row && { ...row, changes: ofShown(header.map((_, column) => row.changes[column - firstChange] ?? null)) }
  }

  /** @param {number} row */
  function isRowShown(row) {
    const figures = (rows[row] ?? []).slice(textColumns)
    return figures.length === 0 || !figures.every(text => text === '-')
  }

  /** @template T @param {T[]} cells */
  function ofShown(cells) {
    return cells.filter((_, column) => isColumnShown[column])
  }
}

/** @param {Drawn | null} row @param {number} candidate @returns one or none */
function barsOf(row, candidate) {
  const change = row?.changes[candidate]
  return change ? [costOf(change, row.moreIs)] : []
}
