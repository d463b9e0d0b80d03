/**
 * @import { LatencyCurve } from '../types.js'
 * @import { Histogram } from 'hdr-histogram-js'
 */

/** A percentile is known only when so many requests are slower. */
export const FEWEST_BEYOND = 5
/** A curve has so many points, the same factor of slower requests apart. */
const CURVE_POINTS = 120
const NAMED_QUANTILES = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999]

/**
 * Returns the latency of requests by percentile.
 * @param {string} variant
 * @param {Histogram} histogram in microseconds
 * @returns {LatencyCurve | null} null with too few requests
 */
export function latencyCurve(variant, histogram) {
  const requests = histogram.totalCount
  if (requests <= FEWEST_BEYOND) return null
  const last = 1 - FEWEST_BEYOND / requests
  const quantiles = Array.from({ length: CURVE_POINTS + 1 }, (_, index) => 1 - (1 - last) ** (index / CURVE_POINTS))
  const named = NAMED_QUANTILES.filter(quantile => quantile <= last)
  return {
    variant,
    requests,
    quantiles,
    micros: quantiles.map(microsAt),
    named: { quantiles: named, micros: named.map(microsAt) },
    maxMicros: microsAt(1)
  }

  /** @param {number} quantile */
  function microsAt(quantile) {
    return histogram.getValueAtPercentile(quantile * 100)
  }
}
