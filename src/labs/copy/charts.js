import * as Plot from '@observablehq/plot'
import { INK, LINE, QUIET_INK, xAxis, yAxis } from '../../page/charts/axes.js'
import { drawBoth, drawSign, keyOf, NARROW } from '../../page/charts/draw.js'
import { formatBinarySize, formatCount, formatFigure, formatTick } from '../../report/words/format.js'
import { runFiles } from '../../runs/run-layout.js'
import {
  dashSign,
  formatTickMs,
  headed,
  LAB_MARGINS,
  PAPER,
  powersOfTen,
  sizeAxis,
  sizeDomain
} from '../skeleton/charts.js'
import { formatMeanOf, formatMs } from '../skeleton/figures.js'
import { MIB, sizesOf } from '../skeleton/file-sizes.js'
import { claimedIn, isWrong } from '../skeleton/paper.js'
import { bodyPart, chartWithTable, renderLab, sectionPart } from '../skeleton/render.js'
import { BUFFER_BYTES, PAPER_BYTES } from './paper.js'
import { answerInWords, callsCsv, copyChapters, endingInWords, speedUpsCsv, timesCsv } from './report.js'

/** @import { CopyAnalysis, CopyGrowth, CopyLabAnalysis, CopyTypes, SavedCopyLab } from './types.js' */
/** @import { LabFiles } from '../skeleton/types.js' */
/** @import { Mean } from '../../stats/types.js' */

/**
 * Returns the page of a copy lab: its charts come first.
 * @param {Pick<SavedCopyLab, 'manifest'>} saved @param {CopyLabAnalysis} analysis @param {LabFiles<CopyTypes>} files
 * @returns {Promise<string>}
 */
export function renderCopyPage({ manifest }, analysis, files) {
  const { lab } = analysis
  const { conclusions, times, growth, speedUp, calls, otherRequests, claims, conditions } = copyChapters(analysis)
  const chapters = [
    {
      id: 'time',
      title: 'Time',
      parts: [...chartWithTable(timeChart(lab), times, timesCsv(lab)), sectionPart(growth)]
    },
    { id: 'speed-up', title: 'Speed-up', parts: chartWithTable(speedUpChart(lab), speedUp, speedUpsCsv(lab)) },
    { id: 'calls', title: 'Calls', parts: chartWithTable(callChart(lab), calls, callsCsv(lab)) },
    { id: 'conclusions', title: 'Conclusions', parts: [sectionPart(conclusions)] },
    { id: 'server', title: 'On a server', parts: [sectionPart(otherRequests)] },
    { id: 'paper', title: 'The paper', parts: [sectionPart(claims)] },
    { id: 'conditions', title: 'Conditions', parts: [bodyPart(conditions)] }
  ]
  return renderLab({
    manifest,
    analysis,
    answer: answerInWords(analysis),
    ending: endingInWords(analysis),
    chapters,
    files: filesOf(files)
  })
}

/** @param {LabFiles<CopyTypes>} files */
function filesOf({ cells, otherRequests }) {
  return [
    { path: runFiles.cellsTable, words: 'every copy as CSV, also those that count in no figure' },
    { path: cells, words: 'the same as JSON Lines' },
    { path: otherRequests, words: 'the copies on a server' }
  ]
}

