import * as Plot from '@observablehq/plot'
import { formatExactPercent } from '../../report/format.js'
import { colourOf } from './cost-of-change.js'
import { drawSign } from './draw.js'
import { INK, LINE } from './frame-marks.js'
import { keyOf } from './key.js'

/** @import { Cost } from './cost-of-change.js' */

/** How the changes that do not matter are shaded. */
export const BAND = { fill: LINE, fillOpacity: 0.55, className: 'chart-band' }
const SIGN_WIDTH = 28
const COLOURS = [
  { colour: 'var(--more)', words: 'surely costs more' },
  { colour: 'var(--less)', words: 'surely costs less' },
  { colour: 'var(--neutral)', words: 'within the noise: the 95% interval holds zero' }
]

/**
 * What the colours of intervals mean, of those that occur, and the shade around zero.
 * @param {{ cost: Cost }[]} told
 * @param {number} marginRatio
 */
export function intervalKey(told, marginRatio) {
  /** @type {Set<string>} */
  const colours = new Set(told.map(({ cost }) => colourOf(cost)))
  return keyOf([
    ...COLOURS.filter(({ colour }) => colours.has(colour)).map(({ colour, words }) => ({
      sign: intervalSign(colour),
      words
    })),
    { sign: bandSign(), words: `less than ${formatExactPercent(marginRatio)} either way: too small to matter` }
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
