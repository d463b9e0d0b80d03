import { meanCells, toCsv } from '../../../report/print/csv.js'
import { MIB } from '../../skeleton/file-sizes.js'

/**
 * @import { LimitProbe, SavedUploadLab, UploadAnalysis } from '../types.js'
 */

/**
 * Returns all files of an upload lab as CSV (RFC 4180), one row per file in the order in which they were sent; of a run that only
 * searched for limits, the steps of that search.
 * @param {Pick<SavedUploadLab, 'cells' | 'probes'>} saved
 * @returns {string}
 */
export function uploadsToCsv({ cells, probes }) {
  if (cells.length === 0 && probes.length > 0) return uploadLimitsCsv(probes).text
  const rows = cells.flatMap(({ variant, running, queued, memoryBytes, sizeBytes, repeat, files }) =>
    files.map(({ statusCode, waitMs, uploadMs, durationMs }) => [
      variant,
      running,
      queued,
      memoryBytes,
      sizeBytes,
      repeat + 1,
      statusCode,
      waitMs,
      uploadMs,
      durationMs
    ])
  )
  const setting = ['running', 'queued', 'memory_bytes']
  return toCsv(['strategy', ...setting, 'bytes', 'repeat', 'status', 'wait_ms', 'upload_ms', 'duration_ms'], rows)
}

/** Returns every step of the search for limits, in the order in which they were measured. @param {LimitProbe[]} probes */
export function uploadLimitsCsv(probes) {
  const rows = probes.map(({ variant, limit, sizeMiB, running, outcome, peakBytes }) => [
    variant,
    limit,
    sizeMiB * MIB,
    running,
    outcome,
    peakBytes
  ])
  const text = toCsv(['strategy', 'searched', 'bytes', 'running', 'outcome', 'peak_bytes'], rows)
  return { fileName: 'upload-limits.csv', text }
}

/** Returns the values of the chart of times, of every setting. @param {UploadAnalysis} lab */
export function uploadTimesCsv({ cells }) {
  const rows = cells.map(cell => [
    cell.variant,
    cell.running,
    cell.queued,
    cell.memoryBytes,
    cell.files,
    cell.sizeBytes,
    cell.outcome,
    ...meanCells(cell.fileMs?.mean ?? null),
    cell.fileMs?.most ?? null,
    cell.fileMs?.least ?? null,
    ...meanCells(cell.waitMs),
    ...meanCells(cell.totalMs),
    cell.peakBytes,
    cell.stored,
    cell.refused,
    cell.failed,
    cell.verified,
    cell.lost
  ])
  const header = [
    ...['strategy', 'running', 'queued', 'memory_bytes', 'files', 'bytes', 'outcome'],
    ...['mean_ms', 'low_ms', 'high_ms', 'longest_ms', 'shortest_ms'],
    ...['wait_ms', 'wait_low_ms', 'wait_high_ms', 'total_ms', 'total_low_ms', 'total_high_ms', 'peak_bytes'],
    ...['stored', 'refused', 'failed', 'verified', 'lost']
  ]
  return { fileName: 'upload-times.csv', text: toCsv(header, rows) }
}

/** Returns the values of the chart of memory, with its marks. @param {UploadAnalysis} lab */
export function uploadMemoryCsv({ memory }) {
  const rows = memory.flatMap(({ variant, points, marks }) => [
    ...points.map(({ atMs, bytes }) => ({ variant, atMs, bytes, kind: null, sizeBytes: null })),
    ...marks.map(({ atMs, kind, sizeBytes }) => ({ variant, atMs, bytes: null, kind, sizeBytes }))
  ])
  const text = toCsv(
    ['strategy', 'at_ms', 'memory_bytes', 'event', 'file_bytes'],
    rows.map(({ variant, atMs, bytes, kind, sizeBytes }) => [variant, Math.round(atMs), bytes, kind, sizeBytes])
  )
  return { fileName: 'upload-memory.csv', text }
}
