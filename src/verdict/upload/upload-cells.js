import { sizesOf } from '../../stats/file-sizes.js'
import { mean, sum } from '../../stats/means.js'
import { meanOf } from '../lab-means.js'

/**
 * @import { UploadSetting } from '../../experiments/lab-types.js'
 * @import { UploadedFile, UploadOutcome, UploadRecord } from '../../runs/types.js'
 * @import { UploadCell } from '../types.js'
 */

/** With two repeats an interval would be wider than any difference between strategies. */
export const FEWEST_REPEATS = 3

const CREATED = 201
const REFUSED = 503
/** The worst one last. @type {UploadOutcome[]} */
const OUTCOMES = ['stored', 'failed', 'over limit']

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
 * @returns {number | null} milliseconds; null where not all files were stored
 */
export function fileMsOf({ outcome, files }) {
  return outcome === 'stored' ? mean(files.map(uploadMsOf)) : null
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
  const blobs = records.flatMap(record => record.blobs ?? [])
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
      verified: sum(blobs.map(({ verified }) => verified)),
      wrong: sum(records.map(wrongIn)),
      fileMs: isWhole ? fileTimes(records, stored) : null,
      waitMs: isWhole ? overRepeats(records, record => mean(record.files.map(({ waitMs }) => waitMs ?? 0))) : null,
      totalMs: isWhole ? overRepeats(records, ({ totalMs }) => totalMs) : null,
      peakBytes: peaks.length > 0 ? Math.max(...peaks) : null,
      mostInFlight: Math.min(...records.map(({ mostInFlight }) => mostInFlight))
    }
  ]
}

/** @param {UploadRecord[]} records @param {UploadedFile[]} stored */
function fileTimes(records, stored) {
  const times = stored.map(uploadMsOf)
  return {
    mean: overRepeats(records, record => mean(record.files.map(uploadMsOf))),
    most: Math.max(...times),
    least: Math.min(...times)
  }
}

/** @param {UploadRecord[]} records @param {(record: UploadRecord) => number} readValue */
function overRepeats(records, readValue) {
  return meanOf(records.map(readValue), { fewest: FEWEST_REPEATS })
}

/** Returns how many stored files the store does not have as they were sent. @param {UploadRecord} record */
function wrongIn({ files, blobs }) {
  if (!blobs) return 0
  return files.filter(({ statusCode }) => statusCode === CREATED).length - blobs.verified
}

/** @param {UploadedFile} file */
function uploadMsOf({ uploadMs, durationMs }) {
  return uploadMs ?? durationMs
}

/** Returns the worst outcome; `stored` without a record. @param {{ outcome: UploadOutcome }[]} records */
export function worstOf(records) {
  return OUTCOMES.findLast(outcome => records.some(record => record.outcome === outcome)) ?? 'stored'
}
