import { upload } from '../../../src/labs/upload/question.js'
import { geometricMean } from '../../../src/stats/means.js'

/** @import { UploadCell, UploadRecord } from '../../../src/labs/upload/types.js' */
/** @import { Mean } from '../../../src/stats/types.js' */

export const MIB = 2 ** 20
export const [setting] = upload.settings.usual

/**
 * Returns one record of an upload lab: files that were stored in 100 ms each, unless it says otherwise.
 * @param {Partial<UploadRecord> & { times?: number[] }} [given] `times`: of its uploads in ms
 * @returns {UploadRecord}
 */
export function recordOf({ times = [100, 100], ...given } = {}) {
  const files = times.map(uploadMs => ({ statusCode: 201, durationMs: uploadMs + 7, waitMs: 7, uploadMs }))
  return {
    variant: 'stream',
    repeat: 0,
    ...setting,
    sizeBytes: MIB,
    isAdmission: false,
    files,
    totalMs: 500,
    mostInFlight: files.length,
    peakBytes: 200 * MIB,
    outcome: 'stored',
    blobs: { stored: files.length, lost: 0 },
    ...given
  }
}

/**
 * Returns a cell of 125 files that were stored, unless it says otherwise.
 * @param {Partial<UploadCell> & { ms?: number }} [given] `ms`: mean time per file
 * @returns {UploadCell}
 */
export function cellOf({ ms = 100, ...given } = {}) {
  return {
    variant: 'stream',
    ...setting,
    sizeBytes: MIB,
    files: 125,
    repeats: 3,
    outcome: 'stored',
    stored: 375,
    refused: 0,
    failed: 0,
    verified: 375,
    lost: 0,
    fileMs: { mean: exact(ms), most: 2 * ms, least: ms / 2 },
    waitMs: exact(0),
    totalMs: exact(5 * ms),
    overLimit: given.outcome === 'over limit' ? 1 : 0,
    peak: peakOf(200 * MIB),
    mostInFlight: 125,
    ...given
  }
}

/** Returns the peak memory of a cell whose repeats all have the same. @param {number} bytes */
export function peakOf(bytes) {
  return { mean: exact(bytes), most: bytes }
}

/** @param {number} value @returns {Mean} */
export function exact(value) {
  return { value, low: null, high: null }
}

/**
 * Returns a function that returns the time per file of a strategy in a repeat, as the geometric mean of the sizes it has.
 * @param {Record<string, Record<number, number[]>>} ms by strategy, size in MiB, and repeat
 */
export function timesOf(ms) {
  return function timeOf(/** @type {{ own: string, other: string, repeat: number, sizeBytes?: number }} */ asked) {
    const sizes = Object.entries(ms[asked.own] ?? {})
    const own = asked.sizeBytes === undefined ? sizes : sizes.filter(([mib]) => Number(mib) * MIB === asked.sizeBytes)
    const times = own.flatMap(([, repeats]) => repeats[asked.repeat] ?? [])
    return times.length === own.length && times.length > 0 ? geometricMean(times) : null
  }
}
