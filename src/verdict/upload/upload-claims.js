import { MIB } from '../../stats/file-sizes.js'
import { mean, sum } from '../../stats/means.js'
import { meanOf } from '../lab-means.js'

/**
 * @import { UploadClaims } from '../../experiments/lab-types.js'
 * @import { UploadedFile, UploadOutcome, UploadRecord } from '../../runs/types.js'
 * @import { Mean, UploadCell, UploadClaimRow } from '../types.js'
 */

/** The sizes of the two columns of its table. */
const SIZES_MB = /** @type {const} */ ([1, 10])
/** @type {UploadOutcome[]} */
const worstFirst = ['over limit', 'failed', 'stored']
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
    const bySize = SIZES_MB.flatMap((sizeMB, index) => {
      const cell = cellOf(cells, strategy, sizeMB)
      const times = cell?.fileMs
      const about = { strategy, sizeMB, unit: /** @type {const} */ ('s'), right: null, outcome: cell?.outcome ?? null }
      return [
        {
          ...about,
          code: 'mean-time',
          claimed: seconds.mean[index] ?? null,
          measured: times ? inSeconds(times.mean) : null
        },
        {
          ...about,
          code: 'longest',
          claimed: seconds.most[index] ?? null,
          measured: times ? single(times.most) : null
        },
        {
          ...about,
          code: 'shortest',
          claimed: seconds.least[index] ?? null,
          measured: times ? single(times.least) : null
        }
      ]
    })
    const whole = { strategy, sizeMB: null, measured: null }
    const five = { ...whole, code: 'five', unit: 's', claimed: seconds.five, right: mean(seconds.mean), outcome: null }
    const worst = worstOutcome(cells.filter(({ variant }) => variant === strategy))
    const over = { ...whole, code: 'over-limit', unit: 'outcome', claimed: null, right: null, outcome: worst }
    return /** @type {UploadClaimRow[]} */ ([...bySize, five, ...(isOverLimit ? [over] : [])])
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
    const over = { ...about, code: 'over-limit', unit: 'outcome', claimed: null, right: null, measured: null }
    if (!isComplete) return /** @type {UploadClaimRow[]} */ ([over])
    const isSameNumber = cell?.files === atOnce.accepted
    const column = SIZES_MB.findIndex(size => size === sizeMB)
    const inTable = table.find(row => row.strategy === strategy)?.seconds.mean[column] ?? null
    const total = isSameNumber && cell?.totalMs ? inSeconds(cell.totalMs) : null
    const own = cell?.fileMs ? inSeconds(cell.fileMs.mean) : null
    const peak = cell && cell.peakBytes !== null ? megabytes(cell.peakBytes) : null
    return /** @type {UploadClaimRow[]} */ ([
      { ...about, code: 'total-time', unit: 's', claimed: totalSeconds, right: null, measured: total },
      { ...about, code: 'mean-time', unit: 's', claimed: meanSeconds, right: inTable, measured: own },
      { ...about, code: 'peak', unit: 'MB', claimed: peakMB, right: null, measured: peak }
    ])
  })
}

/** @param {UploadClaims} claims @param {UploadRecord[]} admissions @returns {UploadClaimRow[]} */
function admissionRows({ running, queued, atOnce }, admissions) {
  const about = { strategy: null, sizeMB: null, unit: /** @type {const} */ ('files'), outcome: null }
  const right = running + queued
  return [
    { ...about, code: 'accepted', claimed: atOnce.accepted, right, measured: counted(admissions, 201) },
    {
      ...about,
      code: 'refused',
      claimed: atOnce.refused,
      right: atOnce.all - right,
      measured: counted(admissions, 503)
    }
  ]
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

/** @param {UploadCell[]} cells */
function worstOutcome(cells) {
  const outcomes = cells.map(({ outcome }) => outcome)
  return worstFirst.find(outcome => outcomes.includes(outcome)) ?? null
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
