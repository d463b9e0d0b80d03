/** @import { LatencyCurve as Measured, LatencyTable } from '../../verdict/types.js' */

/**
 * @typedef {object} LatencyPoint
 * @property {number} quantile 1 is the maximum
 * @property {number} nines where it is drawn: 1 for 90%, 2 for 99%, 3 for 99.9%, ...
 * @property {number} micros from the scheduled send time
 *
 * @typedef {object} LatencyCurve
 * @property {string} variant
 * @property {LatencyPoint[]} points
 * @property {LatencyPoint[]} named the usual percentiles
 * @property {LatencyPoint} longest
 *
 * @typedef {{ ratePerSecond: number | null, variants: string[], curves: LatencyCurve[] }} LatencyCurves the baseline first
 */

/**
 * Returns the curves of a latency table as points to draw.
 * @param {LatencyTable} table
 * @param {string[]} variants
 * @returns {LatencyCurves}
 */
export function latencyCurves({ intendedRatePerSecond, curves }, variants) {
  return { ratePerSecond: intendedRatePerSecond, variants, curves: curves.map(toPoints) }
}

/** @param {Measured} curve @returns {LatencyCurve} */
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

/**
 * Returns the name of a quantile, such as p99.9.
 * @param {number} quantile
 */
export function percentileName(quantile) {
  return quantile === 1 ? 'max' : `p${Number((quantile * 100).toFixed(3))}`
}
