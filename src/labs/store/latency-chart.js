import * as Plot from '@observablehq/plot'
import { drawBoth, keyOf, xAxis, yAxis } from '../../page/charts/draw.js'
import { variantKey, variantStyles } from '../../page/charts/variant-marks.js'
import { formatCount, formatMicros, formatPercentile, formatTick } from '../../report/words/format.js'
import { shortName } from '../../report/words/text.js'

/** @import { LatencyCurve, LatencyTable } from '../../verdict/types.js' */

/**
 * @typedef {{ quantile: number, nines: number, micros: number }} LatencyPoint `nines`: where it is drawn: 1 for 90%, 2 for 99%, ...
 */

const SIZE = { height: 320, marginTop: 34, marginBottom: 44, marginLeft: 44, marginRight: 24 }
/** Beyond this many times the median, a linear axis would show little but the longest. */
const LONGEST_FOR_LINEAR = 15
/** Percentiles whose names do not touch on a narrow axis. */
const TICKS = [0.5, 0.9, 0.99, 0.999, 0.9999]
const LEAST_NINES = 0.6
const DECADES = [-3, -2, -1, 0, 1, 2, 3, 4, 5]

/**
 * Draws latency by percentile, on an axis that gives slow requests as much room as the others.
 * @param {Pick<LatencyTable, 'intendedRatePerSecond' | 'curves'>} table with at least one curve
 * @param {string[]} variants the baseline first
 * @returns {string} HTML
 */
export function latencyChart({ intendedRatePerSecond: rate, curves }, variants) {
  const styles = variantStyles(variants).filter(({ variant }) => curves.some(curve => curve.variant === variant))
  const name = `Latency by percentile${rate === null ? '' : ` at ${formatCount(rate)} requests/s`}`
  return drawBoth(() => pictureOf(name, curves, styles)) + keyOf(styles.map(variantKey))
}

/** @type {(name: string, curves: LatencyCurve[], styles: ReturnType<typeof variantStyles>) => any} */
function pictureOf(name, curves, styles) {
  const longest = Math.max(...curves.map(({ maxMicros }) => maxMicros))
  const median = Math.min(...curves.map(({ quantiles, micros }) => micros[quantiles.findIndex(at => at >= 0.5)] ?? 1))
  const most = Math.max(...curves.map(({ requests }) => Math.log10(requests)))
  const [unit, unitMicros] = longest >= 1000 ? ['ms', 1000] : ['µs', 1]
  const isLog = longest > LONGEST_FOR_LINEAR * median
  const fastest = Math.max(1, Math.min(...curves.flatMap(({ micros }) => micros)))
  const [low, high] = [isLog ? fastest / unitMicros : 0, longest / unitMicros]
  const steps = DECADES.flatMap(decade => [1, 2, 5].map(step => Number(`${step}e${decade}`)))
  const ticks = TICKS.map(ninesOf).filter(nines => most - nines > LEAST_NINES)
  return {
    name,
    description: curves.map(curveInWords).join(' '),
    ...SIZE,
    x: { domain: [0, most] },
    y: { type: isLog ? 'log' : 'linear', domain: [low, high], nice: !isLog },
    marks: [
      ...yAxis(`latency, ${unit}${isLog ? ', logarithmic' : ''}`, {
        ticks: isLog ? steps.filter(step => step >= low && step <= high) : 6,
        // Of a logarithmic axis, tickFormat would not be asked for every tick.
        text: formatTick
      }),
      xAxis('percentile', {
        ticks: [...ticks, most],
        tickFormat: nines => formatPercentile(nines === most ? 1 : 1 - 10 ** -nines)
      }),
      ...curves.flatMap(curve => {
        const { colour = '' } = styles.find(({ variant }) => variant === curve.variant) ?? {}
        return curveMarks(curve, colour, unitMicros)
      })
    ]
  }
}

/** Returns the curve, dashed where too few requests are left to show more than the longest. @type {(curve: LatencyCurve, colour: string, unitMicros: number) => Plot.Markish[]} */
function curveMarks({ variant, requests, named, maxMicros, ...all }, colour, unitMicros) {
  const place = { x: 'nines', y: (/** @type {LatencyPoint} */ { micros }) => micros / unitMicros }
  const points = pointsOf(all)
  const longest = { quantile: 1, nines: Math.log10(requests), micros: maxMicros }
  const title = (/** @type {LatencyPoint} */ { quantile, micros }) =>
    `${shortName(variant)}, ${formatPercentile(quantile)}: ${formatMicros(micros)}`
  return [
    Plot.line([...points.slice(-1), longest], { ...place, stroke: colour, strokeWidth: 1.5, strokeDasharray: '3,4' }),
    Plot.line(points, { ...place, stroke: colour, strokeWidth: 2.25 }),
    Plot.dot([...pointsOf(named), longest], { ...place, fill: colour, r: 3.5, className: 'chart-dot', title })
  ]
}

/** @param {{ quantiles: number[], micros: number[] }} columns @returns {LatencyPoint[]} */
function pointsOf({ quantiles, micros }) {
  return quantiles.map((quantile, index) => ({ quantile, nines: ninesOf(quantile), micros: micros[index] ?? 0 }))
}

/** @param {number} quantile */
function ninesOf(quantile) {
  return -Math.log10(1 - quantile)
}

/** @param {LatencyCurve} curve */
function curveInWords({ variant, named, maxMicros }) {
  const percentiles = [...pointsOf(named), { quantile: 1, micros: maxMicros }].map(
    ({ quantile, micros }) => `${formatPercentile(quantile)} ${formatMicros(micros)}`
  )
  return `${shortName(variant)}: ${percentiles.join(', ')}.`
}
