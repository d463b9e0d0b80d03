import * as Plot from '@observablehq/plot'
import { formatBinarySize, formatCount, formatFigure, formatTick } from '../../report/format.js'
import { formatMeanOf, formatMs } from '../../report/lab-words.js'
import { INK, LINE, QUIET_INK, xAxis, yAxis } from './axes.js'
import { drawBoth, drawSign, escapeText, keyOf, NARROW } from './draw.js'

/** @import { CopyAnalysis, CopyCell, Mean } from '../../verdict/types.js' */

/**
 * @typedef {{ sizeBytes: number, ms: Mean }} TimePoint
 * @typedef {{ name: string, colour: string, symbol: Plot.SymbolType }} Style
 */

const MIB = 2 ** 20
const HEIGHT = 380
const MARGINS = { marginTop: 34, marginBottom: 44, marginLeft: 56, marginRight: 14 }
/** The streams share a colour, and differ by their shape. */
const COLOURS = ['baseline', 'more', 'candidate', 'candidate', 'candidate', 'candidate-2', 'candidate-3']
/** @type {Plot.SymbolType[]} */
const SYMBOLS = ['circle', 'circle', 'triangle', 'square', 'diamond', 'star', 'wye']
/** Left above the first point. */
const LABEL = { textAnchor: /** @type {const} */ ('end'), dx: -6, dy: -4, fill: QUIET_INK, fontSize: 11 }
const PAPER = { stroke: INK, strokeWidth: 1.25, strokeDasharray: '2,3' }

/**
 * Draws the time over the size of the file, both logarithmic: a straight line of slope 1 is linear growth.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing without a copy
 */
export function timeChart(lab) {
  const { cells, growths, claims, variants, speedUp } = lab
  if (cells.length === 0) return ''
  const styles = stylesOf(variants)
  const paper = [
    { name: speedUp.slow, perMiB: claims.byteMsPerMiB },
    { name: speedUp.fast, perMiB: claims.bufferMsPerMiB }
  ].map(({ name, perMiB }) => ({
    words: `the paper, ${name}: ${formatMs(perMiB)} per MB`,
    points: claims.sizesMiB.map(mib => ({ sizeBytes: mib * MIB, ms: mib * perMiB }))
  }))
  const key = [
    ...styles.map(({ name, colour, symbol }) => ({
      sign: drawSign([Plot.dot([0], { frameAnchor: 'middle', r: 4, symbol, fill: colour })]),
      words: name
    })),
    ...(growths.some(({ extrapolated }) => extrapolated.length > 0)
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
        height: HEIGHT,
        ...MARGINS,
        x: { type: /** @type {const} */ ('log'), base: 2, domain: domainOf(sizesOf(lab)) },
        y: { type: /** @type {const} */ ('log') },
        marks: [
          ...yAxis('time per copy, logarithmic', { ticks: powersOfTen(allTimes()), text: formatTickMs }),
          sizeAxis(sizesOf(lab), width),
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
    const dashed = growths.find(({ variant }) => variant === name)?.extrapolated ?? []
    const place = { x: 'sizeBytes', y: (/** @type {TimePoint} */ { ms }) => ms.value }
    return [
      Plot.line([...own.slice(-1), ...dashed], { ...place, stroke: colour, strokeDasharray: '5,4' }),
      Plot.line(own, { ...place, stroke: colour, strokeWidth: 2 }),
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
        title: ({ sizeBytes, ms }) => `${name}, ${formatBinarySize(sizeBytes)}: ${formatMeanOf(ms, formatMs)}`
      })
    ]
  }

  function allTimes() {
    const lines = paper.flatMap(({ points }) => points.map(({ ms }) => ms))
    const extrapolated = growths.flatMap(growth => growth.extrapolated.map(({ ms }) => ms.value))
    return [...cells.map(({ ms }) => ms.value), ...lines, ...extrapolated]
  }
}

/**
 * Draws the speed-up by file size, beside the mean of the paper.
 * @param {CopyAnalysis} lab
 * @returns {string} HTML; nothing without a size that both strategies have
 */
