import * as Plot from '@observablehq/plot'
import { formatChange, formatExactPercent } from '../../report/words/format.js'
import { isTooWide } from '../../report/words/too-few-samples.js'
import { directionInWords } from '../../report/words/words.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { toneOf } from '../parts/tones.js'
import { INK, LINE } from './axes.js'
import { drawSign, keyOf } from './draw.js'

/** @import { Change } from '../../stats/types.js' */
/** @import { Source } from '../../report/words/too-few-samples.js' */
/** @import { Cost } from './interval-bar.js' */
/** @import { RowName } from '../../verdict/slices/launch-metrics.js' */
/** @import { LabMetricName } from '../../runs/types.js' */

/** How changes within the margin are shaded. */
export const BAND = { fill: LINE, fillOpacity: 0.55, className: 'chart-band' }
const SIGN_WIDTH = 28
const tones = {
  more: { colour: 'var(--more)', words: 'costs more or is slower: the interval is right of zero' },
  less: { colour: 'var(--less)', words: 'costs less or is faster: the interval is left of zero' },
  noise: { colour: 'var(--neutral)', words: 'not significant: the interval contains zero' }
}

/**
 * Returns a change as it is drawn, with the sign of a cost, and in words with its own sign, such as -9.9% (-12.0 to -8.0), fewer
 * is worse. More CPU and longer latency are worse, but more requests/s are better.
 * @param {RowName | LabMetricName} metric
 * @param {Pick<Change, 'relative' | 'low' | 'high'> & Partial<Pick<Change, 'pairs' | 'confidence'>>} change
 * @param {Source} [source] @returns {{ cost: Cost, words: string, isCost: boolean, hasTooFewSamples: boolean }}
 */
export function drawnChange(metric, change, source) {
  const { relative, low, high } = change
  const isCost = moreIs(metric) === 'worse'
  const hasTooFewSamples = isTooWide(change)
  const isNoise = !hasTooFewSamples && toneOf(low, high) === 'noise'
  const words = [formatChange(change, source), ...directionInWords(metric), ...(isNoise ? ['not significant'] : [])]
  return {
    cost: isCost ? { value: relative, low, high } : { value: -relative, low: -high, high: -low },
    words: words.join(', '),
    isCost,
    hasTooFewSamples
  }
}

/** @type {(cost: Cost) => typeof tones.more} */
function toneOfCost({ low, high }) {
  return tones[toneOf(low, high)]
}

/**
 * Returns the options of a mark for an interval.
 * @param {Cost} cost
 * @param {boolean} isMain it is drawn larger than others
 */
export function intervalPaint(cost, isMain) {
  return { stroke: toneOfCost(cost).colour, strokeWidth: isMain ? 4 : 2.5, className: 'chart-interval' }
}

/** Returns the options of a mark for an estimate. @param {Cost} cost @param {boolean} isMain */
export function estimatePaint(cost, isMain) {
  return { fill: toneOfCost(cost).colour, r: isMain ? 6.5 : 4.5, className: 'chart-dot' }
}

/** Returns the options of a mark for the end of an interval beyond the axis. @param {Cost} cost @returns {Plot.DotOptions} */
export function arrowPaint(cost) {
  return { symbol: 'triangle', r: 5, fill: toneOfCost(cost).colour, className: 'chart-cut' }
}

/**
 * Returns the key of a chart of intervals: the colours that occur in it, and the margin.
 * @param {{ cost: Cost }[]} rows @param {number} marginRatio
 */
export function intervalKey(rows, marginRatio) {
  const drawn = new Set(rows.map(({ cost }) => toneOfCost(cost)))
  return keyOf([
    ...Object.values(tones)
      .filter(tone => drawn.has(tone))
      .map(({ colour, words }) => ({ sign: intervalSign(colour), words })),
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
