/** Rows of percentiles, for the tables of the generators that have no table of their own. */

/** @import { Histogram } from 'hdr-histogram-js' */

const PERCENTILES = [50, 75, 90, 95, 99, 99.9]
const LABEL_WIDTH = 15
const CELL_WIDTH = 12

/** Returns the row above rows of percentiles. */
export function percentileTitles() {
  return row('', [...PERCENTILES.map(percentile => `p${percentile}`), 'max'])
}

/**
 * Returns a row of the percentiles of times.
 * @param {string} label
 * @param {Histogram} histogram of microseconds
 */
export function percentileRow(label, histogram) {
  return row(label, timesOf(histogram))
}

/** @param {Histogram} histogram of microseconds */
function timesOf(histogram) {
  if (histogram.totalCount === 0) return [...PERCENTILES, 'max'].map(() => '-')
  const micros = [...PERCENTILES, 100].map(percentile => histogram.getValueAtPercentile(percentile))
  return micros.map(value => `${grouped(value / 1000, 2)} ms`)
}

/** @param {string} label @param {string[]} cells */
function row(label, cells) {
  return [label.padEnd(LABEL_WIDTH), ...cells.map(cell => cell.padStart(CELL_WIDTH))].join('')
}

/** Returns a number with commas. @param {number} value @param {number} [digits] after the point */
export function grouped(value, digits = 0) {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
