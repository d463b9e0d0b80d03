import { formatBinarySize, formatCount, formatFigure } from '../../../report/words/format.js'
import { formatMeanOf, formatMs } from '../../skeleton/figures.js'
import { MIB } from '../../skeleton/file-sizes.js'
import { claimedIn, isWrong } from '../../skeleton/paper.js'
import { BUFFER_BYTES } from '../paper.js'

/**
 * @import { Mean } from '../../skeleton/types.js'
 * @import { CopyAnalysis, CopyGrowth } from '../types.js'
 */

/** The words of the charts of a copy lab. */

/**
 * Returns the calls per MiB that the paper calculates, and those that follow from its buffer, each with its words.
 * @param {Pick<CopyAnalysis, 'claims'>} lab
 * @returns {{ value: number, words: string }[]}
 */
export function calculatedCalls({ claims }) {
  const right = MIB / BUFFER_BYTES
  return [
    formulaOf('byte-formula', 'the paper, without a buffer'),
    formulaOf('buffer-formula', 'the paper, with a buffer'),
    { value: right, words: `${formatBinarySize(MIB)} / ${formatCount(BUFFER_BYTES)} bytes: ${formatCount(right)}` }
  ]

  /** @param {string} id @param {string} name */
  function formulaOf(id, name) {
    const value = claimedIn(claims, id)
    const isFault = claims.some(row => row.id === id && isWrong(row))
    return { value, words: `${name}: ${formatCount(value)}${isFault ? ' (wrong)' : ''}` }
  }
}

/** Returns the reads of a strategy, as the text of a point. @param {string} variant @param {number} reads per MiB */
export function readsInWords(variant, reads) {
  return `${variant}: ${formatFigure(reads)} reads per MiB`
}

/** Returns the time that the paper claims, as the text of its line. @param {string} variant @param {number} msPerMiB */
export function paperTimeInWords(variant, msPerMiB) {
  return `the paper, ${variant}: ${formatMs(msPerMiB)} per MB`
}

/** Returns the mean time of a strategy for one size, as the text of a point. @param {string} variant @param {{ sizeBytes: number, ms: Mean }} cell */
export function timeInWords(variant, { sizeBytes, ms }) {
  return `${variant}, ${formatBinarySize(sizeBytes)}: ${formatMeanOf(ms, formatMs)}`
}

/** Returns the time per MiB of a strategy as a sentence. @param {CopyGrowth} growth */
export function growthInWords({ variant, msPerMiB }) {
  return `${variant}: ${formatMeanOf(msPerMiB, formatMs)} per MiB.`
}

/** Returns the speed-up of the paper with its words. @param {Pick<CopyAnalysis, 'claims'>} lab */
export function speedUpOfPaper({ claims }) {
  const value = claimedIn(claims, 'speed-up')
  return { value, words: `the paper: ${formatFigure(value)}` }
}

/**
 * Returns the mean speed-up at the sizes of the paper with its words.
 * @param {Pick<CopyAnalysis, 'speedUp'>} lab
 * @returns {{ value: number, words: string }[]} one, or none where it is not known
 */
export function meanAtPaperSizes({ speedUp: { atPaperSizes } }) {
  if (!atPaperSizes) return []
  const { value } = atPaperSizes.overall
  return [{ value, words: `mean at the sizes of the paper: ${formatFigure(value)}` }]
}
