import { geometricMean, mean, sum } from '../../stats/means.js'
import { sizesOf } from '../skeleton/file-sizes.js'
import { meanOf, meanRatio } from '../skeleton/means.js'

/** @import { LabLength } from '../../runs/lab-types.js' */
/** @import { Mean } from '../../stats/types.js' */
/** @import { FoundLimit, LimitProbe, UploadBatch, UploadCell, UploadLab, UploadLimit, UploadLimits, UploadOutcome, UploadRank, UploadRecord, UploadSetting, UploadedFile } from './types.js' */

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
 * @param {UploadRecord} record @returns {UploadRecord}
 */
export function withLosses(record) {
  const isLost = record.outcome === 'stored' && record.blobs !== null && record.blobs.lost > 0
  return isLost ? { ...record, outcome: 'failed' } : record
}

/** Returns how many files of a record the server answered as stored. @param {Pick<UploadRecord, 'files'>} record */
function storedIn({ files }) {
  return files.filter(({ statusCode }) => statusCode === CREATED).length
}

/** With two repeats an interval would be wider than any difference between strategies. */
export const FEWEST_REPEATS = 3

/**
 * Returns the files of each setting, strategy and size over all repeats.
 * @param {string[]} variants @param {UploadSetting[]} settings @param {UploadRecord[]} records
 * @returns {UploadCell[]} by setting, strategy and size; those without a record are left out
 */
export function uploadCells(variants, settings, records) {
  return settings.flatMap(setting => {
    const inSetting = records.filter(record => hasSetting(record, setting))
    return variants.flatMap(variant => {
      const own = inSetting.filter(record => record.variant === variant)
      return sizesOf(own).flatMap(sizeBytes =>
        countsOf(own, sizeBytes).flatMap(count =>
          cellOf(own.filter(record => record.sizeBytes === sizeBytes && record.files.length === count))
        )
      )
    })
  })
}

/** Returns how many files of a size were sent at once, ascending. @param {UploadRecord[]} records @param {number} sizeBytes */
function countsOf(records, sizeBytes) {
  const counts = records.filter(record => record.sizeBytes === sizeBytes).map(({ files }) => files.length)
  return [...new Set(counts)].sort((one, other) => one - other)
}

/**
 * Returns the function that says whether files are a batch that every strategy is sent, and not the most files, which some of them are.
 * @param {UploadLab} lab @param {LabLength} length
 */
export function isOfAll({ most }, length) {
  const extra = most && most.repeats[length] > 0 ? most.batch : null
  return (/** @type {UploadBatch} */ { sizeBytes, files }) => extra?.sizeBytes !== sizeBytes || extra.files !== files
}

/**
 * Returns whether what was measured has a setting of the server.
 * @param {UploadSetting} measured @param {UploadSetting} setting
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
      overLimit: records.filter(record => record.outcome === 'over limit').length,
      peak: peaks.length > 0 ? { mean: meanOf(peaks, { fewest: FEWEST_REPEATS }), most: Math.max(...peaks) } : null,
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

/**
 * @typedef {object} PairedTimes
 * @property {(pair: { own: string, other: string, repeat: number, sizeBytes?: number }) => number | null} times mean per file
 * @property {number[]} repeats
 */

/**
 * Returns the time per file of one strategy divided by that of another, paired by repeat.
 * @param {PairedTimes} measured @param {{ own: string, other: string, sizeBytes?: number, comparisons?: number }} pair
 * @returns {Mean | null} without an interval where there are few repeats; null without a repeat of both
 */
export function timeRatio({ times, repeats }, { own, other, sizeBytes, comparisons }) {
  const ratios = repeats.flatMap(repeat => {
    const mine = times({ own, other, repeat, sizeBytes })
    const theirs = times({ own: other, other: own, repeat, sizeBytes })
    return mine !== null && theirs !== null ? [mine / theirs] : []
  })
  const ratio = meanRatio(ratios, { comparisons })
  return ratio && ratios.length < FEWEST_REPEATS ? { value: ratio.value, low: null, high: null } : ratio
}

