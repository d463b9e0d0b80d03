import { MIB } from '../../stats/file-sizes.js'
import { timeRatio } from './time-ratio.js'

/**
 * @import { UploadClaims, UploadVariant } from '../../experiments/lab-types.js'
 * @import { Mean, UploadCell, UploadConclusion, UploadLimit } from '../types.js'
 */

/**
 * @typedef {object} Measured
 * @property {UploadVariant[]} variants
 * @property {UploadCell[]} cells with the setting of the paper
 * @property {UploadLimit[]} limits
 * @property {(pair: { own: string, other: string, repeat: number, sizeBytes?: number }) => number | null} times mean per file
 * @property {number[]} repeats
 * @property {number} marginRatio
 */

const STREAM = 'stream'
const MEMORY = 'in memory'
const TEMPORARY = 'temporary file'
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
    ...memoryIsOverLimit(measured),
    ...streamIsWithinLimit(claims, measured),
    ...streamingIsBest(measured),
    ...buffersGainNothing(measured),
    ...temporaryFileNeedsLittle(measured),
    ...temporaryFileGainsNothing(measured),
    ...twentyIsTooLarge(claims, measured)
  ]
}

/**
 * Checks whether all in memory passes the limit. A peak just below it says nothing: the next run can pass it.
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function memoryIsOverLimit({ cells }) {
  const own = cells.filter(({ variant }) => variant === MEMORY)
  if (own.length === 0) return []
  const overLimit = own.filter(isOver).length
  const peakBytes = highestPeak(own)
  const isFarBelow = peakBytes !== null && peakBytes * (1 + PEAK_MARGIN) < (own[0]?.memoryBytes ?? 0)
  const isWhole = own.some(({ sizeBytes }) => sizeBytes >= LARGE_BYTES)
  const outcome = overLimit > 0 ? 'holds' : isWhole && isFarBelow ? 'does not hold' : 'cannot tell'
  return [{ code: 'memory-over-limit', outcome, cells: own.length, overLimit, peakBytes }]
}

/**
 * Checks the files that passed the limit, or else the largest that were sent: fewer at once than in the paper can only show that it does not hold.
 * @param {UploadClaims} claims
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function streamIsWithinLimit({ atOnce }, { cells }) {
  const own = cells.filter(({ variant }) => variant === STREAM)
  const decisive = own.find(isOver) ?? own.at(-1)
  if (!decisive) return []
  const { files, sizeBytes, peakBytes } = decisive
  const isWhole = files >= atOnce.accepted && sizeBytes >= LARGE_BYTES
  const isStored = own.every(cell => cell.outcome === 'stored')
  const outcome = isOver(decisive) ? 'does not hold' : isWhole && isStored ? 'holds' : 'cannot tell'
  return [{ code: 'stream-within-limit', outcome, files, sizeBytes, peakBytes }]
}

/**
 * Compares streaming, with a buffer or without, with what does not stream: a strategy that passes the limit is no rival.
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
function streamingIsBest(measured) {
  const { cells, variants } = measured
  const names = variants.map(({ name }) => name).filter(name => cells.some(({ variant }) => variant === name))
  if (!names.includes(STREAM)) return []
  const overLimit = names.filter(name => cells.some(cell => cell.variant === name && isOver(cell)))
  const rivals = [MEMORY, TEMPORARY].filter(name => names.includes(name) && !overLimit.includes(name))
  const ratios = rivals.map(name => timeRatio(measured, { own: name, other: STREAM, comparisons: rivals.length }))
  const best =
    fastestOf(
      cells,
      names.filter(name => !overLimit.includes(name))
    ) ?? STREAM
  const isWhole = [MEMORY, TEMPORARY].every(name => names.includes(name))
  const outcome = isWhole && ratios.every(isSlower) ? 'holds' : ratios.some(isFaster) ? 'does not hold' : 'cannot tell'
  const ratio = best === STREAM ? null : timeRatio(measured, { own: STREAM, other: best })
  const decided = overLimit.includes(STREAM) ? 'does not hold' : outcome
  return [{ code: 'streaming-best', outcome: decided, best, stream: STREAM, ratio, overLimit }]
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
  const isGain = ratios.some(({ ratio }) => isFaster(ratio))
  const isNone = ratios.every(({ ratio }) => ratio !== null && (ratio.low ?? 0) > 1 - marginRatio)
  const outcome = isGain ? 'does not hold' : isNone ? 'holds' : 'cannot tell'
  return [{ code: 'buffers-no-gain', outcome, small: small.name, large: large.map(({ name }) => name), ratios }]
}

/** @param {Measured} measured @returns {UploadConclusion[]} */
function temporaryFileNeedsLittle({ variants, cells }) {
  const own = cells.filter(({ variant }) => variant === TEMPORARY)
  const peakBytes = highestPeak(own)
  if (peakBytes === null) return []
  // A peak of other sizes is no comparison: a run that was interrupted may lack some.
  const sizes = own.map(({ sizeBytes }) => sizeBytes)
  const peaks = variants.flatMap(({ name }) => {
    const others = cells.filter(({ variant, sizeBytes }) => variant === name && sizes.includes(sizeBytes))
    const peak = others.length === own.length && name !== TEMPORARY ? highestPeak(others) : null
    return peak === null ? [] : [{ variant: name, peakBytes: peak }]
  })
  const [least = null] = peaks.sort((a, b) => a.peakBytes - b.peakBytes)
  const isLow = least !== null && peakBytes <= least.peakBytes * (1 + PEAK_MARGIN)
  const outcome = least === null ? 'cannot tell' : isLow ? 'holds' : 'does not hold'
  return [{ code: 'temp-file-low-memory', outcome, peakBytes, least, sameWithin: PEAK_MARGIN }]
}

/** @param {Measured} measured @returns {UploadConclusion[]} */
function temporaryFileGainsNothing(measured) {
  if (!measured.cells.some(({ variant }) => variant === TEMPORARY)) return []
  const ratio = timeRatio(measured, { own: TEMPORARY, other: STREAM })
  const isNone = ratio !== null && (ratio.low ?? 0) > 1 - measured.marginRatio
  const outcome = isNone ? 'holds' : isFaster(ratio) ? 'does not hold' : 'cannot tell'
  return [{ code: 'temp-file-no-gain', outcome, ratio }]
}

/** @param {UploadClaims} claims @param {Measured} measured @returns {UploadConclusion[]} */
function twentyIsTooLarge({ tooLargeMB }, { limits }) {
  const found = limits.find(({ variant }) => variant === STREAM)?.size
  if (!found) return []
  const { survived, failed } = found
  const isSurvived = survived !== null && survived >= tooLargeMB
  const isTooLarge = failed !== null && failed <= tooLargeMB
  return [
    {
      code: 'twenty-too-large',
      outcome: isSurvived ? 'does not hold' : isTooLarge ? 'holds' : 'cannot tell',
      survived,
      failed
    }
  ]
}

/** Returns the strategy with the shortest mean over the sizes that all of them have. @param {UploadCell[]} cells @param {string[]} names */
function fastestOf(cells, names) {
  const own = names.map(name => ({ name, cells: cells.filter(({ variant }) => variant === name) }))
  const [first] = own
    .map(({ name, cells: all }) => {
      const shared = all.filter(({ sizeBytes }) =>
        own.every(each => each.cells.some(cell => cell.sizeBytes === sizeBytes))
      )
      return { name, ms: shared.reduce((product, { fileMs }) => product * (fileMs?.mean.value ?? Infinity), 1) }
    })
    .sort((one, other) => one.ms - other.ms)
  return first?.name
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
