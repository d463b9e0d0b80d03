import {
  formatBinarySize,
  formatConfidence,
  formatCount,
  formatFigure,
  formatMean,
  formatMicros
} from '../../report/words/format.js'
import { CONFIDENCE } from '../../stats/levels.js'

/** @import { Mean } from '../../stats/types.js' */

/** How labs write their figures. */

/** What a table shows where there is no figure. */
export const NOTHING = '-'

/**
 * Returns a figure as text, or the sign for none.
 * @template Figure
 * @param {Figure | null} figure @param {(figure: Figure) => string} format
 */
export function orNothing(figure, format) {
  return figure === null ? NOTHING : format(figure)
}

/** Returns a time as text, such as 12.3 ms. @param {number} ms */
export function formatMs(ms) {
  return formatMicros(ms * 1e3)
}

/** Returns a mean as text, such as 1.25 ms ± 4.0%. @param {Mean} mean @param {(value: number) => string} format */
export function formatMeanOf({ value, low, high, runs }, format) {
  if (runs !== undefined) return `${format(value)} (${rangeInWords(low, high, format)})`
  const halfWidthRatio = low === null || high === null ? null : (high - low) / 2 / value
  return formatMean({ value, halfWidthRatio }, format)
}

/**
 * Returns a mean as part of a sentence, such as 322 (95% CI 310 to 334).
 * @param {Mean} mean @param {(value: number) => string} [format]
 * @param {number} [confidence] of its interval
 */
export function formatMeanInText({ value, low, high, runs }, format = formatFigure, confidence = CONFIDENCE) {
  if (runs !== undefined) return `${format(value)} (${rangeInWords(low, high, format)} in ${formatCount(runs)} runs)`
  return low === null || high === null
    ? `~${format(value)}`
    : `${format(value)} (${formatConfidence({ confidence })} CI ${format(low)} to ${format(high)})`
}

/** @type {(low: number | null, high: number | null, format: (value: number) => string) => string} */
function rangeInWords(low, high, format) {
  const [least, most] = [low, high].map(end => format(end ?? 0))
  if (least === most) return `${least} each time`
  const [number = '', unit = ''] = String(least).split(' ')
  return `${String(most).endsWith(` ${unit}`) ? number : least} to ${most}`
}

/** Returns a mean as text, without a sign where a single repeat has no interval. @param {Mean} mean @param {(value: number) => string} format */
export function formatMeanOrValue(mean, format) {
  return mean.low === null ? format(mean.value) : formatMeanOf(mean, format)
}

/** Returns of which sizes files are. @param {number[]} sizes in bytes */
export function formatSizeRange(sizes) {
  return `files from ${formatBinarySize(Math.min(...sizes))} to ${formatBinarySize(Math.max(...sizes))}`
}
