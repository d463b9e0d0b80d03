import { MIB } from '../../skeleton/file-sizes.js'
import { cellsOf, isOver, isStored, MEMORY, nameOf, STREAM, TEMPORARY } from './paper-strategies.js'

/**
 * @import { UploadCell, UploadClaims, UploadConclusion } from '../types.js'
 * @import { Measured } from './conclusions.js'
 */

/** The larger files of the paper. */
const LARGE_BYTES = 10 * MIB
/** Peaks that differ by less are the same: a garbage collection sooner or later changes them as much. */
const PEAK_MARGIN = 0.1

/**
 * Checks whether all in memory passes the limit. Fewer files than in the paper, or a peak just below the limit, cannot show that it does
 * not.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
export function memoryIsOverLimit({ atOnce }, { variants, cells }) {
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
export function streamIsWithinLimit({ atOnce }, { variants, cells, isLimitWatched }) {
  const own = cellsOf(cells, nameOf(variants, STREAM))
  const decisive = own.find(isOver) ?? own.at(-1)
  if (!decisive) return []
  const { files, sizeBytes, peakBytes } = decisive
  const isWhole = files >= atOnce.accepted && sizeBytes >= LARGE_BYTES
  const isWithin = isLimitWatched && own.every(isStored)
  const outcome = isOver(decisive) ? 'does not hold' : isWhole && isWithin ? 'holds' : 'cannot tell'
  return [{ code: 'stream-within-limit', outcome, files, sizeBytes, peakBytes }]
}

/** @param {Measured} measured @returns {UploadConclusion[]} */
export function temporaryFileNeedsLittle({ variants, cells }) {
  const temporary = nameOf(variants, TEMPORARY)
  const own = cellsOf(cells, temporary)
  const peakBytes = highestPeak(own)
  if (peakBytes === null || own.some(({ outcome }) => outcome === 'failed')) return []
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

/**
 * Checks the largest file in memory: in the paper, the buffer of on-demand streaming becomes as large as the file, which is what that does
 * here. Streaming here keeps no whole file, and stands beside it.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
export function twentyIsTooLarge({ tooLargeMB }, { variants, limits, isLimitWatched }) {
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

/** @param {UploadCell[]} cells */
function highestPeak(cells) {
  const peaks = cells.flatMap(({ peakBytes }) => peakBytes ?? [])
  return peaks.length > 0 ? Math.max(...peaks) : null
}
