import { mean, sum } from '../../../stats/means.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { meanOf } from '../../skeleton/means.js'
import { CREATED, REFUSED, worstOf } from './outcomes.js'

/**
 * @import { UploadCell, UploadClaimRow, UploadClaims, UploadRecord, UploadedFile } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** The sizes of the two columns of its table. */
export const PAPER_SIZES_MB = /** @type {const} */ ([1, 10])
const MS_PER_SECOND = 1000
const BYTES_PER_MB = 1e6

/**
 * Returns the figures of the paper, each beside what follows from its own data and what was measured here.
 * @param {UploadClaims} claims
 * @param {{ cells: UploadCell[], admissions: UploadRecord[] }} measured `cells`: with the setting of the paper
 * @returns {UploadClaimRow[]}
 */
export function uploadClaimRows(claims, { cells, admissions }) {
  return [...tableRows(claims, cells), ...runRows(claims, cells), ...admissionRows(claims, admissions)]
}

/** @param {UploadClaims} claims @param {UploadCell[]} cells @returns {UploadClaimRow[]} */
function tableRows({ table }, cells) {
  return table.flatMap(({ strategy, seconds, isOverLimit }) => {
    const bySize = PAPER_SIZES_MB.flatMap((sizeMB, index) => {
      const cell = cellOf(cells, strategy, sizeMB)
      const times = cell?.fileMs
      const about = { strategy, sizeMB, outcome: cell?.outcome ?? null }
      return [
        rowOf('mean-time', 's', seconds.mean[index], { ...about, measured: times ? inSeconds(times.mean) : null }),
        rowOf('longest', 's', seconds.most[index], { ...about, measured: times ? single(times.most) : null }),
        rowOf('shortest', 's', seconds.least[index], { ...about, measured: times ? single(times.least) : null })
      ]
    })
    const own = cells.filter(({ variant }) => variant === strategy)
    const outcome = own.length > 0 ? worstOf(own) : null
    return [
      ...bySize,
      rowOf('five', 's', seconds.five, { strategy, right: mean(seconds.mean) }),
      ...(isOverLimit ? [rowOf('over-limit', 'outcome', null, { strategy, outcome })] : [])
    ]
  })
}

/**
 * Returns the rows of the runs that the text describes. What its own data gives for their mean is that of its table.
 * @param {UploadClaims} claims
 * @param {UploadCell[]} cells
 * @returns {UploadClaimRow[]}
 */
function runRows({ runs, table, atOnce }, cells) {
  return runs.flatMap(({ strategy, sizeMB, totalSeconds, meanSeconds, peakMB, isComplete }) => {
    const cell = cellOf(cells, strategy, sizeMB)
    const about = { strategy, sizeMB, outcome: cell?.outcome ?? null }
    if (!isComplete) return [rowOf('over-limit', 'outcome', null, about)]
    const isSameNumber = cell?.files === atOnce.accepted
    const column = PAPER_SIZES_MB.findIndex(size => size === sizeMB)
    const right = table.find(row => row.strategy === strategy)?.seconds.mean[column] ?? null
    const total = isSameNumber && cell?.totalMs ? inSeconds(cell.totalMs) : null
    const own = cell?.fileMs ? inSeconds(cell.fileMs.mean) : null
    const peak = cell && cell.peakBytes !== null ? megabytes(cell.peakBytes) : null
    return [
      rowOf('total-time', 's', totalSeconds, { ...about, measured: total }),
      rowOf('mean-time', 's', meanSeconds, { ...about, right, measured: own }),
      rowOf('peak', 'MB', peakMB, { ...about, measured: peak })
    ]
  })
}

/** @param {UploadClaims} claims @param {UploadRecord[]} admissions @returns {UploadClaimRow[]} */
function admissionRows({ running, queued, atOnce }, admissions) {
  const right = running + queued
  return [
    rowOf('accepted', 'files', atOnce.accepted, { right, measured: counted(admissions, CREATED) }),
    rowOf('refused', 'files', atOnce.refused, { right: atOnce.all - right, measured: counted(admissions, REFUSED) })
  ]
}

/**
 * Returns a row: a figure of the paper, and what is known of it.
 * @type {(code: UploadClaimRow['code'], unit: UploadClaimRow['unit'], claimed: number | null | undefined, known: Partial<UploadClaimRow>) => UploadClaimRow}
 */
function rowOf(code, unit, claimed, known) {
  const figure = claimed ?? null
  return {
    code,
    strategy: null,
    sizeMB: null,
    unit,
    claimed: figure,
    right: null,
    measured: null,
    outcome: null,
    ...known
  }
}

/** @param {UploadRecord[]} records @param {number} statusCode @returns {Mean | null} */
function counted(records, statusCode) {
  if (records.length === 0) return null
  const isCounted = (/** @type {UploadedFile} */ file) => file.statusCode === statusCode
  return meanOf([sum(records.map(({ files }) => files.filter(isCounted).length)) / records.length])
}

/** @param {UploadCell[]} cells @param {string} strategy @param {number} sizeMB */
function cellOf(cells, strategy, sizeMB) {
  return cells.find(({ variant, sizeBytes }) => variant === strategy && sizeBytes === sizeMB * MIB)
}

/** @param {Mean} ms @returns {Mean} */
function inSeconds({ value, low, high }) {
  return { value: value / MS_PER_SECOND, low: low && low / MS_PER_SECOND, high: high && high / MS_PER_SECOND }
}

/** @param {number} ms */
function single(ms) {
  return meanOf([ms / MS_PER_SECOND])
}

/** @param {number} bytes */
function megabytes(bytes) {
  return meanOf([bytes / BYTES_PER_MB])
}