export function speedUpChart({ speedUp: { slow, fast, rows, overall }, claims }) {
  if (rows.length === 0) return ''
  const name = `Speed-up: ${fast} compared with ${slow}, by file size`
  const limits = [
    { value: claims.speedUp, words: `the paper: ${formatFigure(claims.speedUp)}`, paint: PAPER },
    ...(overall
      ? [{ value: overall.value, words: `mean: ${formatFigure(overall.value)}`, paint: { stroke: 'var(--baseline)' } }]
      : [])
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
        height: 280,
        ...MARGINS,
        x: { type: /** @type {const} */ ('log'), base: 2, domain: domainOf(sizes) },
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
export function callChart({ cells, variants, claims }) {
  const largest = variants.flatMap(name => cells.findLast(cell => cell.variant === name && cell.reads !== null) ?? [])
  const bars = largest.map(cell => ({ name: cell.variant, reads: readsPerMiB(cell) }))
  if (bars.length === 0) return ''
  const formulas = [
    {
      value: claims.otherByteCallsPerMiB,
      words: `the paper, without a buffer: ${formatCount(claims.otherByteCallsPerMiB)}`
    },
    {
      value: claims.bufferCallsPerMiB,
      words: `the paper, with a buffer: ${formatCount(claims.bufferCallsPerMiB)} (wrong)`
    },
    {
      value: claims.otherBufferCallsPerMiB,
      words: `1 MiB / 8,192 bytes: ${formatCount(claims.otherBufferCallsPerMiB)}`
    }
  ]
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
      description: bars.map(bar => `${bar.name}: ${formatFigure(bar.reads)}.`).join(' '),
      plot: {
        width,
        height: 60 + 26 * bars.length,
        ...MARGINS,
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
            title: bar => `${bar.name}: ${formatFigure(bar.reads)} reads per MiB`
          })
        ]
      }
    }
  }
}

/** @param {string} name @param {string} html */
function headed(name, html) {
  return `<p class="chart-title">${escapeText(name)}</p>${html}`
}

/** @param {string[]} variants @returns {Style[]} */
function stylesOf(variants) {
  return variants.map((name, index) => ({
    name,
    colour: `var(--${COLOURS[index % COLOURS.length]})`,
    symbol: SYMBOLS[index % SYMBOLS.length] ?? 'circle'
  }))
}

/** @param {CopyCell} cell */
function readsPerMiB({ reads, sizeBytes }) {
  return ((reads?.median ?? 0) * MIB) / sizeBytes
}

/** @param {Plot.RuleYOptions} paint */
function dashSign(paint) {
  return drawSign([Plot.ruleY([0.5], { strokeWidth: 1.5, ...paint })], 28)
}

/** @param {number[]} sizes @param {number} width */
function sizeAxis(sizes, width) {
  const step = Math.ceil(sizes.length / (width === NARROW ? 5 : 11))
  const ticks = sizes.filter((_, index) => (sizes.length - 1 - index) % step === 0)
  return xAxis('size of the file, logarithmic', { ticks, text: formatBinarySize })
}

/** @param {CopyAnalysis} lab all sizes that are drawn, ascending */
function sizesOf({ cells, growths }) {
  const extrapolated = growths.flatMap(growth => growth.extrapolated.map(({ sizeBytes }) => sizeBytes))
  return [...new Set([...cells.map(({ sizeBytes }) => sizeBytes), ...extrapolated])].sort((a, b) => a - b)
}

/** Returns the ends of an axis, a little beyond the values. @param {number[]} sizes @returns {[number, number]} */
function domainOf(sizes) {
  return [Math.min(...sizes) / 1.2, Math.max(...sizes) * 1.2]
}

/** @param {number} ms a power of ten, such as 10 ms or 1 s */
function formatTickMs(ms) {
  if (ms >= 1000) return `${formatTick(ms / 1000)} s`
  return ms >= 1 ? `${formatTick(ms)} ms` : `${formatTick(ms * 1000)} µs`
}

/** @param {number[]} values above 0 */
function powersOfTen(values) {
  const [first, last] = [Math.ceil(Math.log10(Math.min(...values))), Math.floor(Math.log10(Math.max(...values)))]
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

/** @param {CopyAnalysis['growths'][0]} growth */
function growthInWords({ variant, msPerMiB }) {
  return `${variant}: ${formatMeanOf(msPerMiB, formatMs)} per MiB.`
}
