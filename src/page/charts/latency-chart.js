import * as Plot from '@observablehq/plot'
import { formatCount, formatMicros, formatPercentile } from '../../report/format.js'
import { shorten, shortName } from '../../report/text.js'
import { LINE, xAxis, yAxis } from './axes.js'
import { drawBoth, NARROW } from './draw.js'
import { latencyScale, shareOfHeight } from './latency-scale.js'
import { spreadOut } from './spread-out.js'
import { variantStyles } from './variant-marks.js'

/**
 * @import { LatencyCurve, LatencyCurves, LatencyPoint } from './latency-curves.js'
 * @import { LatencyScale } from './latency-scale.js'
 */

const HEIGHT = 320
const MARGINS = { marginTop: 34, marginBottom: 44, marginLeft: 36 }
const CHARACTER_WIDTH = 7.2
const LINE_HEIGHT = 15
const LONGEST_NAMES = { wide: 18, narrow: 9 }
const TICK_LETTER_WIDTH = 6.2

/**
 * Draws latency by percentile, on an axis that gives slow requests as much room as the others.
 * @param {LatencyCurves} latencies with at least one curve
 * @returns {string} HTML
 */
export function latencyChart(latencies) {
  return `<div class="chart chart-latency">${drawBoth(width => pictureOf(latencies, width))}</div>`
}

/** @param {LatencyCurves} latencies @param {number} width */
function pictureOf({ ratePerSecond, variants, curves }, width) {
  const scale = latencyScale(curves)
  const most = Math.max(...curves.map(({ longest }) => longest.nines))
  const named = curves.map(curve => curve.named).reduce((one, other) => (other.length > one.length ? other : one))
  const styles = variantStyles(variants)
    .filter(({ variant }) => curves.some(curve => curve.variant === variant))
    .map(style => ({
      ...style,
      name: shorten(style.variant, width === NARROW ? LONGEST_NAMES.narrow : LONGEST_NAMES.wide)
    }))
  const marginRight = 14 + CHARACTER_WIDTH * Math.max(...styles.map(({ name }) => name.length))
  const rate = ratePerSecond === null ? '' : ` at ${formatCount(ratePerSecond)} requests/s`
  return {
    name: `Latency by percentile${rate}`,
    description: curves.map(curveInWords).join(' '),
    plot: {
      width,
      height: HEIGHT,
      ...MARGINS,
      marginRight,
      x: { domain: [0, most] },
      y: { type: scale.type, domain: scale.domain },
      marks: [
        ...yAxis(`latency, ${scale.unit}${scale.type === 'log' ? ', logarithmic' : ''}`, {
          ticks: scale.ticks,
          tickFormat: String
        }),
        Plot.ruleX(named, { x: 'nines', stroke: LINE, strokeDasharray: '2,4' }),
        xAxis('percentile', {
          ticks: legibleTicks(
            named.map(({ nines }) => nines),
            most,
            width - MARGINS.marginLeft - marginRight
          ),
          tickFormat: nines => tickName(nines, most)
        }),
        ...curves.flatMap((curve, index) => curveMarks(curve, styles[index]?.colour ?? '', scale)),
        ...endLabels(curves, styles, scale)
      ]
    }
  }
}

/**
 * Returns the curve, dashed where too few requests are left to show more than the longest.
 * @param {LatencyCurve} curve
 * @param {string} colour
 * @param {LatencyScale} scale
 */
function curveMarks({ variant, points, named, longest }, colour, { unitMicros }) {
  const place = { x: 'nines', y: (/** @type {LatencyPoint} */ { micros }) => micros / unitMicros }
  return [
    Plot.line([...points.slice(-1), longest], { ...place, stroke: colour, strokeWidth: 1.5, strokeDasharray: '3,4' }),
    Plot.line(points, { ...place, stroke: colour, strokeWidth: 2.25 }),
    Plot.dot([...named, longest], { ...place, fill: colour, r: 3.5, className: 'chart-dot', title: pointTitle })
  ]

  /** @param {LatencyPoint} point */
  function pointTitle({ quantile, micros }) {
    return `${shortName(variant)}, ${formatPercentile(quantile)}: ${formatMicros(micros)}`
  }
}

/**
 * Returns the names of the curves at their ends, moved apart where they would overlap.
 * @param {LatencyCurve[]} curves
 * @param {{ name: string, colour: string }[]} styles in the same order
 * @param {LatencyScale} scale
 */
function endLabels(curves, styles, scale) {
  const room = HEIGHT - MARGINS.marginTop - MARGINS.marginBottom
  const ends = curves.map(({ longest }) => room * (1 - shareOfHeight(scale, longest.micros / scale.unitMicros)))
  return spreadOut(ends, LINE_HEIGHT).map((end, index) =>
    Plot.text([styles[index]?.name ?? ''], {
      frameAnchor: 'top-right',
      textAnchor: 'start',
      lineAnchor: 'middle',
      dx: 9,
      dy: end,
      fill: styles[index]?.colour,
      fontWeight: 600
    })
  )
}

/**
 * Returns the longest and those of the named percentiles before it whose names do not touch.
 * @param {number[]} ticks in order, as nines
 * @param {number} most the nines of the longest
 * @param {number} frameWidth
 */
function legibleTicks(ticks, most, frameWidth) {
  const kept = [most]
  for (const tick of ticks.toReversed()) {
    const [next = most] = kept
    const letters = (tickName(tick, most).length + tickName(next, most).length) / 2 + 1
    if ((next - tick) * (frameWidth / most) > letters * TICK_LETTER_WIDTH) kept.unshift(tick)
  }
  return kept
}

/** @param {number} nines @param {number} most */
function tickName(nines, most) {
  return formatPercentile(nines === most ? 1 : 1 - 10 ** -nines)
}

/** @param {LatencyCurve} curve */
function curveInWords({ variant, named, longest }) {
  const percentiles = [...named, longest].map(
    ({ quantile, micros }) => `${formatPercentile(quantile)} ${formatMicros(micros)}`
  )
  return `${shortName(variant)}: ${percentiles.join(', ')}.`
}
