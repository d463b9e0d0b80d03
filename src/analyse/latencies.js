import * as hdr from 'hdr-histogram-js'
import { relativeChange } from './intervals.js'
import { mergeHistograms } from './merge-histograms.js'
import { isAlone, under } from './usable-slices.js'

/**
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('../types.js').LatencyTable} LatencyTable
 * @typedef {import('../types.js').Load} Load
 */

/** Drawn and printed; the last is the longest of all. */
const QUANTILES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]
/** A quantile of a launch is a figure only when enough requests lie beyond it. */
const FEWEST_BEYOND = 10

/**
 * How long requests took, as a distribution: by quantile, all launches of a variant together, and the change of each
 * quantile over rounds, a launch being one value.
 * @param {Load} load
 * @param {string[]} variants the baseline first
 * @param {SliceRecord[]} slices whose latency may be used, without a profiler
 * @returns {LatencyTable | null} null where nothing was measured under that load
 */
export function latencyTable(load, variants, slices) {
  const own = under(load, slices).filter(isAlone)
  if (own.length === 0) return null
  const [baseline = '', ...candidates] = variants
  const rates = own.flatMap(({ pace }) => (pace ? [pace.intendedRatePerSecond] : []))
  return {
    load,
    intendedRatePerSecond: rates[0] ?? null,
    requests: Object.fromEntries(variants.map(name => [name, merged(name, responseOf)?.totalCount ?? 0])),
    rows: QUANTILES.map(quantile => ({
      quantile,
      responseMicros: valuesBy(responseOf, quantile),
      serviceMicros: load.mode === 'open' ? valuesBy(serviceOf, quantile) : null,
      changes: Object.fromEntries(candidates.map(name => [name, changeOf(name, quantile)]))
    }))
  }

  /**
   * @param {(slice: SliceRecord) => string} histogramOf
   * @param {number} quantile
   */
  function valuesBy(histogramOf, quantile) {
    return Object.fromEntries(
      variants.map(function quantileOf(name) {
        const histogram = merged(name, histogramOf)
        return [name, histogram && isKnown(histogram, quantile) ? valueAt(histogram, quantile) : null]
      })
    )
  }

  /**
   * @param {string} variant
   * @param {(slice: SliceRecord) => string} histogramOf
   */
  function merged(variant, histogramOf) {
    const encoded = own.filter(slice => slice.variant === variant).map(histogramOf)
    return encoded.length === 0 ? null : mergeHistograms(encoded)
  }

  /**
   * @param {string} candidate
   * @param {number} quantile
   */
  function changeOf(candidate, quantile) {
    if (quantile === 1) return null
    const rounds = [...new Set(own.map(slice => slice.round))]
    const pairs = rounds.map(round => ({
      baseline: ofRound(round, baseline, quantile),
      candidate: ofRound(round, candidate, quantile)
    }))
    return relativeChange(pairs)
  }

  /**
   * @param {number} round
   * @param {string} variant
   * @param {number} quantile
   * @returns {number[]} one or none
   */
  function ofRound(round, variant, quantile) {
    const encoded = own.filter(slice => slice.round === round && slice.variant === variant).map(responseOf)
    if (encoded.length === 0) return []
    const histogram = mergeHistograms(encoded)
    return isKnown(histogram, quantile) ? [valueAt(histogram, quantile)] : []
  }
}

/**
 * @param {hdr.Histogram} histogram
 * @param {number} quantile
 */
function isKnown({ totalCount }, quantile) {
  return quantile === 1 || totalCount * (1 - quantile) >= FEWEST_BEYOND
}

/**
 * @param {hdr.Histogram} histogram
 * @param {number} quantile
 */
function valueAt(histogram, quantile) {
  return histogram.getValueAtPercentile(quantile * 100)
}

/** @param {SliceRecord} slice */
function responseOf({ latencyMicros }) {
  return latencyMicros
}

/** @param {SliceRecord} slice */
function serviceOf({ pace, latencyMicros }) {
  return pace?.serviceMicros ?? latencyMicros
}
