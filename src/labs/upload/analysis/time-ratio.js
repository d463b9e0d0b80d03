import { meanRatio } from '../../skeleton/means.js'
import { FEWEST_REPEATS } from './cells.js'

/** @import { Mean } from '../../skeleton/types.js' */

/**
 * @typedef {object} PairedTimes
 * @property {(pair: { own: string, other: string, repeat: number, sizeBytes?: number }) => number | null} times mean per file
 * @property {number[]} repeats
 */

/**
 * Returns the time per file of one strategy divided by that of another, paired by repeat.
 * @param {PairedTimes} measured
 * @param {{ own: string, other: string, sizeBytes?: number, comparisons?: number }} pair
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
