import { mergeHistograms } from '../../stats/micros-histogram.js'
import { FEWEST_BEYOND, ofWholeRounds } from '../../verdict/latency-table.js'
import { under } from '../../verdict/slice-kinds.js'
import { usableUnprofiledSlices } from '../../verdict/usable-slices.js'

/**
 * @import { RunManifest, SliceRecord } from '../../runs/types.js'
 * @import { Histogram } from 'hdr-histogram-js'
 */

/**
 * @typedef {object} LatencyPoint
 * @property {number} quantile 1 is the longest of all
 * @property {number} nines where it is drawn: 1 for 90 %, 2 for 99 %, 3 for 99.9 %, ...
 * @property {number} micros from the moment a request was meant to be sent
 *
 * @typedef {object} LatencyCurve
 * @property {string} variant
 * @property {LatencyPoint[]} points an even way apart; enough requests lie beyond each
 * @property {LatencyPoint[]} named the quantiles people ask for, likewise
 * @property {LatencyPoint} longest
 *
 * @typedef {{ ratePerSecond: number | null, variants: string[], curves: LatencyCurve[] }} LatencyCurves the baseline first
 */

const POINTS = 120
const NAMED = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999]

/**
 * How long requests took in each open loop, all launches of a variant together; of the rounds that the table counts.
 * @param {{ manifest: RunManifest, slices: SliceRecord[] }} run
 * @returns {LatencyCurves[]} one an open loop with something to tell
 */
export function latencyCurves({ manifest: { design, experiment }, slices }) {
  const bare = usableUnprofiledSlices(slices, experiment)
  const variants = experiment.variants.map(({ name }) => name)
  return design.loads
    .filter(load => load.mode === 'open')
    .map(load => curvesUnder(under(load, bare.all), bare.paced, variants))
    .filter(({ curves }) => curves.length > 0)
}

/**
 * @param {SliceRecord[]} played
 * @param {SliceRecord[]} usable
 * @param {string[]} variants
 * @returns {LatencyCurves}
 */
function curvesUnder(played, usable, variants) {
  const kept = ofWholeRounds(played, usable)
  return {
    ratePerSecond: played[0]?.pace?.intendedRatePerSecond ?? null,
    variants,
    curves: variants.flatMap(function curveOf(variant) {
      const histogram = mergeHistograms(
        kept.filter(slice => slice.variant === variant).map(slice => slice.latencyMicros)
      )
      return histogram.totalCount > FEWEST_BEYOND ? curveThrough(variant, histogram) : []
    })
  }
}

/**
 * @param {string} variant
 * @param {Histogram} histogram
 * @returns {LatencyCurve}
 */
function curveThrough(variant, histogram) {
  const requests = histogram.totalCount
  const last = 1 - FEWEST_BEYOND / requests
  return {
    variant,
    points: Array.from({ length: POINTS + 1 }, (_, index) => pointAt(1 - (1 - last) ** (index / POINTS))),
    named: NAMED.filter(quantile => quantile <= last).map(pointAt),
    longest: { quantile: 1, nines: Math.log10(requests), micros: histogram.getValueAtPercentile(100) }
  }

  /** @param {number} quantile @returns {LatencyPoint} */
  function pointAt(quantile) {
    const nines = -Math.log10(1 - quantile)
    return { quantile, nines, micros: histogram.getValueAtPercentile(quantile * 100) }
  }
}
