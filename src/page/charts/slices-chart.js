import * as Plot from '@observablehq/plot'
import { formatSeconds } from '../../report/format.js'
import { shorten, shortName } from '../../report/text.js'
import { metricAxis, metricInWords, metricWords } from '../../report/words.js'
import { median } from '../../stats/means.js'
import { INK, MOST_WIDE_ROUNDS, roundAxis, yAxis } from './axes.js'
import { drawBoth, drawSign, keyOf } from './draw.js'
import { roundMedians } from './round-medians.js'
import { discardedCrosses, discardedKey, isOf, variantDots, variantKey, variantStyles } from './variant-marks.js'

/** @import { SlicePoint, SlicePoints } from './slice-points.js' */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 46, marginRight: 8 }
const HEIGHT = 300
const LONGEST_FLAW = 160

/**
 * Draws a metric of every slice in order of execution, discarded slices as crosses, with the median of each variant in a round
 * as a bar.
 * @param {SlicePoints} data
 * @returns {string} HTML; nothing without a slice that counts
 */
export function slicesChart(data) {
  const counted = data.points.filter(isCounted)
  if (counted.length === 0) return ''
  const hasDiscarded = counted.length < data.points.length
  const key = keyOf([
    ...variantStyles(data.variants).map(variantKey),
    { sign: drawSign([Plot.ruleY([0.5], { stroke: INK, strokeWidth: 3 })]), words: 'median of a round' },
    ...(hasDiscarded ? [discardedKey()] : [])
  ])
  return `<div class="chart chart-slices">${key}${drawBoth(width => pictureOf(data, counted, width))}</div>`
}

/**
 * @param {SlicePoints} data
 * @param {SlicePoint[]} counted
 * @param {number} width
 */
function pictureOf({ metric, variants, points }, counted, width) {
  const [low, high] = domainOf(counted)
  const medians = roundMedians(counted, variants)
  const rounds = roundAxis(points, width, 'round (slices in order of execution)')
  const place = { x: placeOf, y: within, title: titleOf }
  return {
    name: `${metricInWords(metric)} by slice`,
    description: describe({ metric, variants, points }, counted),
    plot: {
      width,
      height: HEIGHT,
      ...MARGINS,
      x: rounds.scale,
      y: { domain: [low, high] },
      marks: [
        rounds.shade,
        ...yAxis(metricAxis(metric), { ticks: 5 }),
        rounds.axis,
        ...variantStyles(variants).flatMap(style => [
          variantDots(counted.filter(isOf(style.variant)), style, place),
          discardedCrosses(
            points.filter(point => !isCounted(point) && isOf(style.variant)(point)),
            style.colour,
            place
          ),
          medianMark(medians.filter(isOf(style.variant)), style.colour)
        ])
      ]
    }
  }

  /** @param {SlicePoint} point */
  function placeOf({ position }) {
    return position
  }

  /** @param {SlicePoint} point a discarded slice can have any value, which is drawn at the edge */
  function within({ value }) {
    return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : high
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, minutes, value, flaws }) {
    const text = Number.isFinite(value) ? metricWords[metric].format(value) : 'no value'
    const where = `${shortName(variant)}, round ${round + 1}, slice ${index + 1}, ${formatSeconds(minutes * 60e3)} after the start`
    return `${where}: ${text}${flaws.map(flaw => `; discarded: ${shorten(flaw, LONGEST_FLAW)}`).join('')}`
  }
}

/**
 * @param {SlicePoints} data
 * @param {SlicePoint[]} counted
 */
function describe({ metric, variants, points }, counted) {
  const { format } = metricWords[metric]
  const sentences = variants.flatMap(function rangeOf(variant) {
    const values = counted.filter(isOf(variant)).map(({ value }) => value)
    const middle = median(values)
    if (middle === null) return []
    const range = `${format(Math.min(...values))} to ${format(Math.max(...values))}, median ${format(middle)}`
    return `${shortName(variant)}: ${range}, in ${values.length} slices.`
  })
  const lost = points.length - counted.length
  return [...sentences, ...(lost > 0 ? [`Discarded slices: ${lost}.`] : [])].join(' ')
}

/**
 * @param {ReturnType<typeof roundMedians>} medians
 * @param {string} stroke
 */
function medianMark(medians, stroke) {
  const paint = { y: 'median', stroke, className: 'chart-median' }
  if (medians.length > MOST_WIDE_ROUNDS) return Plot.line(medians, { x: after(0.5), strokeWidth: 2, ...paint })
  return Plot.ruleY(medians, { x1: after(0.04), x2: after(0.96), strokeWidth: 3, ...paint })
}

/** @param {number} share of a round */
function after(share) {
  return (/** @type {{ round: number }} */ { round }) => round + share
}

/**
 * @param {SlicePoint[]} counted
 * @returns {[number, number]}
 */
function domainOf(counted) {
  const values = counted.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const air = (high - low || high || 1) / 20
  return [low - air, high + air]
}

/** @param {SlicePoint} point */
function isCounted({ flaws }) {
  return flaws.length === 0
}
