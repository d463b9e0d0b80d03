import * as Plot from '@observablehq/plot'
import { drawBoth, drawSign, INK, keyOf, LINE, NARROW, QUIET_INK, titleLine, xAxis } from '../../page/charts/draw.js'
import { formatBinarySize, formatTick } from '../../report/words/format.js'

/** @import { Mean } from '../../stats/types.js' */

/** What the charts of labs share: axes of file sizes and of powers of ten, means, and how a figure of a paper is drawn. */

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
  return titleLine(name) + html
}

/**
 * Draws a chart below its name, once for a wide and once for a narrow page, with its key.
 * @param {{ name: string, description: string, key?: { sign: string, words: string }[] }} about
 * @param {(width: number) => Plot.PlotOptions} plotAt
 */
export function drawChart({ name, description, key }, plotAt) {
  const pictures = drawBoth(width => ({ name, description, ...plotAt(width) }))
  return headed(name, pictures + (key ? keyOf(key) : ''))
}

/**
 * Returns a plot over a logarithmic axis, with a group of rows per name.
 * @param {object} frame
 * @param {number} frame.width @param {[number, number]} frame.domain @param {string} frame.label of the axis
 * @param {(value: number) => string} frame.text of a value on it
 * @param {string[]} frame.names @param {number} [frame.rowsEach] @param {number} frame.rowHeight
 * @param {Plot.Markish[]} [frame.below] marks that the axes lie above
 * @param {Plot.Markish[]} marks row 0 is between 0 and 1, and so on
 */
export function rowPlot({ width, domain, label, text, names, rowsEach = 1, rowHeight, below = [] }, marks) {
  const ticks = width === NARROW ? powersOfTen(domain) : stepsOfTen(domain)
  const middles = names.map((_, index) => (index + 0.5) * rowsEach)
  const nameAt = (/** @type {number} */ middle) => names[middles.indexOf(middle)] ?? ''
  return {
    height: LAB_MARGINS.marginBottom + 10 + rowHeight * rowsEach * names.length,
    ...LAB_MARGINS,
    marginTop: 10,
    marginLeft: 96,
    x: { type: /** @type {const} */ ('log'), domain },
    y: { domain: [names.length * rowsEach, 0] },
    marks: [
      Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks }),
      ...below,
      Plot.axisY({ color: QUIET_INK, tickSize: 0, label: null, ticks: middles, tickFormat: nameAt }),
      xAxis(label, { ticks, text, labelOffset: 38 }),
      ...marks
    ]
  }
}

/**
 * Returns the marks of means, each with its interval; one that reaches 0 has no place on a logarithmic axis.
 * @template Point
 * @param {Point[]} points
 * @param {{ x: string, meanOf: (point: Point) => Mean, colour: string } & Plot.DotOptions} options and those of the dots
 */
export function meanMarks(points, { x, meanOf, colour, ...dot }) {
  return [
    Plot.ruleX(
      points.filter(point => (meanOf(point).low ?? 0) > 0),
      { x, y1: point => meanOf(point).low, y2: point => meanOf(point).high, stroke: colour, strokeWidth: 2 }
    ),
    Plot.dot(points, { x, y: point => meanOf(point).value, fill: colour, className: 'chart-dot', ...dot })
  ]
}

/** Returns the sign of a dot in a key. @param {Plot.DotOptions} dot @param {number} [width] */
export function dotSign(dot, width) {
  return drawSign([Plot.dot([0], { frameAnchor: 'middle', ...dot })], width)
}

/** Returns the sign of a line in a key. @param {Plot.RuleYOptions} paint */
export function dashSign(paint) {
  return drawSign([Plot.ruleY([0.5], { strokeWidth: 1.5, ...paint })], 28)
}

/** Returns a power of ten as text, such as 10 ms or 1 s. @param {number} ms */
export function formatTickMs(ms) {
  if (ms >= 1000) return `${formatTick(ms / 1000)} s`
  return ms >= 1 ? `${formatTick(ms)} ms` : `${formatTick(ms * 1000)} µs`
}

/** Returns the powers of ten between the least and the largest value. @param {number[]} values above 0 */
export function powersOfTen(values) {
  const [first, last] = [Math.ceil(Math.log10(Math.min(...values))), Math.floor(Math.log10(Math.max(...values)))]
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

/** Returns 1, 2 and 5 times the powers of ten between the least and the largest value. @param {number[]} values above 0 */
function stepsOfTen(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return powersOfTen([least / 10, most])
    .flatMap(power => [power, 2 * power, 5 * power])
    .filter(step => step >= least && step <= most)
}
