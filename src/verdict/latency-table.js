import { relativeChange } from '../stats/intervals.js'
import { mergeHistograms } from '../stats/micros-histogram.js'
import { under } from './slice-kinds.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { LatencyTable } from './types.js'
 * @import { UsableSlices } from './usable-slices.js'
 * @import { Histogram } from 'hdr-histogram-js'
 */

/** The last is the longest of all. */
const QUANTILES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]
/** A quantile is a figure only when enough requests lie beyond it. */
export const FEWEST_BEYOND = 5

/**
 * How long requests took in an open loop, as a distribution: by quantile, all launches of a variant together, and the change
 * of each quantile over rounds, a launch being one value.
 * @param {Load} load
 * @param {string[]} variants the baseline first
 * @param {Pick<UsableSlices, 'all' | 'paced'>} slices without a profiler
 * @returns {LatencyTable | null} null for another load, or where it was not played
 */
export function latencyTable(load, variants, { all, paced }) {
  const played = under(load, all)
  if (load.mode !== 'open' || played.length === 0) return null
  const own = ofWholeRounds(played, paced)
  const [rounds, kept] = [roundsOf(played), roundsOf(own)]
  const [baseline = '', ...candidates] = variants
  const response = histograms(variants, own, slice => slice.latencyMicros)
  const service = histograms(variants, own, slice => slice.pace?.serviceMicros ?? slice.latencyMicros)
  const ofRounds = kept.map(round =>
    histograms(
      variants,
      own.filter(slice => slice.round === round),
      slice => slice.latencyMicros
    )
  )
  return {
    load,
    intendedRatePerSecond: played[0]?.pace?.intendedRatePerSecond ?? null,
    requests: Object.fromEntries(variants.map(name => [name, response.get(name)?.totalCount ?? 0])),
    roundsLeftOut: rounds.length - kept.length,
    rows: QUANTILES.map(quantile => ({
      quantile,
      responseMicros: valuesAt(response, quantile),
      serviceMicros: valuesAt(service, quantile),
      changes: Object.fromEntries(candidates.map(name => [name, changeAt(quantile, name)]))
    }))
  }

  /**
   * @param {number} quantile
   * @param {string} candidate
   */
  function changeAt(quantile, candidate) {
    if (quantile === 1) return null
    const values = ofRounds.map(round => valuesAt(round, quantile))
    return relativeChange(
      values.map(value => ({ baseline: [value[baseline] ?? 0], candidate: [value[candidate] ?? 0] }))
    )
  }
}

/**
 * The slices of the rounds in which the latency of every variant can be used: were only the saturated launches of one left
 * out, it would look best where it was worst.
 * @param {SliceRecord[]} played in an open loop
 * @param {SliceRecord[]} usable
 */
export function ofWholeRounds(played, usable) {
  const known = new Set(usable)
  const spoilt = new Set(played.filter(slice => !known.has(slice)).map(({ round }) => round))
  return played.filter(({ round }) => !spoilt.has(round))
}

/**
 * @param {string[]} variants
 * @param {SliceRecord[]} slices
 * @param {(slice: SliceRecord) => string} encodedOf
 * @returns {Map<string, Histogram>}
 */
function histograms(variants, slices, encodedOf) {
  return new Map(
    variants.map(name => [name, mergeHistograms(slices.filter(({ variant }) => variant === name).map(encodedOf))])
  )
}

/**
 * @param {Map<string, Histogram>} byVariant
 * @param {number} quantile
 * @returns {Record<string, number | null>} microseconds; null where too few requests lie beyond
 */
function valuesAt(byVariant, quantile) {
  return Object.fromEntries(
    [...byVariant].map(function valueAt([name, histogram]) {
      const { totalCount } = histogram
      const isKnown = quantile === 1 ? totalCount > 0 : totalCount * (1 - quantile) >= FEWEST_BEYOND
      return [name, isKnown ? histogram.getValueAtPercentile(quantile * 100) : null]
    })
  )
}

/** @param {SliceRecord[]} slices */
function roundsOf(slices) {
  return [...new Set(slices.map(({ round }) => round))]
}
