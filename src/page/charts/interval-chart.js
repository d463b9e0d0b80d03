import * as Plot from '@observablehq/plot'
import { formatPercentTick } from '../../report/format.js'
import { shorten, shortName } from '../../report/text.js'
import { metricInWords } from '../../report/words.js'
import { INK, LINE, QUIET_INK, xAxis } from './axes.js'
import { drawBoth } from './draw.js'
import { decidingReach } from './interval-bar.js'
import { arrowPaint, BAND, cutAt, drawnChange, estimatePaint, intervalKey, intervalPaint } from './interval-marks.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Cost } from './interval-marks.js'
 */

/**
 * @typedef {object} IntervalRow
 * @property {string} label whose change, of what
 * @property {string} words the change itself
 * @property {Cost} cost
 * @property {boolean} hasTooFewSamples
 * @property {boolean} isDeciding
 *
 * @typedef {ReturnType<typeof intervalRows>} Intervals
 */

const LONGEST_NAME = 18
/** What is as wide as the narrow shape. */
const LONGEST_LABEL = 46
const ROW_HEIGHT = 68
/** Where the rail of a row begins and ends and where the interval lies, as shares of the row from its top. */
const RAIL = { top: 0.61, middle: 0.77, bottom: 0.93 }
const MARGINS = { marginTop: 26, marginBottom: 42, marginLeft: 6, marginRight: 6 }

/**
 * Returns the changes under the deciding load as rows to draw, the deciding metric first.
 * @param {Pick<Analysis, 'effects' | 'verdicts' | 'baseline' | 'candidates'>} analysis
 */
export function intervalRows({ effects, verdicts: [first], baseline, candidates }) {
  const rows = effects.map(function rowOf({ metric, candidate, change, slices, isDeciding }) {
    const whose = candidates.length > 1 ? `${shorten(candidate, LONGEST_NAME)}: ` : ''
    const { words, ...drawn } = drawnChange(metric, change)
    const kind = slices === 'shared-core' ? ', shared core' : ''
    return { label: whose + metricInWords(metric), words: words + kind, ...drawn, isDeciding }
  })
  return { baseline, marginRatio: first?.marginRatio ?? 0, rows }
}

/**
 * Draws the change of each metric with its 95% interval: to the right of zero is worse, whatever the metric.
 * @param {Intervals} intervals
 * @returns {string} HTML; nothing without a row
 */
export function intervalChart(intervals) {
  if (intervals.rows.length === 0) return ''
  return drawBoth(width => pictureOf(intervals, width)) + intervalKey(intervals.rows, intervals.marginRatio)
}

/** @param {Intervals} intervals @param {number} width */
function pictureOf({ rows, marginRatio, baseline }, width) {
  const reach = reachOfRows(rows)
  const placed = rows.map((row, index) => ({ ...row, ...ofRow(index) }))
  return {
    name: `Change compared with ${shortName(baseline)}, with 95% intervals`,
    description: rows.map(({ label, words }) => `${label}: ${words}.`).join(' '),
    plot: {
      width,
      height: rows.length * ROW_HEIGHT + MARGINS.marginTop + MARGINS.marginBottom,
      ...MARGINS,
      x: { domain: domainOf(rows, marginRatio, reach) },
      y: { domain: [0, rows.length], reverse: true, axis: null },
      marks: [
        Plot.rect(placed, { x1: -marginRatio, x2: marginRatio, y1: 'top', y2: 'bottom', ...BAND }),
        Plot.ruleY(placed, { y: 'middle', stroke: LINE }),
        Plot.ruleX(placed, { x: 0, y1: 'top', y2: 'bottom', stroke: INK, strokeWidth: 1.5 }),
        ...placed.flatMap(row => changeMarks(row, reach)),
        Plot.text(placed, {
          ...leftText(16),
          text: ({ label }) => shorten(label, LONGEST_LABEL),
          fontWeight: 600,
          fontSize: 13,
          fill: INK
        }),
        Plot.text(placed, { ...leftText(32), text: 'words', fill: QUIET_INK }),
        Plot.text(['← faster, costs less'], { frameAnchor: 'top-left', dy: -18, fill: 'var(--less)' }),
        Plot.text(['slower, costs more →'], { frameAnchor: 'top-right', dy: -18, fill: 'var(--more)' }),
        xAxis(`change compared with ${shorten(baseline, LONGEST_NAME)}; right is worse`, {
          tickFormat: formatPercentTick,
          ticks: width / 90
        })
      ]
    }
  }
}

/** @param {number} index */
function ofRow(index) {
  return { start: index, top: index + RAIL.top, middle: index + RAIL.middle, bottom: index + RAIL.bottom }
}

/**
 * Returns the interval with its estimate. What is beyond the axis is cut, with an arrow; an interval that covers the whole axis,
 * or comes from too few samples, has no estimate, and is dotted.
 * @param {IntervalRow & { middle: number }} row
 * @param {number} reach
 */
function changeMarks({ cost, middle, hasTooFewSamples, isDeciding }, reach) {
  const { shown, isLowCut, isHighCut } = cutAt(cost, reach)
  const isVague = hasTooFewSamples || (isLowCut && isHighCut)
  const paint = intervalPaint(cost, isDeciding)
  const arrow = { y: middle, ...arrowPaint(cost) }
  return [
    Plot.ruleY([shown], {
      x1: 'low',
      x2: 'high',
      y: middle,
      ...paint,
      ...(isVague && { strokeDasharray: '2,5' })
    }),
    Plot.dot(isLowCut ? [-reach] : [], { x: at => at, rotate: -90, ...arrow }),
    Plot.dot(isHighCut ? [reach] : [], { x: at => at, rotate: 90, ...arrow }),
    Plot.dot(Math.abs(cost.relative) > reach || isVague ? [] : [shown], {
      x: 'relative',
      y: middle,
      ...estimatePaint(cost, isDeciding)
    })
  ]
}

/** @param {IntervalRow[]} rows */
function reachOfRows(rows) {
  const known = rows.filter(({ hasTooFewSamples }) => !hasTooFewSamples)
  const [scaling = rows] = [known.filter(({ isDeciding }) => isDeciding), known].filter(some => some.length > 0)
  return decidingReach(scaling.map(({ cost }) => ({ value: cost.relative, ...cost })))
}

/** @param {number} dy @returns {Plot.TextOptions} */
function leftText(dy) {
  return { y: 'start', frameAnchor: 'left', textAnchor: 'start', dy }
}

/** @param {IntervalRow[]} rows @param {number} marginRatio @param {number} reach */
function domainOf(rows, marginRatio, reach) {
  const cut = rows.map(({ cost }) => cutAt(cost, reach).shown)
  const low = Math.min(-2 * marginRatio, ...cut.map(({ low }) => low))
  const high = Math.max(2 * marginRatio, ...cut.map(({ high }) => high))
  const air = (high - low) / 16
  return [low - air, high + air]
}
