import {
  memoryIsOverLimit,
  streamIsWithinLimit,
  temporaryFileNeedsLittle,
  twentyIsTooLarge
} from './memory-conclusions.js'
import { buffersGainNothing, streamingIsBest, temporaryFileGainsNothing } from './time-conclusions.js'

/**
 * @import { UploadCell, UploadClaims, UploadConclusion, UploadLimit, UploadRank, UploadVariant } from '../types.js'
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
