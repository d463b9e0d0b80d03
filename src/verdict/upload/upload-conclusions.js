import { MIB } from '../../stats/file-sizes.js'
import { timeRatio } from './time-ratio.js'

/**
 * @import { UploadClaims, UploadVariant } from '../../experiments/lab-types.js'
 * @import { Mean, UploadCell, UploadConclusion, UploadLimit, UploadRank } from '../types.js'
 */

/**
 * @typedef {object} Measured
 * @property {UploadVariant[]} variants
 * @property {UploadCell[]} cells with the setting of the paper
 * @property {UploadRank[]} ranking of the same cells
 * @property {boolean} isLimitWatched
 * @property {UploadLimit[]} limits
 * @property {(pair: { own: string, other: string, repeat: number, sizeBytes?: number }) => number | null} times mean per file
 * @property {number[]} repeats
 * @property {number} marginRatio
 */

/** What the lab calls the strategies that the conclusions are about. */
const STREAM = 'stream'
const MEMORY = 'memory'
const TEMPORARY = 'temp-file'
/** The larger files of the paper. */
const LARGE_BYTES = 10 * MIB
/** Peaks that differ by less are the same: a garbage collection sooner or later changes them as much. */
const PEAK_MARGIN = 0.1

/**
 * Returns the conclusions of the paper, each checked with the figures of this run; one without figures is left out.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
export function uploadConclusions(claims, measured) {
  return [
    ...memoryIsOverLimit(claims, measured),
    ...streamIsWithinLimit(claims, measured),
    ...streamingIsBest(measured),
    ...buffersGainNothing(measured),
    ...temporaryFileNeedsLittle(measured),
    ...temporaryFileGainsNothing(measured),
    ...twentyIsTooLarge(claims, measured)
  ]
}

/**
 * Checks whether all in memory passes the limit. Fewer files than in the paper, or a peak just below the limit, cannot show that it does
 * not.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function memoryIsOverLimit({ atOnce }, { variants, cells }) {
  const own = cellsOf(cells, nameOf(variants, MEMORY))
  if (own.length === 0) return []
  const overLimit = own.filter(isOver).length
  const peakBytes = highestPeak(own)
  const isFarBelow = peakBytes !== null && peakBytes * (1 + PEAK_MARGIN) < (own[0]?.memoryBytes ?? 0)
  const isWhole = own.some(({ files, sizeBytes }) => files >= atOnce.accepted && sizeBytes >= LARGE_BYTES)
  const outcome = overLimit > 0 ? 'holds' : isWhole && isFarBelow ? 'does not hold' : 'cannot tell'
  return [{ code: 'memory-over-limit', outcome, cells: own.length, overLimit, peakBytes }]
}

/**
 * Checks the files that passed the limit, or else the largest that were sent: fewer at once than in the paper can only show that it does not hold.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function streamIsWithinLimit({ atOnce }, { variants, cells, isLimitWatched }) {
  const own = cellsOf(cells, nameOf(variants, STREAM))
  const decisive = own.find(isOver) ?? own.at(-1)
  if (!decisive) return []
  const { files, sizeBytes, peakBytes } = decisive
  const isWhole = files >= atOnce.accepted && sizeBytes >= LARGE_BYTES
  const isWithin = isLimitWatched && own.every(isStored)
  const outcome = isOver(decisive) ? 'does not hold' : isWhole && isWithin ? 'holds' : 'cannot tell'
  return [{ code: 'stream-within-limit', outcome, files, sizeBytes, peakBytes }]
}

/**
 * Compares streaming without a buffer with what does not stream: a strategy that passes the limit is no rival. Without a limit that is
 * watched a faster one may be none.
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function streamingIsBest(measured) {
  const { cells, variants, ranking, isLimitWatched } = measured
  const stream = nameOf(variants, STREAM)
  const own = cellsOf(cells, stream)
  if (own.length === 0) return []
  const overLimit = variants.map(({ name }) => name).filter(name => cellsOf(cells, name).some(isOver))
  const others = [MEMORY, TEMPORARY].map(strategy => nameOf(variants, strategy))
  const rivals = others.filter(name => cellsOf(cells, name).length > 0 && !overLimit.includes(name))
  const ratios = rivals.map(name => timeRatio(measured, { own: name, other: stream, comparisons: rivals.length }))
  const isWhole = own.every(isStored) && others.every(name => cellsOf(cells, name).length > 0)
  const isBeaten = own.some(isOver) || (isLimitWatched && ratios.some(isFaster))
  const outcome = isBeaten ? 'does not hold' : isWhole && ratios.every(isSlower) ? 'holds' : 'cannot tell'
  const best = ranking[0]?.variant ?? null
  const rank = ranking.find(({ variant }) => variant === stream)
  return [{ code: 'streaming-best', outcome, best, stream, ratio: rank?.ratio ?? null, overLimit }]
}

/**
 * Compares large buffers with a small one at files that are smaller than the buffers.
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function buffersGainNothing(measured) {
  const { variants, cells, marginRatio } = measured
  const [small, ...large] = variants.filter(({ bufferBytes }) => bufferBytes !== null)
  const [sizeBytes] = [...new Set(cells.map(cell => cell.sizeBytes))].sort((one, other) => one - other)
  if (!small || sizeBytes === undefined || large.length === 0) return []
  const ratios = large.map(({ name }) => ({
    variant: name,
    sizeBytes,
    ratio: timeRatio(measured, { own: name, other: small.name, sizeBytes, comparisons: large.length })
  }))
  const outcome = outcomeOfNoGain(
    ratios.map(({ ratio }) => ratio),
    marginRatio
  )
  return [{ code: 'buffers-no-gain', outcome, small: small.name, large: large.map(({ name }) => name), ratios }]
}

/** @param {Measured} measured @returns {UploadConclusion[]} */
function temporaryFileNeedsLittle({ variants, cells }) {
  const temporary = nameOf(variants, TEMPORARY)
  const own = cellsOf(cells, temporary)
  const peakBytes = highestPeak(own)
  if (peakBytes === null) return []
  // A peak of other sizes is no comparison: a run that was interrupted may lack some.
  const sizes = own.map(({ sizeBytes }) => sizeBytes)
  const peaks = variants.flatMap(({ name }) => {
    const others = cellsOf(cells, name).filter(({ sizeBytes }) => sizes.includes(sizeBytes))
    const peak = others.length === own.length && name !== temporary ? highestPeak(others) : null
    return peak === null ? [] : [{ variant: name, peakBytes: peak }]
  })
  const [least = null] = peaks.sort((a, b) => a.peakBytes - b.peakBytes)
  const isLow = least !== null && peakBytes <= least.peakBytes * (1 + PEAK_MARGIN)
  const outcome = least === null ? 'cannot tell' : isLow ? 'holds' : 'does not hold'
  return [{ code: 'temp-file-low-memory', outcome, peakBytes, least, sameWithin: PEAK_MARGIN }]
}

