/** @import { UploadOutcome, UploadRecord } from '../types.js' */

/** Status codes of the server. */
export const CREATED = 201
export const REFUSED = 503

/** The worst one last. @type {UploadOutcome[]} */
const OUTCOMES = ['stored', 'failed', 'over limit']

/** Returns the worst outcome; `stored` without a record. @param {{ outcome: UploadOutcome }[]} records */
export function worstOf(records) {
  return OUTCOMES.findLast(outcome => records.some(record => record.outcome === outcome)) ?? 'stored'
}

/**
 * Returns a record in which files that were answered and then lost are a failure: a strategy that stores wrong bytes has no time.
 * @param {UploadRecord} record
 * @returns {UploadRecord}
 */
export function withLosses(record) {
  const isLost = record.outcome === 'stored' && record.blobs !== null && record.blobs.lost > 0
  return isLost ? { ...record, outcome: 'failed' } : record
}

/** Returns how many files of a record the server answered as stored. @param {Pick<UploadRecord, 'files'>} record */
export function storedIn({ files }) {
  return files.filter(({ statusCode }) => statusCode === CREATED).length
}
