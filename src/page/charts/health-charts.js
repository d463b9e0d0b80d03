import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/text.js'
import { draw, NARROW } from './draw.js'
import { INK, yAxis } from './frame-marks.js'
import { keyOf } from './key.js'
import { roundAxis } from './round-axis.js'
import { roundMedians } from './round-medians.js'
import { variantDots, variantKey } from './variant-dots.js'
import { looksOf } from './variant-styles.js'

/** @import { GaugePoint, GaugeReadings, Health } from './health-gauges.js' */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 40, marginRight: 6 }
const HEIGHT = 190

/**
 * How the servers and the generator were, slice by slice: one small chart a gauge, from zero on, with a line through the
 * medians of each variant's rounds.
 * @param {Health} health
 * @returns {string} HTML; nothing without a gauge
 */
export function healthCharts({ variants, gauges }) {
  if (gauges.length === 0) return ''
  const key = keyOf(looksOf(variants).map(variantKey))
  const charts = gauges.map(gauge => draw(pictureOf(gauge, variants)))
  return `<div class="chart chart-health">${key}<div class="chart-grid">${charts.join('')}</div></div>`
}

/**
 * @param {GaugeReadings} gauge
 * @param {string[]} variants
 */
function pictureOf({ label, unit, unitSize, format, limit, points }, variants) {
  const values = points.map(({ value }) => value)
  const limits = limit === null ? [] : [limit.value / unitSize]
  const top = Math.max(...values.map(value => value / unitSize), ...limits) || 1
  const rounds = roundAxis(1 + Math.max(...points.map(({ round }) => round)), NARROW, 'round')
  const medians = roundMedians(points, variants)
  const place = { x: placeOf, y: shownValue, title: titleOf }
  return {
    name: `${label}, slice by slice`,
    description: `From ${format(Math.min(...values))} to ${format(Math.max(...values))} in ${points.length} slices.`,
    plot: {
      width: NARROW,
      height: HEIGHT,
      ...MARGINS,
      x: rounds.scale,
      y: { domain: [0, top * 1.05] },
      marks: [
        rounds.shade,
        ...yAxis(`${label}, ${unit}`, { ticks: 4 }),
        rounds.axis,
        ...looksOf(variants).flatMap(look => [
          variantDots(points.filter(isOf(look.variant)), look, place, 2),
          Plot.line(medians.filter(isOf(look.variant)), {
            x: ({ round }) => round + 0.5,
            y: ({ median }) => median / unitSize,
            stroke: look.colour,
            strokeWidth: 2
          })
        ]),
        Plot.ruleY(limits, { stroke: INK, strokeDasharray: '4,3', className: 'chart-limit' }),
        Plot.text(limits, {
          y: limits,
          text: () => limit?.words ?? '',
          frameAnchor: 'right',
          textAnchor: 'end',
          lineAnchor: 'top',
          dy: 5,
          fontSize: 11,
          fill: INK
        })
      ]
    }
  }

  /** @param {GaugePoint} point */
  function placeOf({ position }) {
    return position
  }

  /** @param {GaugePoint} point */
  function shownValue({ value }) {
    return value / unitSize
  }

  /** @param {GaugePoint} point */
  function titleOf({ variant, round, index, value }) {
    return `${shortName(variant)}, round ${round + 1}, slice ${index + 1}: ${format(value)}`
  }
}

/** @param {string} name */
function isOf(name) {
  return (/** @type {{ variant: string }} */ { variant }) => variant === name
}
