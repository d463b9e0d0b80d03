import * as Plot from '@observablehq/plot'
import { shorten, shortName } from '../../report/text.js'
import { metricAxis, metricInWords, metricWords } from '../../report/words.js'
import { median } from '../../stats/means.js'
import { drawBoth, drawSign } from './draw.js'
import { INK, yAxis } from './frame-marks.js'
import { keyOf } from './key.js'
import { MOST_TOLD_APART, roundAxis } from './round-axis.js'
import { roundMedians } from './round-medians.js'
import { variantDots, variantKey } from './variant-dots.js'
import { looksOf } from './variant-styles.js'
import { voidCrosses, voidSign } from './void-crosses.js'

/** @import { SlicePoint, SlicePoints } from './slice-points.js' */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 46, marginRight: 8 }
const HEIGHT = 300
const LONGEST_FLAW = 160

/**
 * A metric of every slice in the order they were played, void ones as crosses, with the median of each variant in a round
 * as a bar.
 * @param {SlicePoints} data
 * @returns {string} HTML; nothing without a slice that counts
 */
export function slicesChart(data) {
  const counted = data.points.filter(isCounted)
  if (counted.length === 0) return ''
  const hasVoid = counted.length < data.points.length
  const key = keyOf([
    ...looksOf(data.variants).map(variantKey),
    { sign: drawSign([Plot.ruleY([0.5], { stroke: INK, strokeWidth: 3 })]), words: 'median of a round' },
    ...(hasVoid ? [{ sign: voidSign(), words: 'void, not counted' }] : [])
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
  const rounds = roundAxis(1 + Math.max(...points.map(({ round }) => round)), width)
  const place = { x: placeOf, y: within, title: titleOf }
  return {
    name: `${metricInWords(metric)}, slice by slice`,
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
        ...looksOf(variants).flatMap(look => [
          variantDots(counted.filter(isOf(look.variant)), look, place),
          voidCrosses(
            points.filter(point => !isCounted(point) && isOf(look.variant)(point)),
            look.colour,
            place
          ),
          medianMark(medians.filter(isOf(look.variant)), look.colour)
        ])
      ]
    }
  }

  /** @param {SlicePoint} point */
  function placeOf({ position }) {
    return position
  }

  /** @param {SlicePoint} point what a void slice tells may be anything: it is drawn at the edge then */
  function within({ value }) {
    return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : high
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, minutes, value, flaws }) {
    const told = Number.isFinite(value) ? metricWords[metric].format(value) : 'no value'
    const where = `${shortName(variant)}, round ${round + 1}, slice ${index + 1}, ${minutes.toFixed(1)} min after the start`
    return `${where}: ${told}${flaws.map(flaw => `; void: ${shorten(flaw, LONGEST_FLAW)}`).join('')}`
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
  return [...sentences, ...(lost > 0 ? [`Slices that are void: ${lost}.`] : [])].join(' ')
}

/**
 * @param {ReturnType<typeof roundMedians>} medians
 * @param {string} stroke
 */
function medianMark(medians, stroke) {
  const paint = { y: 'median', stroke, className: 'chart-median' }
  if (medians.length > MOST_TOLD_APART) return Plot.line(medians, { x: after(0.5), strokeWidth: 2, ...paint })
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

/** @param {string} name */
function isOf(name) {
  return (/** @type {{ variant: string }} */ { variant }) => variant === name
}
