import { formatBinarySize, formatMemory } from '../../../report/words/format.js'
import { formatMeanOrValue, formatMs } from '../../skeleton/figures.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { claimedIn } from '../../skeleton/paper.js'
import { claimId, PAPER_SIZES_MB } from '../paper/claims.js'
import { limitInWords } from './limits.js'
import { memoryAt } from './memory.js'
import { uploadOutcomeWords } from './words.js'

/**
 * @import { ClaimRow } from '../../skeleton/paper-types.js'
 * @import { About } from '../paper/claims.js'
 * @import { FoundLimit, UploadCell, UploadMemory } from '../types.js'
 */

/** The words of the charts of an upload lab. */

/**
 * Returns the times of a strategy in the table of the paper.
 * @param {ClaimRow[]} claims
 * @param {string} strategy
 * @returns {{ sizeBytes: number, meanMs: number, mostMs: number, leastMs: number, isOverLimit: boolean }[]} `isOverLimit`: also of a run
 *   that, by its text, did not complete
 */
export function timesOfPaper(claims, strategy) {
  return PAPER_SIZES_MB.flatMap(sizeMB => {
    const about = { strategy, sizeMB }
    if (!has('mean-time', about)) return []
    return [
      {
        sizeBytes: sizeMB * MIB,
        meanMs: claimedIn(claims, claimId('mean-time', about)) * 1e3,
        mostMs: claimedIn(claims, claimId('longest', about)) * 1e3,
        leastMs: claimedIn(claims, claimId('shortest', about)) * 1e3,
        isOverLimit: has('over-limit', about) || has('over-limit', { strategy, sizeMB: null })
      }
    ]
  })

  /** @param {string} what @param {About} about */
  function has(what, about) {
    return claims.some(({ id }) => id === claimId(what, about))
  }
}

/** Returns the time per file of a cell, or how it failed, as the text of a mark. @param {UploadCell} cell */
export function uploadTimeInWords({ variant, sizeBytes, fileMs, outcome }) {
  const name = `${variant}, ${formatBinarySize(sizeBytes)}`
  if (!fileMs) return `${name}: ${uploadOutcomeWords[outcome]}`
  const { mean, least, most } = fileMs
  return `${name}: ${formatMeanOrValue(mean, formatMs)}, from ${formatMs(least)} to ${formatMs(most)}`
}

/** Returns the same of the paper. @param {string} variant @param {ReturnType<typeof timesOfPaper>[number]} times */
export function paperUploadInWords(variant, { sizeBytes, meanMs, leastMs, mostMs, isOverLimit }) {
  const outcome = isOverLimit ? `; ${uploadOutcomeWords['over limit']}` : ''
  return `the paper, ${variant}, ${formatBinarySize(sizeBytes)}: ${formatMs(meanMs)}, from ${formatMs(leastMs)} to ${formatMs(mostMs)}${outcome}`
}

/** Returns the memory of a launch as a sentence. @param {UploadMemory} launch */
export function launchMemoryInWords({ variant, points, marks }) {
  const most = Math.max(...points.map(({ bytes }) => bytes))
  const end = marks.some(({ kind }) => kind === 'over limit') ? `; it ${uploadOutcomeWords['over limit']}` : ''
  const started = formatMemory(memoryAt(points, marks[0]?.atMs ?? 0))
  return `${variant}: ${started} before the first upload, at most ${formatMemory(most)}${end}.`
}

/**
 * Returns what the search for a limit of a strategy found, as the text of a mark.
 * @param {string} variant
 * @param {FoundLimit} found
 * @param {(value: number) => string} format
 */
export function foundLimitInWords(variant, found, format) {
  const { stored, over, ending } = found
  const beyond = stored === null || over === null || ending !== 'finished' ? '' : `, not ${format(over)}`
  return `${variant}: ${limitInWords(found, format)}${beyond}`
}
