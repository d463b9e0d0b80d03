import * as Plot from '@observablehq/plot'
import { NARROW, QUIET_INK, yAxis } from '../../page/charts/draw.js'
import { formatBinarySize, formatFigure, formatTick } from '../../report/words/format.js'
import { runFiles } from '../../runs/run-layout.js'
import {
  dashSign,
  dotSign,
  drawChart,
  formatTickMs,
  LAB_MARGINS,
  meanMarks,
  PAPER,
  powersOfTen,
  sizeAxis,
  sizeDomain
} from '../skeleton/charts.js'
import { formatMeanOf, formatMs } from '../skeleton/figures.js'
import { MIB, sizesOf } from '../skeleton/file-sizes.js'
import { claimedIn } from '../skeleton/paper.js'
import { bodyPart, chartWithTable, sectionPart } from '../skeleton/render.js'
import { PAPER_BYTES } from './paper.js'
import { callsCsv, copyChapters, speedUpsCsv, timesCsv } from './report.js'

/** @import { CopyAnalysis, CopyCell, CopyLabAnalysis, CopyTypes, SavedCopyLab } from './types.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { Mean } from '../../stats/types.js' */

/**
 * Returns the page of a copy lab: its charts come first.
 * @param {SavedCopyLab} _saved @param {CopyLabAnalysis} analysis @param {LabFiles<CopyTypes>} files
 */
export function copyPage(_saved, analysis, files) {
  const { lab } = analysis
  const { conclusions, times, growth, speedUp, calls, otherRequests, claims, conditions } = copyChapters(analysis)
  const chapters = [
    {
      id: 'time',
      title: 'Time',
      parts: [...chartWithTable(timeChart(lab), times, timesCsv(lab)), sectionPart(growth)]
    },
    { id: 'speed-up', title: 'Speed-up', parts: chartWithTable(speedUpChart(lab), speedUp, speedUpsCsv(lab)) },
    { id: 'calls', title: 'Calls', parts: [sectionPart(calls), { template: 'csv', ...callsCsv(lab) }] },
    { id: 'conclusions', title: 'Conclusions', parts: [sectionPart(conclusions)] },
    { id: 'server', title: 'On a server', parts: [sectionPart(otherRequests)] },
    { id: 'paper', title: 'The paper', parts: [sectionPart(claims)] },
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(conditions)] }
  ]
  return {
    chapters,
    files: [
      { path: runFiles.cellsTable, words: 'every copy as CSV, also those that count in no figure' },
      { path: files.cells, words: 'the same as JSON Lines' },
      { path: files.otherRequests, words: 'the copies on a server' }
    ]
  }
}

/** @typedef {{ name: string, colour: string, symbol: Plot.SymbolType }} Style */

const TIME_HEIGHT = 380
/** The streams share a colour, and differ by their shape. */
const COLOURS = ['baseline', 'more', 'candidate', 'candidate', 'candidate', 'candidate-2', 'candidate-3']
/** @type {Plot.SymbolType[]} */
const SYMBOLS = ['circle', 'circle', 'triangle', 'square', 'diamond', 'star', 'wye']
/** Left above the first point. */
const LABEL = { textAnchor: /** @type {const} */ ('end'), dx: -6, dy: -4, fill: QUIET_INK, fontSize: 11 }

/**
 * Draws the time over the size of the file, both logarithmic: a straight line of slope 1 is linear growth.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing without a copy
 */
