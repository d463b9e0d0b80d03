import * as Plot from '@observablehq/plot'
import { QUIET_INK, yAxis } from '../../../page/charts/axes.js'
import { drawBoth, drawSign, keyOf, NARROW } from '../../../page/charts/draw.js'
import { MIB, sizesOf } from '../../skeleton/file-sizes.js'
import { formatTickMs, powersOfTen } from '../../skeleton/log-ticks.js'
import { claimedIn } from '../../skeleton/paper.js'
import { dashSign, headed, LAB_MARGINS, PAPER, sizeAxis, sizeDomain } from '../../skeleton/size-axis.js'
import { PAPER_BYTES } from '../paper.js'
import { growthInWords, paperTimeInWords, timeInWords } from '../report/chart-words.js'

/**
 * @import { CopyAnalysis } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/**
 * @typedef {{ sizeBytes: number, ms: Mean }} TimePoint
 * @typedef {{ name: string, colour: string, symbol: Plot.SymbolType }} Style
 */

const HEIGHT = 380
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
export function timeChart(lab) {
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
        height: HEIGHT,
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
