import {
  formatBinarySize,
  formatCount,
  formatCounted,
  formatFigure,
  formatMicros
} from '../../../report/words/format.js'
import { formatMeanInText, formatMs, NOTHING } from '../../skeleton/figures.js'
import { claimedIn } from '../../skeleton/paper.js'

/**
 * @import { CallCount, CopyAnalysis, SpeedUp } from '../types.js'
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

/** Returns a figure of the paper, or one beside it, as text. @param {number} value @param {string} unit */
export function formatClaim(value, unit) {
  if (unit === 'ms') return formatMs(value)
  return unit === 'ratio' ? formatRatio(value) : formatCount(value)
}

/** Returns how much faster the buffer is, as one sentence. @param {CopyAnalysis} lab */
export function speedUpInWords({ speedUp: { slow, fast, overall, rows, atPaperSizes }, claims }) {
  if (!overall) return `The speed-up is not known: no size was copied with both ${slow} and ${fast}.`
  const paper = `the paper: ${formatFigure(claimedIn(claims, 'speed-up'))}.`
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
