import * as Plot from '@observablehq/plot'
import { reasonInWords } from '../../report/words/check-words.js'
import { formatSeconds } from '../../report/words/format.js'
import { shorten, shortName } from '../../report/words/shorten.js'
import { metricAxis, metricInWords, metricWords } from '../../report/words/words.js'
import { INK, MOST_WIDE_ROUNDS, roundAxis, yAxis } from './axes.js'
import { drawBoth, drawSign, keyOf } from './draw.js'
import { medianCell, medianPoints, rowsByRound, slicePoints, withoutGaps } from './slice-points.js'
import { discardedCrosses, discardedKey, isOf, variantDots, variantKey, variantStyles } from './variant-marks.js'

/**
 * @import { Table } from '../../report/sections/sections.js'
 * @import { SliceSeries } from '../../verdict/types.js'
 * @import { MedianPoint, SlicePoint } from './slice-points.js'
 */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 46, marginRight: 8 }
const HEIGHT = 300
const LONGEST_REASON = 160

/**
 * Draws a metric of every slice in order, discarded slices as crosses, with the median of each variant in a round as a bar.
 * @param {SliceSeries} series
 * @param {string[]} variants
 * @returns {string} HTML; nothing without a slice that counts
 */
export function slicesChart(series, variants) {
  const { metric } = series
  const all = slicePoints(series, series.values, variants, series.discarded)
  const { rounds, points, medians } = withoutGaps(all, medianPoints(series, series.medians, variants))
  const counted = points.filter(isCounted)
  if (counted.length === 0) return ''
  const discarded = points.filter(point => !isCounted(point))
  const [low, high] = domainOf(series)
  const place = { y: within, title: titleOf }
  const key = keyOf([
    ...variantStyles(variants).map(variantKey),
    { sign: drawSign([Plot.ruleY([0.5], { stroke: INK, strokeWidth: 3 })]), words: "median of the launch's slices" },
    ...(discarded.length > 0 ? [discardedKey()] : [])
  ])
  return key + drawBoth(pictureAt)

  /** @param {number} width */
  function pictureAt(width) {
    const axis = roundAxis(rounds, width, 'round (slices in order of execution)')
    return {
      name: `${metricInWords(metric)} by slice`,
      description: describe(series, variants),
      plot: {
        width,
        height: HEIGHT,
        ...MARGINS,
        x: axis.scale,
        y: { domain: [low, high] },
        marks: [
          axis.shade,
          ...yAxis(metricAxis(metric), { ticks: 5 }),
          axis.axis,
          ...variantStyles(variants).flatMap(style => [
            variantDots(counted.filter(isOf(style.variant)), style, place),
            discardedCrosses(discarded.filter(isOf(style.variant)), style.colour, place),
            medianMark(medians.filter(isOf(style.variant)), style.colour)
          ])
        ]
      }
    }
  }

  /** @param {SlicePoint} point a discarded slice may have any value, or none: it is drawn at the edge then */
  function within({ value }) {
    return value === null ? high : Math.min(high, Math.max(low, value))
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, startMs, value, reasons }) {
    const text = value === null ? 'no value' : metricWords[metric].format(value)
    const where = `${shortName(variant)}, round ${round + 1}, slice ${index + 1}, after ${formatSeconds(startMs)}`
    const why = reasons.map(reason => `; discarded: ${shorten(reasonInWords(reason), LONGEST_REASON)}`)
    return `${where}: ${text}${why.join('')}`
  }
}

/**
 * Returns the values in the chart: each slice of each variant in each round, and the median of those that count.
 * @param {SliceSeries} series
 * @param {string[]} variants
 * @returns {Table}
 */
export function slicesTable(series, variants) {
  const { format } = metricWords[series.metric]
  const points = slicePoints(series, series.values, variants, series.discarded)
  return {
    header: ['round', 'variant', 'median', 'slices in order, discarded ones in brackets'],
    rows: rowsByRound(series.rounds, variants, function cellsOf(round, variant, column, index) {
      const own = points.filter(point => point.round === round && point.variant === variant)
      const texts = own.map(function textOf(point) {
        const text = point.value === null ? '-' : format(point.value)
        return isCounted(point) ? text : `(${text})`
      })
      return [medianCell(series.medians, index, column, format), texts.join('  ')]
    }),
    textColumns: 2
  }
}

/** @param {SliceSeries} series @param {string[]} variants */
function describe({ metric, ranges, discarded }, variants) {
  const { format } = metricWords[metric]
  const sentences = ranges.flatMap(function rangeOf(range, index) {
    if (range === null) return []
    const { low, median, high, count } = range
    const values = `${format(low)} to ${format(high)}, median ${format(median)}`
    return `${shortName(variants[index] ?? '')}: ${values}, ${count} slices.`
  })
  return [...sentences, ...(discarded.length > 0 ? [`Discarded slices: ${discarded.length}.`] : [])].join(' ')
}

/** @param {MedianPoint[]} medians @param {string} stroke */
function medianMark(medians, stroke) {
  const paint = { y: 'median', stroke, className: 'chart-median' }
  if (medians.length > MOST_WIDE_ROUNDS) return Plot.line(medians, { x: after(0.5), strokeWidth: 2, ...paint })
  return Plot.ruleY(medians, { x1: after(0.04), x2: after(0.96), strokeWidth: 3, ...paint })
}

/** @param {number} share of a round */
function after(share) {
  return (/** @type {MedianPoint} */ { position }) => position + share
}

/** @param {SliceSeries} series @returns {[number, number]} */
function domainOf({ ranges }) {
  const known = ranges.filter(range => range !== null)
  const [low, high] = [Math.min(...known.map(({ low }) => low)), Math.max(...known.map(({ high }) => high))]
  const air = (high - low || high || 1) / 20
  return [low - air, high + air]
}

/** @param {SlicePoint} point */
function isCounted({ reasons }) {
  return reasons.length === 0
}
