import * as Plot from '@observablehq/plot'
import { formatExactPercent } from '../../report/format.js'
import { colourOf } from '../tones.js'
import { INK, LINE } from './axes.js'
import { drawSign, keyOf } from './draw.js'

/** @import { Cost } from '../tones.js' */

/** How changes within the margin are shaded. */
export const BAND = { fill: LINE, fillOpacity: 0.55, className: 'chart-band' }
const SIGN_WIDTH = 28
const COLOURS = [
  { colour: 'var(--more)', words: 'costs more: the 95% interval is above zero' },
  { colour: 'var(--less)', words: 'costs less: the 95% interval is below zero' },
  { colour: 'var(--neutral)', words: 'not significant: the 95% interval contains zero' }
]

/**
 * Returns the options of a mark for an interval.
 * @param {Cost} cost
 * @param {boolean} isMain it is drawn larger than others
 */
export function intervalPaint(cost, isMain) {
  return { stroke: colourOf(cost), strokeWidth: isMain ? 4 : 2.5, className: 'chart-interval' }
}

/**
 * Returns the options of a mark for an estimate.
 * @param {Cost} cost
 * @param {boolean} isMain
 */
export function estimatePaint(cost, isMain) {
  return { fill: colourOf(cost), r: isMain ? 6.5 : 4.5, className: 'chart-dot' }
}

/**
 * Returns the key of a chart of intervals: the colours that occur in it, and the margin.
 * @param {{ cost: Cost }[]} rows
 * @param {number} marginRatio
 */
export function intervalKey(rows, marginRatio) {
  /** @type {Set<string>} */
  const colours = new Set(rows.map(({ cost }) => colourOf(cost)))
  return keyOf([
    ...COLOURS.filter(({ colour }) => colours.has(colour)).map(({ colour, words }) => ({
      sign: intervalSign(colour),
      words
    })),
    { sign: bandSign(), words: `margin: changes under ±${formatExactPercent(marginRatio)} count as no difference` }
  ])
}

/** @param {string} stroke */
function intervalSign(stroke) {
  const line = Plot.ruleY([0.5], { stroke, strokeWidth: 3 })
  return drawSign([line, Plot.dot([0.5], { frameAnchor: 'middle', r: 4.5, fill: stroke })], SIGN_WIDTH)
}

function bandSign() {
  const band = Plot.rect([0], { x1: 0, x2: 1, y1: 0, y2: 1, ...BAND })
  return drawSign([band, Plot.ruleX([0.5], { stroke: INK, strokeWidth: 1.5 })], SIGN_WIDTH)
}
