import * as Plot from '@observablehq/plot'
import { INK, LINE, NARROW, xAxis, yAxis } from '../../page/charts/draw.js'
import { variantKey, variantStyles } from '../../page/charts/variant-marks.js'
import { formatMicros, formatTick } from '../../report/words/format.js'
import { runFiles } from '../../runs/run-layout.js'
import { drawChart } from '../skeleton/charts.js'
import { relativeLineFit } from '../skeleton/line-fit.js'
import { bodyPart, chartWithTable, sectionPart } from '../skeleton/render.js'
import { latencyChart } from './latency-chart.js'
import { storeChapters } from './report/sections.js'
import { curvesCsv, storeGroups, taskCostCsv } from './report/tables.js'

/** @import { Part } from '../../page/render-page.js' */
/** @import { Section } from '../../report/sections/sections.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { SavedStoreLab, StoreAnalysis, StoreLabAnalysis, StoreTypes, TaskCost } from './types.js' */

const HEIGHT = 320
/** Above the largest mean, for its interval; a wider one is cut off. */
const ROOM = 1.3
const TITLE = 'Time per request by the cost of a task'

/**
 * Returns the page of a store lab: the percentile curves of the paper come first.
 * @param {SavedStoreLab} _saved @param {StoreLabAnalysis} analysis @param {LabFiles<StoreTypes>} files
 */
export function storePage(_saved, analysis, files) {
  const { lab } = analysis
  const { conclusions, latency, capacity, taskCost, search, claims, conditions } = storeChapters(analysis)
  const chapters = [
    { id: 'latency', title: 'Latency', parts: curveParts(lab, latency) },
    { id: 'search', title: 'Search', parts: search.map(sectionPart) },
    {
      id: 'task-cost',
      title: 'Cost of a task',
      parts: taskCost.flatMap(section => chartWithTable(taskCostChart(lab), section, taskCostCsv(lab)))
    },
    { id: 'capacity', title: 'Capacity', parts: capacity.map(bodyPart) },
    { id: 'conclusions', title: 'Conclusions', parts: conclusions.map(sectionPart) },
    { id: 'paper', title: 'The paper', parts: claims.map(sectionPart) },
    { id: 'conditions', title: 'Conditions', parts: conditions.map(bodyPart) }
  ]
  return { chapters, files: filesOf(lab, files) }
}

/**
 * Returns a chart of percentiles per operation and rate, each with its table.
 * @param {StoreAnalysis} lab
 * @param {Section[]} sections in the order of the groups
 * @returns {Part[]}
 */
function curveParts(lab, sections) {
  return storeGroups(lab).flatMap(({ operation, level, cells }, index) => {
    const section = sections[index]
    const curves = cells.flatMap(({ curve }) => curve ?? [])
    if (!section) return []
    const html =
      curves.length === 0
        ? ''
        : latencyChart({ intendedRatePerSecond: cells[0]?.ratePerSecond ?? null, curves }, lab.variants)
    const name = `store-${operation.toLowerCase()}-${Math.round(level.share * 100)}-${level.connections}`
    return [
      { template: 'section', section: { heading: section.heading } },
      ...chartWithTable(html, section, curvesCsv(name, cells))
    ]
  })
}

/** @param {StoreAnalysis} lab @param {LabFiles<StoreTypes>} files */
function filesOf({ part }, { cells, capacities, costs, trials }) {
  const measured =
    part === 'search'
      ? [{ path: trials, words: 'every trial of the search as JSON Lines, with its histogram' }]
      : [
          { path: runFiles.cellsTable, words: 'every rate of every repeat as CSV' },
          { path: cells, words: 'the same as JSON Lines, with histograms' },
          { path: costs, words: 'the closed loops with tasks of several costs' }
        ]
  return [...measured, { path: capacities, words: 'the closed loops that found the capacities' }]
}

/**
 * Draws the time per request of the main thread and of a pool over the cost of a task, with their lines and the interval in which these
 * cross.
 * @param {StoreAnalysis} lab
 * @returns {string} HTML; nothing where it was not measured
 */
function taskCostChart({ taskCost, variants }) {
  if (!taskCost) return ''
  const styles = variantStyles(variants).filter(({ variant }) => [taskCost.inline, taskCost.pool].includes(variant))
  const series = styles.map(({ variant, colour }) => ({ variant, colour, points: pointsOf(taskCost, variant) }))
  const all = series.flatMap(({ points }) => points)
  const most = ROOM * Math.max(...all.map(({ y }) => y))
  const longest = Math.max(...all.map(({ x }) => x))
  const crossing = crossingMarks(taskCost, longest)
  const description = series
    .map(({ variant, points }) => `${variant}: ${points.map(({ title }) => title).join(', ')}.`)
    .join(' ')
  return drawChart({ name: TITLE, description, key: styles.map(variantKey) }, width => ({
    height: HEIGHT,
    marginTop: 34,
    marginBottom: 44,
    marginLeft: 44,
    x: { domain: [0, longest] },
    y: { domain: [0, most] },
    marks: [
      ...crossing,
      ...yAxis('time per request, µs', { ticks: 5, tickFormat: formatTick }),
      xAxis('CPU per task on top, µs', { ticks: width === NARROW ? 4 : 8, tickFormat: formatTick }),
      ...series.flatMap(({ colour, points }) => [
        Plot.line(lineThrough(points, longest), { x: 'x', y: 'y', stroke: colour, strokeWidth: 2 }),
        Plot.ruleX(
          points.filter(({ low }) => low !== null),
          { x: 'x', y1: 'low', y2: ({ high }) => Math.min(most, high ?? 0), stroke: colour, strokeWidth: 2 }
        ),
        Plot.dot(points, { x: 'x', y: 'y', fill: colour, r: 3.5, className: 'chart-dot', title: 'title' })
      ])
    ]
  }))
}

/** @param {TaskCost} cost @param {string} variant */
function pointsOf({ inline, rows }, variant) {
  return rows.map(({ taskMicros, inlineMicros, poolMicros }) => {
    const { value, low, high } = variant === inline ? inlineMicros : poolMicros
    const title = `${formatMicros(value)} per request with ${formatMicros(taskMicros)} per task`
    return { x: taskMicros, y: value, low, high, title }
  })
}

/** @param {{ x: number, y: number }[]} points @param {number} longest */
function lineThrough(points, longest) {
  const { slope, intercept } = relativeLineFit(points)
  return [0, longest].map(x => ({ x, y: intercept + slope * x }))
}

/** Returns a band for the interval of the crossing, and a line at the crossing. @param {TaskCost} cost @param {number} longest */
function crossingMarks({ crossingMicros }, longest) {
  if (!crossingMicros || crossingMicros.low === null || crossingMicros.high === null) return []
  const [from, to] = [crossingMicros.low, crossingMicros.high].map(end => Math.min(longest, Math.max(0, end)))
  const isShown = crossingMicros.value >= 0 && crossingMicros.value <= longest
  return [
    Plot.rectX([0], { x1: from, x2: to, fill: LINE, fillOpacity: 0.5 }),
    Plot.ruleX(isShown ? [crossingMicros.value] : [], { stroke: INK, strokeDasharray: '2,3' })
  ]
}
