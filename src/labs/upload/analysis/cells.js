import { mean, sum } from '../../../stats/means.js'
import { sizesOf } from '../../skeleton/file-sizes.js'
import { meanOf } from '../../skeleton/means.js'
import { CREATED, REFUSED, storedIn, worstOf } from './outcomes.js'

/**
 * @import { UploadCell, UploadRecord, UploadSetting, UploadedFile } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** With two repeats an interval would be wider than any difference between strategies. */
export const FEWEST_REPEATS = 3

/**
 * Returns the files of each setting, strategy and size over all repeats.
 * @param {string[]} variants
 * @param {UploadSetting[]} settings
 * @param {UploadRecord[]} records
 * @returns {UploadCell[]} by setting, strategy and size; those without a record are left out
 */
export function uploadCells(variants, settings, records) {
  return settings.flatMap(setting => {
    const inSetting = records.filter(record => hasSetting(record, setting))
    return variants.flatMap(variant => {
      const own = inSetting.filter(record => record.variant === variant)
      return sizesOf(own).flatMap(sizeBytes => cellOf(own.filter(record => record.sizeBytes === sizeBytes)))
    })
  })
}

/**
 * Returns whether what was measured has a setting of the server.
 * @param {UploadSetting} measured
 * @param {UploadSetting} setting
 */
export function hasSetting(measured, { running, queued, memoryBytes }) {
  return measured.running === running && measured.queued === queued && measured.memoryBytes === memoryBytes
}

/**
 * Returns the mean time of the uploads of a record, without their time in the queue.
 * @param {UploadRecord} record
 * @returns {number | null} milliseconds; null where not all files were stored, or the server gave no time
 */
export function fileMsOf({ outcome, files }) {
  return outcome === 'stored' ? meanIn(files, 'uploadMs') : null
}

/**
 * Returns the records of one cell as one.
 * @param {UploadRecord[]} records
 * @returns {UploadCell[]} one, or none without a record
 */
function cellOf(records) {
  const [first] = records
  if (!first) return []
  const { variant, running, queued, memoryBytes, sizeBytes } = first
  const files = records.flatMap(record => record.files)
  const stored = files.filter(({ statusCode }) => statusCode === CREATED)
  const refused = files.filter(({ statusCode }) => statusCode === REFUSED).length
  const compared = records.filter(({ blobs }) => blobs !== null)
  const lost = sum(compared.map(({ blobs }) => blobs?.lost ?? 0))
  const outcome = worstOf(records)
  const isWhole = outcome === 'stored'
  const peaks = records.flatMap(({ peakBytes }) => peakBytes ?? [])
  return [
    {
      variant,
      running,
      queued,
      memoryBytes,
      sizeBytes,
      files: first.files.length,
      repeats: records.length,
      outcome,
      stored: stored.length,
      refused,
      failed: files.length - stored.length - refused,
      verified: sum(compared.map(storedIn)) - lost,
      lost,
      fileMs: isWhole ? fileTimes(records, stored) : null,
      waitMs: isWhole ? overRepeats(records, ({ files }) => meanIn(files, 'waitMs')) : null,
      totalMs: isWhole ? overRepeats(records, ({ totalMs }) => totalMs) : null,
      peakBytes: peaks.length > 0 ? Math.max(...peaks) : null,
      mostInFlight: Math.min(...records.map(({ mostInFlight }) => mostInFlight))
    }
  ]
}

/** @type {(records: UploadRecord[], stored: UploadedFile[]) => UploadCell['fileMs']} */
function fileTimes(records, stored) {
  const mean = overRepeats(records, ({ files }) => meanIn(files, 'uploadMs'))
  const times = stored.flatMap(({ uploadMs }) => uploadMs ?? [])
  return mean && { mean, most: Math.max(...times), least: Math.min(...times) }
}

/** @type {(records: UploadRecord[], readValue: (record: UploadRecord) => number | null) => Mean | null} null where one has no value */
function overRepeats(records, readValue) {
  const values = records.flatMap(record => readValue(record) ?? [])
  return values.length === records.length ? meanOf(values, { fewest: FEWEST_REPEATS }) : null
}

/** Returns the mean of a time of files; null where the server does not give it for all. @type {(files: UploadedFile[], key: 'uploadMs' | 'waitMs') => number | null} */
function meanIn(files, key) {
  const times = files.flatMap(file => file[key] ?? [])
  return times.length === files.length ? mean(times) : null
}
