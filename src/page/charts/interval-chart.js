import * as Plot from '@observablehq/plot'
import { formatChange, formatChangePoint, formatExactPercent, formatPercentTick } from '../../report/words/format.js'
import { shorten } from '../../report/words/text.js'
import { directionInWords, metricInWords } from '../../report/words/words.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { toneOf } from '../parts/tones.js'
import { comparedNames, drawBoth, drawSign, INK, keyOf, LINE, QUIET_INK, titleLine, xAxis } from './draw.js'
import { axisOf, costOf, cutAt } from './interval-bar.js'

/** @import { Source } from '../../report/words/too-few-samples.js' */
/** @import { LabMetricName } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { RowName } from '../../verdict/slices/launch-metrics.js' */
/** @import { Axis, Cost } from './interval-bar.js' */

/**
 * @typedef {ReturnType<typeof drawnChange> & { label: string, isDeciding: boolean }} IntervalRow `label`: of what
 * @typedef {ReturnType<typeof intervalPanels>[0]} Intervals the changes of one candidate, on an axis of their own
 */

/** How changes within the margin are shaded. */
export const BAND = { fill: LINE, fillOpacity: 0.55, className: 'chart-band' }
const SIGN_WIDTH = 28
const tones = {
  more: { colour: 'var(--more)', words: 'costs more or is slower: the interval is right of zero' },
  less: { colour: 'var(--less)', words: 'costs less or is faster: the interval is left of zero' },
  noise: { colour: 'var(--neutral)', words: 'not significant: the interval contains zero' }
}

const LONGEST_NAME = 18
/** What is as wide as the narrow shape. */
const LONGEST_LABEL = 46
const ROW_HEIGHT = 68
/** Where the rail of a row begins and ends and where the interval lies, as shares of the row from its top. */
const RAIL = { top: 0.61, middle: 0.77, bottom: 0.93 }
const MARGINS = { marginTop: 26, marginBottom: 42 }
const SIDE = 6
/** Beside the rails, where figures beyond the axis stand. */
const SIDE_WITH_FIGURES = 58
const ARROW_GAP = 10

/**
 * Returns the changes of each verdict under the deciding load as rows to draw, the deciding metric first. Verdicts can differ in
 * size by a factor of ten, so each has its own axis.
 * @param {Pick<Analysis, 'effects' | 'verdicts'>} analysis
 * @returns those with a change
 */
export function intervalPanels({ effects, verdicts }) {
  const panels = verdicts.map(({ baseline, candidate, marginRatio }) => ({
    baseline,
    candidate,
    marginRatio,
    rows: effects
      .filter(effect => effect.candidate === candidate)
      .sort((a, b) => Number(b.isDeciding) - Number(a.isDeciding))
      .map(rowOf)
  }))
  return panels.filter(({ rows }) => rows.length > 0)

  /** @param {Analysis['effects'][0]} effect @returns {IntervalRow} */
  function rowOf({ metric, change, slices, isDeciding }) {
    const hasAllRounds = isDeciding || slices === 'shared-core'
    const { words, ...drawn } = drawnChange(metric, change, { hasAllRounds })
    const kind = slices === 'shared-core' ? ', shared core' : ''
    return { label: metricInWords(metric), words: words + kind, ...drawn, isDeciding }
  }
}

/**
 * Draws the change of each metric with its 95% interval: to the right of zero is worse, whatever the metric.
 * @param {Intervals[]} panels
 * @returns {string} HTML; nothing without a panel
 */
export function intervalChart(panels) {
  const [first] = panels
  if (!first) return ''
  const rows = panels.flatMap(panel => panel.rows)
  const drawn = panels.map(function drawnPanel(panel) {
    const title = panels.length > 1 ? titleLine(comparedNames(panel)) : ''
    return title + drawBoth(width => pictureOf(panel, width))
  })
  return drawn.join('') + intervalKey(rows, first.marginRatio)
}

/** @param {Intervals} panel @param {number} width */
function pictureOf(panel, width) {
  const { rows, marginRatio, baseline } = panel
  const axis = axisOf(rows, marginRatio)
  const placed = rows.map((row, index) => ({ ...row, ...ofRow(index) }))
  const isCut = (/** @type {'low' | 'high'} */ end) => rows.some(row => cutFigure(row, axis, end) !== '')
  const marginLeft = isCut('low') ? SIDE_WITH_FIGURES : SIDE
  return {
    name: `Change of ${comparedNames(panel)}, with 95% intervals`,
    description: rows.map(({ label, words }) => `${label}: ${words}.`).join(' '),
    height: rows.length * ROW_HEIGHT + MARGINS.marginTop + MARGINS.marginBottom,
    ...MARGINS,
    marginLeft,
    marginRight: isCut('high') ? SIDE_WITH_FIGURES : SIDE,
    x: { domain: [axis.low, axis.high] },
    y: { domain: [0, rows.length], reverse: true, axis: null },
    marks: [
      Plot.rect(placed, { x1: -marginRatio, x2: marginRatio, y1: 'top', y2: 'bottom', ...BAND }),
      Plot.ruleY(placed, { y: 'middle', stroke: LINE }),
      Plot.ruleX(placed, { x: 0, y1: 'top', y2: 'bottom', stroke: INK, strokeWidth: 1.5 }),
      ...placed.flatMap(row => changeMarks(row, axis)),
      Plot.text(placed, {
        ...leftText(SIDE - marginLeft, 16),
        text: ({ label }) => shorten(label, LONGEST_LABEL),
        fontWeight: 600,
        fontSize: 13,
        fill: INK
      }),
      Plot.text(placed, { ...leftText(SIDE - marginLeft, 32), text: 'words', fill: QUIET_INK }),
      Plot.text(['← faster, costs less'], { ...endText('top-left', SIDE - marginLeft), fill: 'var(--less)' }),
      Plot.text(['slower, costs more →'], { ...endText('top-right', 0), fill: 'var(--more)' }),
      xAxis(`change compared with ${shorten(baseline, LONGEST_NAME)}; right is worse`, {
        tickFormat: formatPercentTick,
        ticks: width / 90
      })
    ]
  }
}

