import {
  formatBinarySize,
  formatCount,
  formatCounted,
  formatFigure,
  formatMicros
} from '../../../report/words/format.js'
import { conclusionWords } from '../../skeleton/conclusions.js'
import { formatMeanInText, formatMeanOrValue, formatMs, NOTHING } from '../../skeleton/figures.js'

/**
 * @import { CallCount, ClaimRow, Conclusion, CopyAnalysis, PaperSizes, SpeedUp } from '../types.js'
 */

/** Returns a count of calls as text, such as 128, or 130 (128 to 134) where it is not always the same. @param {CallCount | null} count */
export function formatCallCount(count) {
  if (count === null) return NOTHING
  const { median, least, most } = count
  return least === most ? formatCount(median) : `${formatCount(median)} (${formatCount(least)} to ${formatCount(most)})`
}

/** Returns a ratio as text, whole where it was calculated, such as 8,192. @param {number} ratio */
function formatRatio(ratio) {
  return Number.isInteger(ratio) ? formatCount(ratio) : formatFigure(ratio)
}

/** What each figure of the paper is. @type {Record<ClaimRow['code'], string>} */
export const claimWords = {
  cores: 'cores of its Intel Core i7-7700HQ',
  'byte-time': 'without a buffer: time per megabyte',
  'byte-reads': 'without a buffer: reads for all 127 MB, and as many writes',
  'byte-formula': 'without a buffer: reads per megabyte',
  'buffer-time': 'with a buffer: time per megabyte',
  'buffer-formula': 'with a buffer: calls per megabyte, "16256 * x"',
  'buffer-total': 'with a buffer: calls for all 127 MB',
  'call-ratio': 'how many times fewer calls with a buffer',
  'other-formula': 'with a buffer: calls per megabyte',
  'speed-up': 'speed-up, mean over its sizes',
  'ratio-of-times': 'speed-up, from its two times per megabyte',
  'fewer-calls': 'fewer calls per megabyte with a buffer'
}

/** Why a figure of the paper is right or wrong. @type {Record<ClaimRow['code'], string>} */
export const claimReasons = {
  cores: 'The processor has 4 cores with 2 threads each: 8 logical processors.',
  'byte-time': 'A measurement on another machine, in another language.',
  'byte-reads': 'Right. One more read per file finds its end.',
  'byte-formula': 'Right for reads. A copy makes as many writes.',
  'buffer-time': 'The text has the unit reversed, "time per millisecond": 6 ms per megabyte are meant.',
  'buffer-formula':
    '1,048,576 / 8,192 is 128. 16,256 = 128 x 127 are the calls for all 127 MB. Section 3.3 of the paper has the right figure.',
  'buffer-total':
    '16,256 x 127 counts the 127 MB twice, and reads only: 16,256 reads and as many writes are right. The figure without a buffer has both.',
  'call-ratio':
    '266,338,304 / 2,064,512: reads and writes divided by a wrong number of reads. A buffer of 8,192 bytes makes 8,192 times fewer calls.',
  'other-formula': 'Right. It contradicts the formula of section 3.2.',
  'speed-up': 'A measurement. The mean of ratios is not the ratio of the means.',
  'ratio-of-times': '2 s / 6 ms. Both are rounded, so it agrees with 322.',
  'fewer-calls': '8,192 is how many times fewer calls there are, not how many fewer: 1,048,576 - 128.'
}

/**
 * Returns a figure of the paper as the cells of a table.
 * @param {ClaimRow} row
 * @returns {string[]} section, what it is, claimed, right, measured
 */
export function claimFigures({ code, section, unit, claimed, right, measured }) {
  const format = unit === 'ms' ? formatMs : unit === 'ratio' ? formatRatio : formatCount
  const here = measured && formatMeanOrValue(measured, format)
  return [section, claimWords[code], format(claimed), right === null ? NOTHING : format(right), here ?? NOTHING]
}

/** What a run says about a conclusion of the paper, with its quotation and beside a text that has it. */
export const { inWords: conclusionInWords, withEvidence: outcomeWithEvidence } = conclusionWords(quoteOf, evidenceOf)

/** @param {Conclusion} conclusion @returns {string} */
function quoteOf(conclusion) {
  switch (conclusion.code) {
    case 'buffer-faster':
      return '"a buffer is an advantage in all cases, also for small files"'
    case 'linear':
      return '"the time without a buffer grows linearly"'
    case 'speed-up':
      return `"a copy with a buffer is about ${formatFigure(conclusion.claimed)} times faster"`
    case 'fewer-calls':
      return '"the fewer calls, the faster"'
  }
}

