import { axisEndsInWords } from '../../report/words/words.js'
import { axisLabels, barOf, costBar, intervalBar, usualAxis } from '../charts/interval-bar.js'

/**
 * @import { Drawn, Table } from '../../report/sections/sections.js'
 * @import { Axis, Bar } from '../charts/interval-bar.js'
 */

/**
 * @typedef {object} Sortable what a table has whose rows a reader sorts. Its last column is text
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
 *
 * @typedef {object} Cell
 * @property {string} text
 * @property {string} className
 * @property {boolean} [isHead] of a row
 * @property {number | null} value to sort by
 * @property {string} [frames]
 * @property {string} bar SVG; empty without one
 */

/** What a cell without a value has. */
const EMPTY = ['', '-']
/** A longer text in a column of figures is a list or a reason, and may break. */
const LONGEST_FIGURE = 26

/**
 * Returns a table as a template fills it in: with the bars of its changes or costs, and what its rows are sorted by.
 * @param {Table & { sortable?: Sortable }} table
 * @param {(Axis | null)[]} [axes] of {@link drawnTable}
 */
export function tableView({ sortable, ...table }, axes) {
  const rows = sortable ? sortableRows(table, sortable) : plainRows(drawnTable(table, axes))
  return { ...rows, isSortable: sortable !== undefined }
}

/** @param {ReturnType<typeof drawnTable>} view */
function plainRows({ header, rows, textColumns, drawn, axes, changes }) {
  const isStacked = changes > 1
  return {
    head: header.flatMap(function headOf(name, column) {
      const axis = axes[column]
      const labels = axis ? axisLabels(axis, axisEndsInWords(axis)) : ''
      const cell = { name, className: column < textColumns ? '' : 'figure', labels: isStacked ? labels : '' }
      return axis && !isStacked ? [cell, { name: '', className: 'axis', labels }] : [cell]
    }),
    body: rows.map((cells, row) => cells.flatMap((text, column) => cellsOf(text, column, drawn?.[row] ?? null))),
    foot: []
  }

  /** @type {(text: string, column: number, row: Drawn | null) => Cell[]} */
  function cellsOf(text, column, row) {
    const axis = axes[column]
    const change = row?.changes[column]
    const bar = axis && row && change ? intervalBar(barOf(change), axis, row.moreIs) : ''
    const isHead = column === 0 && text !== ''
    const cell = {
      text: text.trim(),
      className: isHead ? indentOf(text) : '',
      isHead,
      value: null,
      frames: '',
      bar: ''
    }
    if (column >= textColumns) cell.className = text.length > LONGEST_FIGURE ? 'figure long' : 'figure'
    if (!axis || isStacked) return [{ ...cell, bar }]
    return [cell, { text: '', className: 'drawn', value: null, bar }]
  }
}

/** @type {(table: Table, sortable: Sortable) => { head: object[], body: Cell[][], foot: Cell[][] }} */
function sortableRows({ header, rows, textColumns }, { column: sorted, axis, ends, rows: facts }) {
  const last = header.length - 1
  const cells = rows.map((texts, row) => [...texts.map((text, column) => cellOf(text, column, row)), drawnCell(row)])
  const sums = facts.findIndex(({ bar }) => bar === null)
  return {
    head: [
      ...header.map((name, column) => {
        const isFigure = column >= textColumns && column < last
        return { name, className: isFigure ? 'figure' : '', isSorted: column === sorted, labels: '' }
      }),
      { name: '', className: 'axis', labels: sums === 0 ? '' : axisLabels(axis, ends) }
    ],
    body: sums < 0 ? cells : cells.slice(0, sums),
    foot: sums < 0 ? [] : cells.slice(sums)
  }

  /** @type {(text: string, column: number, row: number) => Cell} */
  function cellOf(text, column, row) {
    const { values = [], tone = '', frames = '' } = facts[row] ?? {}
    if (column === 0) return { text, className: '', isHead: true, value: null, frames, bar: '' }
    if (column < textColumns) return { text, className: 'where', value: null, bar: '' }
    if (column === last) return { text, className: '', value: null, bar: '' }
    const className = column === sorted ? `figure ${tone}` : 'figure'
    return { text, className, value: values[column - textColumns] ?? null, bar: '' }
  }

  /** @param {number} row @returns {Cell} */
  function drawnCell(row) {
    const bar = facts[row]?.bar
    return { text: '', className: 'drawn', value: null, bar: bar ? intervalBar(bar, axis) : '' }
  }
}

/** @param {string} text of the first column, which parts of another row have indented */
function indentOf(text) {
  return `indent-${Math.min(2, (text.length - text.trimStart().length) / 2)}`
}

/**
 * Returns a table as it is shown: without the columns and rows that have no value, and with the axis of each column of changes.
 * @param {Table} table
 * @param {(Axis | null)[]} [axes] by candidate; null: one that suits most rows
 * @returns {Table & { axes: (Axis | null)[], changes: number }} axes: by column; null where no change is drawn. changes: how
 *   many columns have an axis
 */
export function drawnTable({ header, rows, textColumns, drawn }, axes = []) {
  const isColumnShown = header.map((_, column) => column === 0 || rows.some(cells => hasValue(cells[column])))
  const kept = [...rows.keys()].filter(isRowShown)
  const candidates = Math.max(0, ...(drawn ?? []).map(row => row?.changes.length ?? 0))
  const firstChange = header.length - candidates
  const columnAxes = ofShown(header.map((_, column) => axisOf(column - firstChange)))
  return {
    header: ofShown(header),
    rows: kept.map(row => ofShown(rows[row] ?? [])),
    textColumns: isColumnShown.slice(0, textColumns).filter(Boolean).length,
    ...(drawn && { drawn: kept.map(row => drawnRow(drawn[row] ?? null)) }),
    axes: columnAxes,
    changes: columnAxes.filter(Boolean).length
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

/** @param {string} [text] */
function hasValue(text = '') {
  return !EMPTY.includes(text.trim())
}

/** @param {Drawn | null} row @param {number} candidate @returns {Bar[]} as a cost: one or none */
function barsOf(row, candidate) {
  const change = row?.changes[candidate]
  return change ? [costBar(barOf(change), row.moreIs)] : []
}
