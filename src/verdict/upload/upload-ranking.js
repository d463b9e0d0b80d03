import { geometricMean } from '../../stats/means.js'
import { timeRatio } from './time-ratio.js'

/**
 * @import { UploadBatch } from '../../experiments/lab-types.js'
 * @import { UploadCell, UploadRank } from '../types.js'
 */

/**
 * Returns the strategies that stored all files of every batch, the fastest first.
 * @param {object} measured
 * @param {string[]} measured.variants
 * @param {UploadBatch[]} measured.batches
 * @param {UploadCell[]} measured.cells with the setting of the paper
 * @param {number[]} measured.repeats
 * @param {(pair: { own: string, other: string, repeat: number }) => number | null} measured.times mean per file
 * @returns {UploadRank[]}
 */
export function uploadRanking({ variants, batches, cells, repeats, times }) {
  const ranked = variants
    .map(variant => ({
      variant,
      all: cells.filter(cell => cell.variant === variant).flatMap(({ fileMs }) => fileMs ?? [])
    }))
    .filter(({ all }) => all.length === batches.length)
    .map(({ variant, all }) => ({ variant, ms: geometricMean(all.map(({ mean }) => mean.value)) }))
    .sort((one, other) => one.ms - other.ms)
  const [fastest] = ranked
  return ranked.map(({ variant }) => ({
    variant,
    ratio:
      fastest && variant !== fastest.variant
        ? timeRatio({ times, repeats }, { own: variant, other: fastest.variant })
        : null
  }))
}
