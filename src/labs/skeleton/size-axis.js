import * as Plot from '@observablehq/plot'
import { INK, xAxis } from '../../page/charts/axes.js'
import { drawSign, escapeText, NARROW } from '../../page/charts/draw.js'
import { formatBinarySize } from '../../report/words/format.js'

/** What the charts of labs share: an axis of file sizes, and how a figure of a paper is drawn. */

export const LAB_MARGINS = { marginTop: 34, marginBottom: 44, marginLeft: 56, marginRight: 14 }
/** The paint of a line of a paper. */
export const PAPER = { stroke: INK, strokeWidth: 1.25, strokeDasharray: '2,3' }
const MOST_TICKS = { wide: 11, narrow: 5 }

/** Returns an axis of sizes, with the largest one always named. @param {number[]} sizes ascending @param {number} width */
export function sizeAxis(sizes, width) {
  const step = Math.ceil(sizes.length / (width === NARROW ? MOST_TICKS.narrow : MOST_TICKS.wide))
  const ticks = sizes.filter((_, index) => (sizes.length - 1 - index) % step === 0)
  return xAxis('size of the file, logarithmic', { ticks, text: formatBinarySize })
}

/** Returns the ends of an axis, a little beyond the values. @param {number[]} sizes @returns {[number, number]} */
export function sizeDomain(sizes) {
  return [Math.min(...sizes) / 1.2, Math.max(...sizes) * 1.2]
}

/** Returns a chart below its name. @param {string} name @param {string} html */
export function headed(name, html) {
  return `<p class="chart-title">${escapeText(name)}</p>${html}`
}

/** Returns the sign of a line in a key. @param {Plot.RuleYOptions} paint */
export function dashSign(paint) {
  return drawSign([Plot.ruleY([0.5], { strokeWidth: 1.5, ...paint })], 28)
}
