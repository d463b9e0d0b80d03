import { geometricMean } from '../../stats/means.js'
import { meanRatio } from '../lab-means.js'
import { FEWEST_REPEATS } from './upload-cells.js'

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
    ratio: fastest && variant !== fastest.variant ? ratioTo(fastest.variant, variant) : null
  }))

  /** @param {string} other @param {string} own */
  function ratioTo(other, own) {
    const ratios = repeats.flatMap(repeat => {
      const [mine, theirs] = [times({ own, other, repeat }), times({ own: other, other: own, repeat })]
      return mine !== null && theirs !== null ? [mine / theirs] : []
    })
    const ratio = meanRatio(ratios)
    return ratio && ratios.length < FEWEST_REPEATS ? { value: ratio.value, low: null, high: null } : ratio
  }
}
