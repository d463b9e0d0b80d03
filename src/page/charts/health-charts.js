import * as Plot from '@observablehq/plot'
import { shortName } from '../../report/text.js'
import { INK, roundAxis, yAxis } from './axes.js'
import { draw, keyOf, NARROW } from './draw.js'
import { gaugeWords } from './health-gauges.js'
import { medianPoints, slicePoints } from './slice-points.js'
import { isOf, variantDots, variantKey, variantStyles } from './variant-marks.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { SliceTimes } from '../../verdict/types.js'
 * @import { SlicePoint } from './slice-points.js'
 */

const MARGINS = { marginTop: 30, marginBottom: 42, marginLeft: 40, marginRight: 6 }
const HEIGHT = 190

/**
 * Draws the state of the servers and the generator per slice: one small chart per gauge, from zero on, with a line through
 * the medians of each variant's rounds.
 * @param {Analysis['gauges']} times
 * @param {string[]} variants
 * @returns {string} HTML; nothing without a gauge
 */
export function healthCharts({ gauges, ...times }, variants) {
  if (gauges.length === 0) return ''
  const key = keyOf(variantStyles(variants).map(variantKey))
  const charts = gauges.map(gauge => draw(pictureOf(gauge, times, variants)))
  return `<div class="chart chart-health">${key}<div class="chart-grid">${charts.join('')}</div></div>`
}

/** @param {Analysis['gauges']['gauges'][0]} gauge @param {SliceTimes} times @param {string[]} variants */
function pictureOf(gauge, times, variants) {
  const { label, unit, unitSize, format, limitWords } = gaugeWords[gauge.name]
  const points = slicePoints(times, gauge.values, variants).filter(({ value }) => value !== null)
  const values = gauge.values.filter(value => value !== null)
  const limits = gauge.limit === null ? [] : [gauge.limit / unitSize]
  const top = Math.max(...values.map(value => value / unitSize), ...limits) || 1
  const rounds = roundAxis(points, NARROW, 'round')
  const medians = medianPoints(times, gauge.medians, variants)
  const place = { x: placeOf, y: shownValue, title: titleOf }
  return {
    name: `${label} by slice`,
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
        ...variantStyles(variants).flatMap(style => [
          variantDots(points.filter(isOf(style.variant)), style, place, 2),
          Plot.line(medians.filter(isOf(style.variant)), {
            x: ({ round }) => round + 0.5,
            y: ({ median }) => median / unitSize,
            stroke: style.colour,
            strokeWidth: 2
          })
        ]),
        Plot.ruleY(limits, { stroke: INK, strokeDasharray: '4,3', className: 'chart-limit' }),
        Plot.text(limits, {
          y: limits,
          text: () => limitWords,
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

  /** @param {SlicePoint} point */
  function placeOf({ position }) {
    return position
  }

  /** @param {SlicePoint} point */
  function shownValue({ value }) {
    return Number(value) / unitSize
  }

  /** @param {SlicePoint} point */
  function titleOf({ variant, round, index, value }) {
    return `${shortName(variant)}, round ${round + 1}, slice ${index + 1}: ${format(Number(value))}`
  }
}