/**
 * @typedef {{ sizeBytes: number, ms: Mean }} TimePoint
 * @typedef {{ name: string, colour: string, symbol: Plot.SymbolType }} Style
 */

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
    words: paperTimeInWords(name, perMiB),
    points: PAPER_BYTES.map(sizeBytes => ({ sizeBytes, ms: (sizeBytes / MIB) * perMiB }))
  }))
  const key = [
    ...styles.map(({ name, colour, symbol }) => ({
      sign: drawSign([Plot.dot([0], { frameAnchor: 'middle', r: 4, symbol, fill: colour })]),
      words: name
    })),
    { sign: dashSign({ stroke: QUIET_INK, strokeWidth: 2 }), words: `trend of ${speedUp.slow} and ${speedUp.fast}` },
    ...(growths.some(({ trend }) => trend.some(({ isExtrapolated }) => isExtrapolated))
      ? [{ sign: dashSign({ stroke: QUIET_INK, strokeDasharray: '5,4' }), words: 'extrapolated, not measured' }]
      : []),
    { sign: dashSign(PAPER), words: 'the paper' }
  ]
  return headed('Time per copy by file size', drawBoth(pictureAt) + keyOf(key))

  /** @param {number} width */
  function pictureAt(width) {
    return {
      name: 'Time per copy by file size',
      description: growths.map(growthInWords).join(' '),
      plot: {
        width,
        height: TIME_HEIGHT,
        ...LAB_MARGINS,
        x: { type: /** @type {const} */ ('log'), base: 2, domain: sizeDomain(sizes) },
        y: { type: /** @type {const} */ ('log') },
        marks: [
          ...yAxis('time per copy, logarithmic', { ticks: powersOfTen(allTimes()), text: formatTickMs }),
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
      }
    }
  }

  /** @param {Style} style */
  function seriesMarks({ name, colour, symbol }) {
    const own = cells.filter(({ variant }) => variant === name)
    const place = { x: 'sizeBytes', y: (/** @type {TimePoint} */ { ms }) => ms.value }
    const trend = name === speedUp.slow || name === speedUp.fast ? trendOf(name) : []
    const beyond = trend.findIndex(({ isExtrapolated }) => isExtrapolated)
    const [within, dashed] = beyond < 0 ? [trend, []] : [trend.slice(0, beyond), trend.slice(Math.max(0, beyond - 1))]
    return [
      Plot.line(dashed, { ...place, stroke: colour, strokeDasharray: '5,4' }),
      Plot.line(within, { ...place, stroke: colour, strokeWidth: 2 }),
      Plot.line(trend.length > 0 ? [] : own, { ...place, stroke: colour, strokeWidth: 1.25, strokeOpacity: 0.7 }),
      Plot.ruleX(
        own.filter(({ ms }) => (ms.low ?? 0) > 0),
        {
          x: 'sizeBytes',
          y1: ({ ms }) => ms.low,
          y2: ({ ms }) => ms.high,
          stroke: colour,
          strokeWidth: 2
        }
      ),
      Plot.dot(own, {
        ...place,
        symbol,
        fill: colour,
        r: 3.5,
        className: 'chart-dot',
        title: cell => timeInWords(name, cell)
      })
    ]
  }

  /** Returns the line of a strategy, as far as a logarithmic axis can have it. @param {string} name */
  function trendOf(name) {
    const { trend = [] } = growths.find(({ variant }) => variant === name) ?? {}
    return trend.filter(({ ms }) => ms.value > 0)
  }

  function allTimes() {
    const lines = paper.flatMap(({ points }) => points.map(({ ms }) => ms))
    return [...cells.map(({ ms }) => ms.value), ...lines]
  }
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
function speedUpChart(lab) {
  const { slow, fast, rows } = lab.speedUp
  if (rows.length === 0) return ''
  const name = `Speed-up: ${fast} compared with ${slow}, by file size`
  const limits = [
    { ...speedUpOfPaper(lab), paint: PAPER },
    ...meanAtPaperSizes(lab).map(limit => ({ ...limit, paint: { stroke: 'var(--baseline)' } }))
  ]
  const top = Math.max(...rows.map(({ ratio }) => ratio.high ?? ratio.value), ...limits.map(({ value }) => value))
  const key = keyOf(limits.map(({ words, paint }) => ({ sign: dashSign(paint), words })))
  return headed(name, drawBoth(pictureAt) + key)

  /** @param {number} width */
  function pictureAt(width) {
    const sizes = rows.map(({ sizeBytes }) => sizeBytes)
    return {
      name,
      description: rows
        .map(({ sizeBytes, ratio }) => `${formatBinarySize(sizeBytes)}: ${formatMeanOf(ratio, formatFigure)}.`)
        .join(' '),
      plot: {
        width,
        height: SPEED_UP_HEIGHT,
        ...LAB_MARGINS,
        x: { type: /** @type {const} */ ('log'), base: 2, domain: sizeDomain(sizes) },
        y: { domain: [0, top * 1.05] },
        marks: [
          ...yAxis('times as fast', { ticks: 5, tickFormat: formatTick }),
          sizeAxis(sizes, width),
          ...limits.map(({ value, paint }) => Plot.ruleY([value], paint)),
          Plot.line(rows, { x: 'sizeBytes', y: ({ ratio }) => ratio.value, stroke: 'var(--candidate)' }),
          Plot.ruleX(
            rows.filter(({ ratio }) => ratio.low !== null),
            {
              x: 'sizeBytes',
              y1: ({ ratio }) => ratio.low,
              y2: ({ ratio }) => ratio.high,
              stroke: 'var(--candidate)',
              strokeWidth: 2
            }
          ),
          Plot.dot(rows, {
            x: 'sizeBytes',
            y: ({ ratio }) => ratio.value,
            fill: 'var(--candidate)',
            r: 4,
            className: 'chart-dot',
            title: ({ sizeBytes, ratio }) => `${formatBinarySize(sizeBytes)}: ${formatMeanOf(ratio, formatFigure)}`
          })
        ]
      }
    }
  }
}

/**
 * Draws the calls per MiB of the largest file of each strategy, beside the formulas of the paper.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing where the system does not count calls
 */
function callChart(lab) {
  const { cells, variants } = lab
  const largest = variants.flatMap(name => cells.findLast(cell => cell.variant === name && cell.perMiB !== null) ?? [])
  const bars = largest.map(({ variant, perMiB }) => ({ name: variant, reads: perMiB?.reads ?? 0 }))
  if (bars.length === 0) return ''
  const formulas = calculatedCalls(lab)
  const dashes = ['6,3', '2,3', '1,2']
  const key = keyOf(
    formulas.map(({ words }, index) => ({ sign: dashSign({ stroke: INK, strokeDasharray: dashes[index] }), words }))
  )
  const name = 'Read calls per MiB by strategy'
  return headed(name, drawBoth(pictureAt) + key)

  /** @param {number} width */
  function pictureAt(width) {
    return {
      name,
      description: bars.map(bar => `${readsInWords(bar.name, bar.reads)}.`).join(' '),
      plot: {
        width,
        height: 60 + 26 * bars.length,
        ...LAB_MARGINS,
        marginLeft: 100,
        x: { type: /** @type {const} */ ('log'), domain: [Math.min(0.01, ...bars.map(({ reads }) => reads)), 4 * MIB] },
        y: { type: /** @type {const} */ ('band'), domain: bars.map(bar => bar.name), padding: 0.35 },
        marks: [
          Plot.axisY({ color: QUIET_INK, tickSize: 0, label: null }),
          Plot.gridY({ stroke: LINE, strokeOpacity: 1 }),
          Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks: [0.1, 10, 1e3, 1e5] }),
          xAxis('reads per MiB, logarithmic', { ticks: [0.1, 10, 1e3, 1e5], text: formatTick }),
          ...formulas.map(({ value }, index) => Plot.ruleX([value], { stroke: INK, strokeDasharray: dashes[index] })),
          Plot.dot(bars, {
            x: 'reads',
            y: 'name',
            fill: 'var(--candidate)',
            r: 5,
            className: 'chart-dot',
            title: bar => readsInWords(bar.name, bar.reads)
          })
        ]
      }
    }
  }
}

