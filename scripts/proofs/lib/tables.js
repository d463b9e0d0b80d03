import { binomialInterval } from './binomial.js'

/** Rows and cells of the Markdown tables that the proofs print. */

/** @param {string[]} cells */
export function row(...cells) {
  return `| ${cells.join(' | ')} |`
}

/**
 * Returns the two lines above a table's rows.
 * @param {string[]} names of the columns; the first `textColumns` are aligned left
 * @param {number} [textColumns]
 */
export function header(names, textColumns = 1) {
  return [row(...names), row(...names.map((_, column) => (column < textColumns ? ':--' : '--:')))]
}

/**
 * @param {number} ratio
 * @param {number} [digits] after the point
 */
export function percent(ratio, digits = 1) {
  return Number.isFinite(ratio) ? `${(ratio * 100).toFixed(digits)}%` : '-'
}

/** Returns the share of what is true, with its exact 95% interval. @param {boolean[]} hits */
export function shareCell(hits) {
  if (hits.length === 0) return '-'
  const count = hits.filter(Boolean).length
  const { low, high } = binomialInterval(count, hits.length)
  return `${count}/${hits.length} (${percent(low, 0)} to ${percent(high, 0)})`
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1e3).toFixed(0)} s`
}

/**
 * Returns one of the values: the one with a share `q` of the others below it.
 * @param {number[]} values
 * @param {number} q
 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
