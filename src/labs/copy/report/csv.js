import { meanCells, toCsv } from '../../../report/print/csv.js'

/**
 * @import { CopyAnalysis, SavedCopyLab } from '../types.js'
 */

/**
 * Returns all copies of a lab as CSV (RFC 4180), one row per copy in the order in which they were made: also the dropped ones.
 * @param {SavedCopyLab} saved
 * @returns {string}
 */
export function copiesToCsv({ manifest: { plan }, cells }) {
  const rows = cells.map(({ variant, sizeBytes, repeat, durationMs, calls, isVerified }) => [
    variant,
    sizeBytes,
    repeat + 1,
    repeat < plan.dropped,
    durationMs,
    calls?.reads ?? null,
    calls?.writes ?? null,
    isVerified
  ])
  return toCsv(['strategy', 'bytes', 'repeat', 'dropped', 'ms', 'reads', 'writes', 'verified'], rows)
}

/** Returns the values of the chart of times. @param {CopyAnalysis} lab */
export function timesCsv({ cells, growths }) {
  const measured = cells.map(({ variant, sizeBytes, copies, ms }) => [
    variant,
    sizeBytes,
    true,
    copies,
    ...meanCells(ms)
  ])
  const extrapolated = growths.flatMap(({ variant, trend }) =>
    trend
      .filter(({ isExtrapolated }) => isExtrapolated)
      .map(({ sizeBytes, ms }) => [variant, sizeBytes, false, 0, ...meanCells(ms)])
  )
  const header = ['strategy', 'bytes', 'measured', 'copies', 'mean_ms', 'low_ms', 'high_ms']
  return { fileName: 'copy-times.csv', text: toCsv(header, [...measured, ...extrapolated]) }
}

/** Returns the values of the chart of speed-ups. @param {CopyAnalysis} lab */
export function speedUpsCsv({ speedUp: { rows } }) {
  const header = ['bytes', 'times_as_fast', 'low', 'high']
  const text = toCsv(
    header,
    rows.map(({ sizeBytes, ratio }) => [sizeBytes, ...meanCells(ratio)])
  )
  return { fileName: 'copy-speed-ups.csv', text }
}

/** Returns the values of the chart of calls. @param {CopyAnalysis} lab */
export function callsCsv({ cells }) {
  const header = ['strategy', 'bytes', 'reads', 'writes', 'expected_reads', 'expected_writes']
  const rows = cells.map(({ variant, sizeBytes, reads, writes, expected }) => [
    variant,
    sizeBytes,
    reads?.median ?? null,
    writes?.median ?? null,
    expected?.reads ?? null,
    expected?.writes ?? null
  ])
  return { fileName: 'copy-calls.csv', text: toCsv(header, rows) }
}