function timeChart(lab) {
  const { cells, growths, claims, variants, speedUp } = lab
  if (cells.length === 0) return ''
  const sizes = sizesOf([...cells, ...growths.flatMap(({ trend }) => trend)])
  const styles = stylesOf(variants)
  const paper = [
    { name: speedUp.slow, perMiB: claimedIn(claims, 'byte-time') },
    { name: speedUp.fast, perMiB: claimedIn(claims, 'buffer-time') }
  ].map(({ name, perMiB }) => ({
    words: `the paper, ${name}: ${formatMs(perMiB)} per MB`,
    points: PAPER_BYTES.map(sizeBytes => ({ sizeBytes, ms: (sizeBytes / MIB) * perMiB }))
  }))
  const times = [...cells.map(({ ms }) => ms.value), ...paper.flatMap(({ points }) => points.map(({ ms }) => ms))]
  const isExtrapolated = growths.some(({ trend }) => trend.some(point => point.isExtrapolated))
  const key = [
    ...styles.map(({ name, colour, symbol }) => ({ sign: dotSign({ r: 4, symbol, fill: colour }), words: name })),
    { sign: dashSign({ stroke: QUIET_INK, strokeWidth: 2 }), words: `trend of ${speedUp.slow} and ${speedUp.fast}` },
    ...(isExtrapolated
      ? [{ sign: dashSign({ stroke: QUIET_INK, strokeDasharray: '5,4' }), words: 'extrapolated, not measured' }]
      : []),
    { sign: dashSign(PAPER), words: 'the paper' }
  ]
  const description = growths
    .map(({ variant, msPerMiB }) => `${variant}: ${formatMeanOf(msPerMiB, formatMs)} per MiB.`)
    .join(' ')
  return drawChart({ name: 'Time per copy by file size', description, key }, width => ({
    height: TIME_HEIGHT,
    ...LAB_MARGINS,
    x: { type: 'log', base: 2, domain: sizeDomain(sizes) },
    y: { type: 'log' },
    marks: [
      ...yAxis('time per copy, logarithmic', { ticks: powersOfTen(times), text: formatTickMs }),
      sizeAxis(sizes, width),
      ...paper.flatMap(({ points, words }) => [
        Plot.line(points, { x: 'sizeBytes', y: 'ms', ...PAPER }),
        Plot.text(points.slice(0, 1), {
          x: 'sizeBytes',
          y: 'ms',
          text: () => (width === NARROW ? 'the paper' : words),
          ...LABEL
        })
      ]),
      ...styles.flatMap(seriesMarks)
    ]
  }))

  /** @param {Style} style */
  function seriesMarks({ name, colour, symbol }) {
    const own = cells.filter(({ variant }) => variant === name)
    const place = { x: 'sizeBytes', y: (/** @type {{ ms: Mean }} */ { ms }) => ms.value, stroke: colour }
    const trend = name === speedUp.slow || name === speedUp.fast ? trendOf(name) : []
    const beyond = trend.findIndex(point => point.isExtrapolated)
    const [within, dashed] = beyond < 0 ? [trend, []] : [trend.slice(0, beyond), trend.slice(Math.max(0, beyond - 1))]
    return [
      Plot.line(dashed, { ...place, strokeDasharray: '5,4' }),
      Plot.line(within, { ...place, strokeWidth: 2 }),
      Plot.line(trend.length > 0 ? [] : own, { ...place, strokeWidth: 1.25, strokeOpacity: 0.7 }),
      ...meanMarks(own, { x: 'sizeBytes', meanOf: ({ ms }) => ms, colour, symbol, r: 3.5, title: timeInWords })
    ]
  }

  /** Returns the line of a strategy, as far as a logarithmic axis can have it. @param {string} name */
  function trendOf(name) {
    const { trend = [] } = growths.find(({ variant }) => variant === name) ?? {}
    return trend.filter(({ ms }) => ms.value > 0)
  }
}

/** Returns the mean time of a strategy for one size, as the text of a point. @param {CopyCell} cell */
function timeInWords({ variant, sizeBytes, ms }) {
  return `${variant}, ${formatBinarySize(sizeBytes)}: ${formatMeanOf(ms, formatMs)}`
}

/** @param {string[]} variants @returns {Style[]} */
function stylesOf(variants) {
  return variants.map((name, index) => ({
    name,
    colour: `var(--${COLOURS[index % COLOURS.length]})`,
    symbol: SYMBOLS[index % SYMBOLS.length] ?? 'circle'
  }))
}

const SPEED_UP_HEIGHT = 280

/**
 * Draws the speed-up by file size, beside the mean of the paper and that at its sizes.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing without a size that both strategies have
 */
function speedUpChart({ claims, speedUp: { slow, fast, rows, atPaperSizes } }) {
  if (rows.length === 0) return ''
  const name = `Speed-up: ${fast} compared with ${slow}, by file size`
  const claimed = claimedIn(claims, 'speed-up')
  const own = atPaperSizes ? [atPaperSizes.overall.value] : []
  const limits = [
    { value: claimed, words: `the paper: ${formatFigure(claimed)}`, paint: PAPER },
    ...own.map(value => ({
      value,
      words: `mean at the sizes of the paper: ${formatFigure(value)}`,
      paint: { stroke: 'var(--baseline)' }
    }))
  ]
  const top = Math.max(...rows.map(({ ratio }) => ratio.high ?? ratio.value), ...limits.map(({ value }) => value))
  const sizes = rows.map(({ sizeBytes }) => sizeBytes)
  const description = rows.map(row => `${ratioInWords(row)}.`).join(' ')
  const key = limits.map(({ words, paint }) => ({ sign: dashSign(paint), words }))
  return drawChart({ name, description, key }, width => ({
    height: SPEED_UP_HEIGHT,
    ...LAB_MARGINS,
    x: { type: 'log', base: 2, domain: sizeDomain(sizes) },
    y: { domain: [0, top * 1.05] },
    marks: [
      ...yAxis('times as fast', { ticks: 5, tickFormat: formatTick }),
      sizeAxis(sizes, width),
      ...limits.map(({ value, paint }) => Plot.ruleY([value], paint)),
      Plot.line(rows, { x: 'sizeBytes', y: ({ ratio }) => ratio.value, stroke: 'var(--candidate)' }),
      ...meanMarks(rows, {
        x: 'sizeBytes',
        meanOf: ({ ratio }) => ratio,
        colour: 'var(--candidate)',
        r: 4,
        title: ratioInWords
      })
    ]
  }))
}

/** @param {{ sizeBytes: number, ratio: Mean }} row */
function ratioInWords({ sizeBytes, ratio }) {
  return `${formatBinarySize(sizeBytes)}: ${formatMeanOf(ratio, formatFigure)}`
}
