import { cellsOf, isOver, isStored, MEMORY, nameOf, STREAM, TEMPORARY } from './paper-strategies.js'
import { timeRatio } from './time-ratio.js'

/**
 * @import { Mean } from '../../skeleton/types.js'
 * @import { UploadConclusion } from '../types.js'
 * @import { Measured } from './conclusions.js'
 */

/**
 * Compares streaming without a buffer with what does not stream: a strategy that passes the limit is no rival. Without a limit that is
 * watched a faster one may be none.
 * @param {Measured} measured
 * @returns {UploadConclusion[]}
 */
export function streamingIsBest(measured) {
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
export function buffersGainNothing(measured) {
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
export function temporaryFileGainsNothing(measured) {
  const own = nameOf(measured.variants, TEMPORARY)
  if (cellsOf(measured.cells, own).length === 0) return []
  const ratio = timeRatio(measured, { own, other: nameOf(measured.variants, STREAM) })
  return [{ code: 'temp-file-no-gain', outcome: outcomeOfNoGain([ratio], measured.marginRatio), ratio }]
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

/** @param {Mean | null} ratio */
function isSlower(ratio) {
  return ratio !== null && (ratio.low ?? 0) > 1
}

/** @param {Mean | null} ratio */
function isFaster(ratio) {
  return ratio !== null && ratio.high !== null && ratio.high < 1
}