/** @param {Conclusion} conclusion @returns {string} */
function evidenceOf(conclusion) {
  switch (conclusion.code) {
    case 'buffer-faster': {
      const { faster, slower, sizes } = conclusion
      const against = slower === 0 ? '' : ` and significantly slower at ${formatCount(slower)}`
      return `It is significantly faster at ${formatCount(faster)} of the ${formatCounted(sizes.all, 'size')} of the paper${against}.${byLineInWords(sizes)}`
    }
    case 'linear': {
      const { sizes, exponent, fromBytes, toBytes } = conclusion
      const growth = `From ${formatBinarySize(fromBytes)} to ${formatBinarySize(toBytes)} the time grows with the size to the power of ${formatMeanInText(exponent)}.`
      const reason =
        sizes.measured === sizes.all
          ? ''
          : ` Of the ${formatCounted(sizes.all, 'size')} of the paper, ${formatCount(sizes.measured)} ${sizes.measured === 1 ? 'was' : 'were'} copied without a buffer: --full copies all.`
      return `${growth}${reason}`
    }
    case 'speed-up': {
      const { overall, sizes } = conclusion
      return `The mean over the sizes of the paper is ${formatMeanInText(overall)}.${byLineInWords(sizes)}`
    }
    case 'fewer-calls': {
      const { against, pairs, slower, confidence } = conclusion
      if (against === null) return `None of ${formatCounted(pairs, 'pair')} significantly contradicts it.`
      const { fewer, more, fewerCalls, moreCalls, sizeBytes, ratio } = against
      const times = formatMeanInText(ratio, formatFigure, confidence)
      return `Fewer calls are significantly slower in ${formatCount(slower)} of ${formatCounted(pairs, 'pair')}. At ${formatBinarySize(sizeBytes)}, ${fewer} makes ${formatCount(fewerCalls)} calls and ${more} ${formatCount(moreCalls)}, but ${fewer} takes ${times} times as long.`
    }
  }
}

/** @param {PaperSizes} sizes @returns {string} which sizes were not measured */
function byLineInWords({ all, measured }) {
  if (measured === all) return ''
  if (measured === 0)
    return ' None of these sizes was copied with both: the times are taken from lines through smaller files.'
  return ` Measured: ${formatCount(measured)} of ${formatCounted(all, 'size')}; the other times are taken from the line through the smaller files.`
}

/**
 * Returns how much faster the buffer is, as one sentence.
 * @param {SpeedUp} speedUp
 * @param {CopyAnalysis['claims']} claims
 */
export function speedUpInWords({ slow, fast, overall, rows, atPaperSizes }, claims) {
  if (!overall) return `The speed-up is not known: no size was copied with both ${slow} and ${fast}.`
  const paper = `the paper: ${formatFigure(claims.speedUp)}.`
  const measured = atPaperSizes?.rows.filter(({ isMeasured }) => isMeasured).length ?? 0
  if (!atPaperSizes || measured === 0) {
    const [first, last] = [rows[0]?.sizeBytes ?? 0, rows.at(-1)?.sizeBytes ?? 0]
    const sizes = `${formatCounted(rows.length, 'size')} from ${formatBinarySize(first)} to ${formatBinarySize(last)}`
    return `${fast} is ${formatMeanInText(overall)} times as fast as ${slow}, mean over ${sizes}; for larger files, ${paper}`
  }
  const all = atPaperSizes.rows.length
  const part = measured === all ? '' : ` (${formatCount(measured)} measured, the others by the line)`
  return `${fast} is ${formatMeanInText(atPaperSizes.overall)} times as fast as ${slow}, mean over the ${formatCounted(all, 'size')} of the paper${part}; ${paper}`
}

/** Returns what a copy on a server does to another request, as one sentence. @param {CopyAnalysis} lab @returns {string[]} none where it was not measured */
export function waitInWords({ otherRequests, speedUp: { fast } }) {
  const own = otherRequests.find(({ variant }) => variant === fast)
  const [least] = otherRequests.toSorted((a, b) => a.longestMs.value - b.longestMs.value)
  if (!own || !least || least === own) return []
  const size = formatBinarySize(own.sizeBytes)
  const [longest, other] = [own, least].map(({ longestMs }) => formatMeanInText(longestMs, formatMs))
  return [
    `While a server copies ${size}, another request waits up to ${longest} with ${fast}, which is synchronous, and ${other} with ${least.variant}.`
  ]
}

/** Returns what a call costs, as one sentence. @param {SpeedUp} speedUp @returns {string[]} none where it is not known */
export function callPriceInWords({ microsPerCall }) {
  if (!microsPerCall) return []
  return [`Each read or write of one byte costs ${formatMeanInText(microsPerCall, formatMicros)}.`]
}

/** Returns a cell without its strategy. @param {{ sizeBytes: number }} cell */
export function copyCellInWords({ sizeBytes }) {
  return formatBinarySize(sizeBytes)
}
