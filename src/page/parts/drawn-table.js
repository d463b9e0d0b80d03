import { barOf, costBar, usualAxis } from '../charts/interval-bar.js'

/**
 * @import { Drawn, Table } from '../../report/sections/sections.js'
 * @import { Axis, Bar } from '../charts/interval-bar.js'
 */

/** What a cell without a value has. */
const EMPTY = ['', '-']
/** A longer text in a column of figures is a list or a reason, and may break. */
const LONGEST_FIGURE = 26

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

/** @param {string} text in a column of figures */
export function isLong(text) {
  return text.length > LONGEST_FIGURE
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
