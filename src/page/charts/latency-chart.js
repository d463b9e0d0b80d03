import * as Plot from '@observablehq/plot'
import { formatCount, formatMicros, formatPercentile, formatTick } from '../../report/words/format.js'
import { shorten, shortName } from '../../report/words/text.js'
import { drawBoth, LINE, NARROW, xAxis, yAxis } from './draw.js'
import { variantStyles } from './variant-marks.js'

/** @import { LatencyCurve as Measured, LatencyTable } from '../../verdict/types.js' */

/**
 * @typedef {ReturnType<typeof latencyScale>} LatencyScale
 * @typedef {ReturnType<typeof toPoints>} LatencyCurve `named`: the usual percentiles
 *
 * @typedef {object} LatencyPoint
 * @property {number} quantile 1 is the maximum
 * @property {number} nines where it is drawn: 1 for 90%, 2 for 99%, 3 for 99.9%, ...
 * @property {number} micros from the scheduled send time
 */

const HEIGHT = 320
const MARGINS = { marginTop: 34, marginBottom: 44, marginLeft: 36 }
const CHARACTER_WIDTH = 7.2
const LINE_HEIGHT = 15
const LONGEST_NAMES = { wide: 18, narrow: 9 }
const TICK_LETTER_WIDTH = 6.2
/** Beyond this many times the median, a linear axis would show little but the longest. */
const LONGEST_FOR_LINEAR = 15
const STEPS = [1, 2, 5]
const FEWEST_TICKS = 4

/**
 * Draws latency by percentile, on an axis that gives slow requests as much room as the others.
 * @param {Pick<LatencyTable, 'intendedRatePerSecond' | 'curves'>} table with at least one curve
 * @param {string[]} variants the baseline first
 * @returns {string} HTML
 */
export function latencyChart({ intendedRatePerSecond, curves }, variants) {
  return drawBoth(width => pictureOf(intendedRatePerSecond, curves.map(toPoints), variants, width))
}

/** @param {Measured} curve */
function toPoints({ variant, requests, named, maxMicros, ...all }) {
  const longest = { quantile: 1, nines: Math.log10(requests), micros: maxMicros }
  return { variant, points: pointsOf(all), named: pointsOf(named), longest }
}

/** @param {{ quantiles: number[], micros: number[] }} columns @returns {LatencyPoint[]} */
function pointsOf({ quantiles, micros }) {
  return quantiles.map((quantile, index) => ({
    quantile,
    nines: -Math.log10(1 - quantile),
    micros: micros[index] ?? 0
  }))
}

/** @param {number | null} ratePerSecond @param {LatencyCurve[]} curves @param {string[]} variants @param {number} width */
function pictureOf(ratePerSecond, curves, variants, width) {
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
    height: HEIGHT,
    ...MARGINS,
    marginRight,
    x: { domain: [0, most] },
    y: { type: scale.type, domain: scale.domain },
    marks: [
      ...yAxis(`latency, ${scale.unit}${scale.type === 'log' ? ', logarithmic' : ''}`, {
        ticks: scale.ticks,
        // Of a logarithmic axis, tickFormat would not be asked for every tick.
        text: formatTick
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

/**
 * Returns the curve, dashed where too few requests are left to show more than the longest.
 * @param {LatencyCurve} curve @param {string} colour @param {LatencyScale} scale
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
 * Moves labels apart that would overlap: as little as possible, in the same order.
 * @param {number[]} places in units, in any order
 * @param {number} least how far apart they have to be
 * @returns {number[]} in the order of `places`
 */
export function spreadOut(places, least) {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  /** Labels that touch; `sum`: of what their places would be if none needed room. @type {{ sum: number, count: number }[]} */
  const groups = []
  for (const [rank, index] of order.entries()) {
    let group = { sum: (places[index] ?? 0) - rank * least, count: 1 }
    for (let before = groups.at(-1); before && meanOf(before) > meanOf(group); before = groups.at(-1)) {
      groups.pop()
      group = { sum: before.sum + group.sum, count: before.count + group.count }
    }
    groups.push(group)
  }
  const means = groups.flatMap(group => new Array(group.count).fill(meanOf(group)))
  const spread = [...places]
  for (const [rank, index] of order.entries()) spread[index] = means[rank] + rank * least
  return spread
}

/** @param {{ sum: number, count: number }} group */
function meanOf({ sum, count }) {
  return sum / count
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

/**
 * Returns a scale from zero, or a logarithmic one where the longest request would flatten most of the curve; its domain and ticks are
 * in its unit.
 * @param {Pick<LatencyCurve, 'points' | 'longest'>[]} curves at least one
 * @returns {{ unit: string, unitMicros: number, type: 'linear' | 'log', domain: [number, number], ticks: number[] }}
 */
export function latencyScale(curves) {
  const longest = Math.max(...curves.map(curve => curve.longest.micros))
  const median = Math.min(...curves.map(({ points }) => points.find(({ quantile }) => quantile >= 0.5)?.micros ?? 1))
  const [unit, unitMicros] = longest >= 1000 ? ['ms', 1000] : ['µs', 1]
  const high = longest / unitMicros
  if (longest <= LONGEST_FOR_LINEAR * median) {
    const step =
      [1, 2, 5, 10].map(each => each * 10 ** Math.floor(Math.log10(high / FEWEST_TICKS))).findLast(fits) ?? high
    const top = Math.ceil(high / step)
    const ticks = Array.from({ length: top + 1 }, (_, index) => Number((index * step).toPrecision(6)))
    return { unit, unitMicros, type: 'linear', domain: [0, top * step], ticks }
  }
  const fastest = Math.min(...curves.flatMap(({ points }) => points.map(({ micros }) => Math.max(1, micros))))
  const low = fastest / unitMicros
  const ticks = decadesFrom(low, high).filter(tick => tick >= low && tick <= high)
  return { unit, unitMicros, type: 'log', domain: [low, high], ticks }

  /** @param {number} each */
  function fits(each) {
    return high / each >= FEWEST_TICKS
  }
}

/** @param {number} low @param {number} high @returns {number[]} 1, 2, 5, 10, 20, ... */
function decadesFrom(low, high) {
  const first = Math.floor(Math.log10(low))
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, index) => first + index)
  return decades.flatMap(decade => STEPS.map(step => Number(`${step}e${decade}`)))
}

/**
 * @param {LatencyScale} scale
 * @param {number} value in its unit
 * @returns {number} 0 at the foot of the axis, 1 at its top
 */
function shareOfHeight({ type, domain: [low, high] }, value) {
  if (type === 'linear') return (value - low) / (high - low)
  return Math.log(value / low) / Math.log(high / low)
}
