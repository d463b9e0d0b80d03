import * as Plot from '@observablehq/plot'
import { formatChange, formatExactPercent, formatMoment, formatPercentTick } from '../../report/words/format.js'
import { shortName } from '../../report/words/text.js'
import { decidingWords } from '../../report/words/words.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { toneOf } from '../parts/tones.js'
import { drawBoth, drawSign, INK, keyOf, LINE, NARROW, titleLine, xAxis, yAxis } from './draw.js'
import { costOf, cutAt, evenAxis, usualAxis } from './interval-bar.js'

/** @import { RunAnswer } from '../../report/types.js' */

/**
 * @typedef {Pick<RunAnswer, 'baseline' | 'candidate' | 'metric' | 'what' | 'marginRatio'>
 *   & { runs: Pick<RunAnswer, 'startedAt' | 'change'>[] }} Trend one candidate of one experiment in several runs, in any order
 * @typedef {ReturnType<typeof placedRuns>[0] & ReturnType<typeof cutAt>} CutRun
 */

const SIZE = { height: 260, marginTop: 46, marginBottom: 58, marginLeft: 46, marginRight: 12 }
/** Of more runs the newest. */
export const MOST_RUNS = 60
const MOST_DATES = { wide: 9, narrow: 4 }
/** How changes within the margin are shaded. */
const BAND = { fill: LINE, fillOpacity: 0.55, className: 'chart-band' }
/** Texts above the line at the end of the axis that they are of; readable above an interval. */
const END = { lineAnchor: /** @type {const} */ ('bottom'), dy: -5, stroke: 'var(--page)', strokeWidth: 4 }
const colours = { more: 'var(--more)', less: 'var(--less)', noise: 'var(--neutral)' }

/**
 * Draws the change of one candidate over the newest runs, oldest first, at equal distances: above zero is worse, whatever the
 * metric.
 * @param {Trend} trend
 * @returns {string} HTML; nothing without a run that has an interval
 */
export function trendChart(trend) {
  const runs = placedRuns(trend)
  if (runs.length === 0) return ''
  const axis = usualAxis(runs.map(({ cost }) => cost)) ?? evenAxis(trend.marginRatio)
  // One very wide interval would make all others too small to see; the description and the tips have the full interval.
  const cut = runs.map(run => ({ ...run, ...cutAt(run.cost, axis) }))
  const name = `${shortName(trend.candidate)} compared with ${shortName(trend.baseline)}, by run`
  const drawing = drawBoth(width => pictureOf({ ...trend, name }, cut, width))
  const band = drawSign([Plot.rect([0], { x1: 0, x2: 1, y1: 0, y2: 1, ...BAND })], 28)
  const margin = `changes under ±${formatExactPercent(trend.marginRatio)} count as no difference`
  return titleLine(name) + drawing + keyOf([{ sign: band, words: margin }])
}

/** @param {Trend} trend */
function placedRuns({ metric, runs }) {
  return runs
    .toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt))
    .flatMap(({ startedAt, change }) =>
      change ? { startedAt, words: formatChange(change), cost: costOf(change, moreIs(metric)) } : []
    )
    .slice(-MOST_RUNS)
    .map((run, index) => ({ index, ...run }))
}

/** @param {Trend & { name: string }} trend @param {CutRun[]} runs @param {number} width */
function pictureOf(trend, runs, width) {
  const { what, marginRatio, metric } = trend
  // Worse is up, whatever the metric: of requests/s fewer is.
  const sign = moreIs(metric) === 'worse' ? 1 : -1
  const ends = runs.flatMap(({ shown }) => [shown.low, shown.high])
  const { more, less, name } = decidingWords(metric, what)
  const [worse, better] = sign === 1 ? [more, less] : [less, more]
  return {
    name: trend.name,
    description: runs.map(({ startedAt, words }) => `${startedAt}: ${words}.`).join(' '),
    ...SIZE,
    x: { domain: [-0.5, runs.length - 0.5] },
    y: { domain: [Math.min(-2 * marginRatio, ...ends), Math.max(2 * marginRatio, ...ends)], nice: true },
    marks: [
      Plot.rect([0], { y1: -marginRatio, y2: marginRatio, ...BAND }),
      ...yAxis(`change of ${what}`, {
        ticks: 5,
        tickFormat: (/** @type {number} */ at) => formatPercentTick(sign * at)
      }),
      Plot.ruleY([0], { stroke: INK, strokeWidth: 1.5 }),
      dateAxis(runs, width === NARROW ? MOST_DATES.narrow : MOST_DATES.wide),
      ...runs.flatMap(run => runMarks(run, run.index === runs.length - 1)),
      Plot.text([`↑ ${worse} ${name}: worse`], { ...END, frameAnchor: 'top-right', fill: 'var(--more)' }),
      Plot.text([`↓ ${better} ${name}: better`], { ...END, frameAnchor: 'bottom-right', fill: 'var(--less)' })
    ]
  }
}

/** @param {CutRun[]} runs @param {number} most dates that have room; the newest is always among them */
function dateAxis(runs, most) {
  const step = Math.ceil(runs.length / most)
  const which = runs.length === MOST_RUNS ? `, the newest ${MOST_RUNS} runs` : ''
  return xAxis(`start of the run (UTC)${which}`, {
    ticks: runs.map(({ index }) => index).filter(index => (runs.length - 1 - index) % step === 0),
    tickFormat: index => formatMoment(runs[index]?.startedAt ?? '').replace(' ', '\n')
  })
}

/** @param {CutRun} run @param {boolean} isNewest */
function runMarks({ index, startedAt, words, shown: cost, isLowCut, isHighCut }, isNewest) {
  const colour = colours[toneOf(cost.low, cost.high)]
  const arrow = { symbol: /** @type {const} */ ('triangle'), r: 5, fill: colour, className: 'chart-cut' }
  const interval = { stroke: colour, strokeWidth: isNewest ? 4 : 2.5, className: 'chart-interval' }
  const estimate = { fill: colour, r: isNewest ? 6.5 : 4.5, className: 'chart-dot' }
  return [
    Plot.ruleX([cost], { x: index, y1: 'low', y2: 'high', ...interval }),
    Plot.dot(isHighCut ? [cost] : [], { x: index, y: 'high', ...arrow }),
    Plot.dot(isLowCut ? [cost] : [], { x: index, y: 'low', rotate: 180, ...arrow }),
    Plot.dot([cost], { x: index, y: 'value', ...estimate, title: () => `${startedAt}: ${words}` })
  ]
}