/** @param {number} index */
function ofRow(index) {
  return { start: index, top: index + RAIL.top, middle: index + RAIL.middle, bottom: index + RAIL.bottom }
}

/**
 * Returns the interval with its estimate. What is beyond the axis is cut, with an arrow and its figure; an interval that covers the
 * whole axis, or comes from too few samples, has no estimate, and is dotted.
 * @param {IntervalRow & { middle: number }} row @param {Axis} axis
 */
function changeMarks(row, axis) {
  const { cost, middle, isDeciding } = row
  const { shown, isLowCut, isHighCut } = cutAt(cost, axis)
  const isVague = cost.hasTooFewSamples || (isLowCut && isHighCut)
  const isBeyond = cost.value < axis.low || cost.value > axis.high
  const paint = intervalPaint(cost, isDeciding)
  const arrow = { y: middle, ...arrowPaint(cost) }
  return [
    Plot.ruleY([shown], { x1: 'low', x2: 'high', y: middle, ...paint, ...(isVague && { strokeDasharray: '2,5' }) }),
    Plot.dot(isLowCut ? [axis.low] : [], { x: at => at, rotate: -90, ...arrow }),
    Plot.dot(isHighCut ? [axis.high] : [], { x: at => at, rotate: 90, ...arrow }),
    figureAt('low', { textAnchor: 'end', dx: -ARROW_GAP }),
    figureAt('high', { textAnchor: 'start', dx: ARROW_GAP }),
    Plot.dot(isBeyond || isVague ? [] : [shown], { x: 'value', y: middle, ...estimatePaint(cost, isDeciding) })
  ]

  /** @type {(end: 'low' | 'high', place: Plot.TextOptions) => Plot.Markish} */
  function figureAt(end, place) {
    const words = [cutFigure(row, axis, end)].filter(Boolean)
    return Plot.text(words, {
      x: () => axis[end],
      text: each => each,
      ...place,
      y: middle,
      fill: QUIET_INK,
      fontSize: 11
    })
  }
}

/**
 * Returns the figure beyond an end of the axis: the estimate, or the limit of its interval where only that is beyond.
 * @type {(row: IntervalRow, axis: Axis, end: 'low' | 'high') => string} empty where the end is on the axis
 */
function cutFigure({ cost, isCost }, axis, end) {
  if (cost.hasTooFewSamples) return ''
  const isBeyond = (/** @type {number} */ at) => (end === 'low' ? at < axis.low : at > axis.high)
  const beyond = [cost.value, cost[end]].find(isBeyond)
  return beyond === undefined ? '' : formatChangePoint({ relative: isCost ? beyond : -beyond })
}

/** @param {number} dx @param {number} dy @returns {Plot.TextOptions} */
function leftText(dx, dy) {
  return { y: 'start', frameAnchor: 'left', textAnchor: 'start', dx, dy }
}

/** @param {'top-left' | 'top-right'} frameAnchor @param {number} dx @returns {Plot.TextOptions} */
function endText(frameAnchor, dx) {
  return { frameAnchor, dx, dy: -18 }
}

/**
 * Returns a change as it is drawn, with the sign of a cost, and in words with its own sign, such as -9.9% (-12.0 to -8.0), fewer
 * is worse: then `isCost` is false. More CPU and longer latency are worse, but more requests/s are better.
 * @param {RowName | LabMetricName} metric
 * @param {Pick<Change, 'relative' | 'low' | 'high'> & Partial<Pick<Change, 'pairs' | 'confidence'>>} change
 * @param {Source} [source]
 */
export function drawnChange(metric, change, source) {
  const isCost = moreIs(metric) === 'worse'
  const cost = costOf(change, moreIs(metric))
  const isNoise = !cost.hasTooFewSamples && toneOf(cost.low, cost.high) === 'noise'
  const words = [formatChange(change, source), ...directionInWords(metric), ...(isNoise ? ['not significant'] : [])]
  return { cost, words: words.join(', '), isCost }
}

/** @param {Cost} cost */
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
  const shown = Object.values(tones).filter(tone => drawn.has(tone))
  const band = Plot.rect([0], { x1: 0, x2: 1, y1: 0, y2: 1, ...BAND })
  const margin = drawSign([band, Plot.ruleX([0.5], { stroke: INK, strokeWidth: 1.5 })], SIGN_WIDTH)
  return keyOf([
    ...shown.map(({ colour, words }) => ({ sign: intervalSign(colour), words })),
    { sign: margin, words: `margin: changes under ±${formatExactPercent(marginRatio)} count as no difference` }
  ])
}

/** @param {string} stroke */
function intervalSign(stroke) {
  const line = Plot.ruleY([0.5], { stroke, strokeWidth: 3 })
  return drawSign([line, Plot.dot([0.5], { frameAnchor: 'middle', r: 4.5, fill: stroke })], SIGN_WIDTH)
}
