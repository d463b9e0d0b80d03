import { geometricMean } from '../../../stats/means.js'
import { timeRatio } from './time-ratio.js'

/**
 * @import { UploadBatch, UploadCell, UploadRank } from '../types.js'
 */

/**
 * Returns the strategies that stored all files of every batch, the fastest first, by the repeats that all of them have.
 * @param {object} measured
 * @param {string[]} measured.variants
 * @param {UploadBatch[]} measured.batches
 * @param {UploadCell[]} measured.cells with the setting of the paper
 * @param {number[]} measured.repeats
 * @param {(pair: { own: string, other: string, repeat: number }) => number | null} measured.times mean per file
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
    { variant: fastest, ratio: null },
    ...others.map(own => ({ variant: own, ratio: timeRatio({ times, repeats: shared }, { own, ...family }) }))
  ]
}