/** @param {Measured} measured @returns {UploadConclusion[]} */
function temporaryFileGainsNothing(measured) {
  const own = nameOf(measured.variants, TEMPORARY)
  if (cellsOf(measured.cells, own).length === 0) return []
  const ratio = timeRatio(measured, { own, other: nameOf(measured.variants, STREAM) })
  return [{ code: 'temp-file-no-gain', outcome: outcomeOfNoGain([ratio], measured.marginRatio), ratio }]
}

/**
 * Checks the largest file in memory: in the paper, the buffer of on-demand streaming becomes as large as the file, which is what that does
 * here. Streaming here keeps no whole file, and stands beside it.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function twentyIsTooLarge({ tooLargeMB }, { variants, limits, isLimitWatched }) {
  const [whole, stream] = [MEMORY, STREAM].map(strategy => {
    const name = nameOf(variants, strategy)
    return limits.find(({ variant }) => variant === name)?.size
  })
  if (!whole) return []
  const { stored, over } = whole
  const isWithin = isLimitWatched && stored !== null && stored >= tooLargeMB
  const isTooLarge = over !== null && over <= tooLargeMB
  const outcome = isWithin ? 'does not hold' : isTooLarge ? 'holds' : 'cannot tell'
  return [{ code: 'twenty-too-large', outcome, stored, over, streamStored: stream?.stored ?? null }]
}

/**
 * Returns whether strategies gain nothing: none of them is faster by more than the margin, by its whole interval.
 * @param {(Mean | null)[]} ratios times divided by that of the other strategy
 * @param {number} marginRatio
 */
function outcomeOfNoGain(ratios, marginRatio) {
  if (ratios.every(ratio => ratio !== null && (ratio.low ?? 0) > 1 - marginRatio)) return 'holds'
  return ratios.some(isFaster) ? 'does not hold' : 'cannot tell'
}

/** Returns what the lab names a strategy. @param {UploadVariant[]} variants @param {string} strategy */
function nameOf(variants, strategy) {
  return variants.find(variant => variant.strategy === strategy)?.name ?? strategy
}

/** @param {UploadCell[]} cells @param {string} name */
function cellsOf(cells, name) {
  return cells.filter(({ variant }) => variant === name)
}

/** @param {UploadCell} cell */
function isStored({ outcome }) {
  return outcome === 'stored'
}

/** @param {UploadCell} cell */
function isOver({ outcome }) {
  return outcome === 'over limit'
}

/** @param {Mean | null} ratio */
function isSlower(ratio) {
  return ratio !== null && (ratio.low ?? 0) > 1
}

/** @param {Mean | null} ratio */
function isFaster(ratio) {
  return ratio !== null && ratio.high !== null && ratio.high < 1
}

/** @param {UploadCell[]} cells */
function highestPeak(cells) {
  const peaks = cells.flatMap(({ peakBytes }) => peakBytes ?? [])
  return peaks.length > 0 ? Math.max(...peaks) : null
}