/**
 * Returns the strategies that stored all files of every batch, the fastest first, by the repeats that all of them have.
 * @param {PairedTimes & { variants: string[], batches: UploadBatch[], cells: UploadCell[] }} measured with the setting of the paper
 * @returns {UploadRank[]}
 */
export function uploadRanking({ variants, batches, cells, repeats, times }) {
  const whole = variants.filter(
    variant => cells.filter(cell => cell.variant === variant && cell.fileMs).length === batches.length
  )
  const timeIn = (/** @type {string} */ own, /** @type {number} */ repeat) => times({ own, other: own, repeat })
  const shared = repeats.filter(repeat => whole.every(variant => timeIn(variant, repeat) !== null))
  if (shared.length === 0) return []
  const [fastest, ...others] = whole
    .map(variant => ({ variant, ms: geometricMean(shared.flatMap(repeat => timeIn(variant, repeat) ?? [])) }))
    .sort((one, other) => one.ms - other.ms)
    .map(({ variant }) => variant)
  if (fastest === undefined) return []
  const family = { other: fastest, comparisons: others.length }
  return [
    { variant: fastest, ratio: null, isClear: true },
    ...others.map(own => {
      const ratio = timeRatio({ times, repeats: shared }, { own, ...family })
      return { variant: own, ratio, isClear: (ratio?.low ?? 0) > 1 }
    })
  ]
}

/** @typedef {{ least: number, most: number, nearRatio: number }} Ends of a search, and when it is finished */

/**
 * Returns what each strategy stores within its memory, by the steps of the search.
 * @param {string[]} variants @param {LimitProbe[]} probes @param {UploadLimits} searched
 * @returns {UploadLimit[]} those that were searched
 */
export function uploadLimits(variants, probes, { size, running, nearRatio }) {
  const sizes = { least: size.leastMiB, most: size.mostMiB, nearRatio }
  return variants.flatMap(variant => {
    const own = probes.filter(probe => probe.variant === variant)
    if (own.length === 0) return []
    return [
      {
        variant,
        size: foundLimit(own, 'size', sizes),
        running: foundLimit(own, 'running', { ...running, nearRatio })
      }
    ]
  })
}

/**
 * Returns the largest value that was stored, and the least one that passed the limit. A step that failed for another reason is no bound.
 * @param {LimitProbe[]} all @param {LimitProbe['limit']} limit @param {Ends} ends @returns {FoundLimit}
 */
function foundLimit(all, limit, ends) {
  const probes = all.filter(probe => probe.limit === limit)
  const readValue = (/** @type {LimitProbe} */ { sizeMiB, running }) => (limit === 'size' ? sizeMiB : running)
  const beyond = probes.filter(({ outcome }) => outcome === 'over limit').map(readValue)
  const over = beyond.length > 0 ? Math.min(...beyond) : null
  // Near the limit the outcome is by chance: what was stored above a value that passed it does not count.
  const kept = probes.filter(probe => probe.outcome === 'stored' && readValue(probe) < (over ?? Infinity))
  const best = kept.sort((one, other) => readValue(other) - readValue(one))[0]
  const stored = best ? readValue(best) : null
  const isFailed = probes.some(({ outcome }) => outcome === 'failed')
  const ending = isFailed ? 'failed' : isFinished(stored, over, ends) ? 'finished' : 'interrupted'
  return { stored, over, peakBytes: best?.peakBytes ?? null, ending }
}

/** @type {(stored: number | null, over: number | null, ends: Ends) => boolean} */
function isFinished(stored, over, { least, most, nearRatio }) {
  if (over === null) return stored !== null && stored >= most
  if (stored === null) return over <= least
  return over <= stored + 1 || over / stored <= nearRatio
}
