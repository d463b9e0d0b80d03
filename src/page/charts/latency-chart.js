import * as Plot from '@observablehq/plot'
import { formatCount, formatMicros } from '../../report/format.js'
import { shorten, shortName } from '../../report/shorten.js'
import { drawBoth, NARROW } from './draw.js'
import { LINE, xAxis, yAxis } from './frame-marks.js'
import { percentileName } from './latency-curves.js'
import { latencyScale, shareOfHeight } from './latency-scale.js'
import { spreadOut } from './spread-out.js'
import { looksOf } from './variant-styles.js'

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
 * How long requests took, by the share of requests that were at least as fast: the slow ones get as much room as the others.
 * @param {LatencyCurves} latencies with at least one curve
 * @returns {string} HTML
 */
export function latencyChart(latencies) {
  return `<div class="chart chart-latency">${drawBoth(width => pictureOf(latencies, width))}</div>`
}

/**
 * @param {LatencyCurves} latencies
 * @param {number} width
 */
function pictureOf({ ratePerSecond, variants, curves }, width) {
  const scale = latencyScale(curves)
  const most = Math.max(...curves.map(({ longest }) => longest.nines))
  const named = curves.map(curve => curve.named).reduce((one, other) => (other.length > one.length ? other : one))
  const looks = looksOf(variants)
    .filter(({ variant }) => curves.some(curve => curve.variant === variant))
    .map(look => ({
      ...look,
      name: shorten(look.variant, width === NARROW ? LONGEST_NAMES.narrow : LONGEST_NAMES.wide)
    }))
  const marginRight = 14 + CHARACTER_WIDTH * Math.max(...looks.map(({ name }) => name.length))
  const rate = ratePerSecond === null ? '' : ` at ${formatCount(ratePerSecond)} requests/s`
  return {
    name: `How long requests took${rate}, by percentile`,
    description: curves.map(curveInWords).join(' '),
    plot: {
      width,
      height: HEIGHT,
      ...MARGINS,
      marginRight,
      x: { domain: [0, most] },
      y: { type: scale.type, domain: scale.domain },
      marks: [
        ...yAxis(`response time, ${scale.unit}${scale.type === 'log' ? ', logarithmic' : ''}`, {
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
        ...curves.flatMap((curve, index) => curveMarks(curve, looks[index]?.colour ?? '', scale)),
        ...endLabels(curves, looks, scale)
      ]
    }
  }
}

/**
 * The curve, dashed where too few requests are left to tell more than the longest.
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
    return `${shortName(variant)}, ${percentileName(quantile)}: ${formatMicros(micros)}`
  }
}

/**
 * The names of the curves at their ends, moved apart where they would lie on each other.
 * @param {LatencyCurve[]} curves
 * @param {{ name: string, colour: string }[]} looks in the same order
 * @param {LatencyScale} scale
 */
function endLabels(curves, looks, scale) {
  const room = HEIGHT - MARGINS.marginTop - MARGINS.marginBottom
  const ends = curves.map(({ longest }) => room * (1 - shareOfHeight(scale, longest.micros / scale.unitMicros)))
  return spreadOut(ends, LINE_HEIGHT).map((end, index) =>
    Plot.text([looks[index]?.name ?? ''], {
      frameAnchor: 'top-right',
      textAnchor: 'start',
      lineAnchor: 'middle',
      dx: 9,
      dy: end,
      fill: looks[index]?.colour,
      fontWeight: 600
    })
  )
}

/**
 * The longest and, of the named percentiles before it, those whose names do not touch.
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

/**
 * @param {number} nines
 * @param {number} most
 */
function tickName(nines, most) {
  return percentileName(nines === most ? 1 : 1 - 10 ** -nines)
}

/** @param {LatencyCurve} curve */
function curveInWords({ variant, named, longest }) {
  const told = [...named, longest].map(({ quantile, micros }) => `${percentileName(quantile)} ${formatMicros(micros)}`)
  return `${shortName(variant)}: ${told.join(', ')}.`
}
