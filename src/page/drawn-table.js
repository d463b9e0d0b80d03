import { barOf, roundReach, usualReach } from './charts/interval-bar.js'

/**
 * @import { Drawn, Table } from '../report/sections.js'
 * @import { Bar } from './charts/interval-bar.js'
 */

/** What a cell without a value has. */
const EMPTY = ['', '-']
/** A longer text in a column of figures is a list or a reason, and may break. */
const LONGEST_FIGURE = 26

/**
 * Returns a table as it is shown: without the columns and rows that have no value, and with the reach of its axis of changes.
 * @param {Table} table
 * @param {number} [reach] of the axis; by default one that suits most rows
 * @returns {Table & { reach: number }} reach: 0 where no row has a change
 */
export function drawnTable({ header, rows, textColumns, drawn }, reach) {
  const isColumnShown = header.map((_, column) => column === 0 || rows.some(cells => hasValue(cells[column])))
  const kept = [...rows.keys()].filter(isRowShown)
  const bars = (drawn ?? []).flatMap(barsOf)
  return {
    header: ofShown(header),
    rows: kept.map(row => ofShown(rows[row] ?? [])),
    textColumns: isColumnShown.slice(0, textColumns).filter(Boolean).length,
    ...(drawn && { drawn: kept.map(row => drawn[row] ?? null) }),
    reach: bars.length === 0 ? 0 : (reach ?? roundReach(usualReach(bars)))
  }

  /** @param {number} row */
  function isRowShown(row) {
    const figures = (rows[row] ?? []).slice(textColumns)
    return figures.length === 0 || !figures.every(text => text === '-')
  }

  /** @param {string[]} cells */
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

/** @param {Drawn | null} row @returns {Bar[]} */
function barsOf(row) {
  return (row?.changes ?? []).flatMap(change => (change ? barOf(change) : []))
}