/** The words of the charts of a copy lab. */

/**
 * Returns the calls per MiB that the paper calculates, and those that follow from its buffer, each with its words.
 * @param {Pick<CopyAnalysis, 'claims'>} lab @returns {{ value: number, words: string }[]}
 */
function calculatedCalls({ claims }) {
  const right = MIB / BUFFER_BYTES
  return [
    formulaOf('byte-formula', 'the paper, without a buffer'),
    formulaOf('buffer-formula', 'the paper, with a buffer'),
    { value: right, words: `${formatBinarySize(MIB)} / ${formatCount(BUFFER_BYTES)} bytes: ${formatCount(right)}` }
  ]

  /** @param {string} id @param {string} name */
  function formulaOf(id, name) {
    const value = claimedIn(claims, id)
    const isFault = claims.some(row => row.id === id && isWrong(row))
    return { value, words: `${name}: ${formatCount(value)}${isFault ? ' (wrong)' : ''}` }
  }
}

/** Returns the reads of a strategy, as the text of a point. @param {string} variant @param {number} reads per MiB */
function readsInWords(variant, reads) {
  return `${variant}: ${formatFigure(reads)} reads per MiB`
}

/** Returns the time that the paper claims, as the text of its line. @param {string} variant @param {number} msPerMiB */
function paperTimeInWords(variant, msPerMiB) {
  return `the paper, ${variant}: ${formatMs(msPerMiB)} per MB`
}

/** Returns the mean time of a strategy for one size, as the text of a point. @param {string} variant @param {{ sizeBytes: number, ms: Mean }} cell */
function timeInWords(variant, { sizeBytes, ms }) {
  return `${variant}, ${formatBinarySize(sizeBytes)}: ${formatMeanOf(ms, formatMs)}`
}

/** Returns the time per MiB of a strategy as a sentence. @param {CopyGrowth} growth */
function growthInWords({ variant, msPerMiB }) {
  return `${variant}: ${formatMeanOf(msPerMiB, formatMs)} per MiB.`
}

/** Returns the speed-up of the paper with its words. @param {Pick<CopyAnalysis, 'claims'>} lab */
function speedUpOfPaper({ claims }) {
  const value = claimedIn(claims, 'speed-up')
  return { value, words: `the paper: ${formatFigure(value)}` }
}

/**
 * Returns the mean speed-up at the sizes of the paper with its words.
 * @param {Pick<CopyAnalysis, 'speedUp'>} lab
 * @returns {{ value: number, words: string }[]} one, or none where it is not known
 */
function meanAtPaperSizes({ speedUp: { atPaperSizes } }) {
  if (!atPaperSizes) return []
  const { value } = atPaperSizes.overall
  return [{ value, words: `mean at the sizes of the paper: ${formatFigure(value)}` }]
}
