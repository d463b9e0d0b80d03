import * as Plot from '@observablehq/plot'
import { formatPercentTick } from '../../report/format.js'
import { shorten, shortName } from '../../report/text.js'
import { metricInWords } from '../../report/words.js'
import { INK, LINE, QUIET_INK, xAxis } from './axes.js'
import { drawBoth } from './draw.js'
import { BAND, drawnChange, estimatePaint, intervalKey, intervalPaint } from './interval-marks.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Cost } from './interval-marks.js'
 */

/**
 * @typedef {object} IntervalRow
 * @property {string} label whose change, of what
 * @property {string} words the change itself
 * @property {Cost} cost
 * @property {boolean} isDeciding
 *
 * @typedef {ReturnType<typeof intervalRows>} Intervals
 */

const LONGEST_NAME = 18
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
    const kind = slices === 'shared-core' ? ', shared core' : ''
    return { label: whose + metricInWords(metric) + kind, ...drawnChange(metric, change), isDeciding }
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
  const placed = rows.map((row, index) => ({ ...row, ...ofRow(index) }))
  return {
    name: `Change compared with ${shortName(baseline)}, with 95% intervals`,
    description: rows.map(({ label, words }) => `${label}: ${words}.`).join(' '),
    plot: {
      width,
      height: rows.length * ROW_HEIGHT + MARGINS.marginTop + MARGINS.marginBottom,
      ...MARGINS,
      x: { domain: domainOf(rows, marginRatio) },
      y: { domain: [0, rows.length], reverse: true, axis: null },
      marks: [
        Plot.rect(placed, { x1: -marginRatio, x2: marginRatio, y1: 'top', y2: 'bottom', ...BAND }),
        Plot.ruleY(placed, { y: 'middle', stroke: LINE }),
        Plot.ruleX(placed, { x: 0, y1: 'top', y2: 'bottom', stroke: INK, strokeWidth: 1.5 }),
        ...placed.flatMap(changeMarks),
        Plot.text(placed, { ...leftText(16), text: 'label', fontWeight: 600, fontSize: 13, fill: INK }),
        Plot.text(placed, { ...leftText(32), text: 'words', fill: QUIET_INK }),
        Plot.text(['← faster, costs less'], { frameAnchor: 'top-left', dy: -18, fill: 'var(--less)' }),
        Plot.text(['slower, costs more →'], { frameAnchor: 'top-right', dy: -18, fill: 'var(--more)' }),
        xAxis(`change compared with ${shorten(baseline, LONGEST_NAME)} (requests/s with the sign reversed)`, {
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

/** @param {IntervalRow & { middle: number }} row */
function changeMarks({ cost, middle, isDeciding }) {
  return [
    Plot.ruleY([cost], { x1: 'low', x2: 'high', y: middle, ...intervalPaint(cost, isDeciding) }),
    Plot.dot([cost], { x: 'relative', y: middle, ...estimatePaint(cost, isDeciding) })
  ]
}

/** @param {number} dy @returns {Plot.TextOptions} */
function leftText(dy) {
  return { y: 'start', frameAnchor: 'left', textAnchor: 'start', dy }
}

/** @param {IntervalRow[]} rows @param {number} marginRatio */
function domainOf(rows, marginRatio) {
  const lows = rows.map(({ cost }) => cost.low)
  const highs = rows.map(({ cost }) => cost.high)
  const [low, high] = [Math.min(-2 * marginRatio, ...lows), Math.max(2 * marginRatio, ...highs)]
  const air = (high - low) / 16
  return [low - air, high + air]
}
