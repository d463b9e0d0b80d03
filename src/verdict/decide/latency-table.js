import { relativeChange } from '../../stats/intervals.js'
import { geometricMean } from '../../stats/means.js'
import { mergeHistograms } from '../../stats/micros-histogram.js'
import { under } from '../slices/slice-validity.js'
import { unitOf } from '../slices/unit-of.js'
import { sideOf, variantsIn } from './comparisons.js'

/** @import { Load } from '../../load/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { RoundValues } from '../../stats/intervals.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Compared } from '../types.js' */
/** @import { Histogram } from 'hdr-histogram-js' */

/** A percentile is known only when so many requests are slower. */
const FEWEST_BEYOND = 5
/** A curve has so many points, the same factor of slower requests apart. */
const CURVE_POINTS = 120
const NAMED_QUANTILES = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999]

/** The last is the maximum. */
const QUANTILES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]

/**
 * Returns the latency in an open loop as a distribution: percentiles of all launches of a variant pooled, and the change of
 * each percentile over rounds, with one value per launch.
 * @param {Load} load @param {string[]} variants @param {Compared[]} comparisons
 * @param {Pick<CheckedSlices, 'all' | 'forRates'>} slices unprofiled
 * @returns null for another load, or without a slice of it; else microseconds up to the last byte
 */
export function latencyTable(load, variants, comparisons, { all, forRates }) {
  const measured = under(load, all)
  if (load.mode !== 'open' || measured.length === 0) return null
  const own = ofWholeRounds(measured, forRates)
  const kept = roundsOf(own)
  const response = histograms(variants, own, slice => slice.latencyMicros)
  const service = histograms(variants, own, slice => slice.pace?.serviceMicros ?? slice.latencyMicros)
  const ofRounds = unitsOf(own).map(unit => responsesIn(unit, variants, own))
  return {
    load,
    /** The scheduled rate of every variant. */
    intendedRatePerSecond: measured[0]?.pace?.intendedRatePerSecond ?? null,
    /** By variant. */
    requests: Object.fromEntries(variants.map(name => [name, response.get(name)?.totalCount ?? 0])),
    /** Rounds with a discarded slice of any variant: they are discarded for all variants. */
    roundsDiscarded: roundsOf(measured).length - kept.length,
    rows: QUANTILES.map(quantile => ({
      /** 1 is the maximum. */
      quantile,
      /** By variant, all its launches pooled, from the scheduled send time. null: too few requests. */
      responseMicros: valuesAt(response, quantile),
      /** From the actual send time. */
      serviceMicros: valuesAt(service, quantile),
      /** By candidate, with one value per launch. */
      changes: Object.fromEntries(comparisons.map(compared => [compared.candidate, changeAt(quantile, compared)]))
    })),
    /** The baseline first; without variants that have too few requests. */
    curves: [...response].flatMap(([variant, histogram]) => latencyCurve(variant, histogram) ?? [])
  }

  /** @type {(quantile: number, compared: Compared) => Change | null} */
  function changeAt(quantile, { pairs }) {
    return quantile === 1 ? null : relativeChange(ofRounds.map(round => sidesAt(round, quantile, pairs)))
  }
}

/**
 * Returns a quantile of the response time of both sides of a comparison by round, in an open loop.
 * @param {Load} load @param {number} quantile @param {Compared} compared
 * @param {Pick<CheckedSlices, 'all' | 'forRates'>} slices unprofiled
 * @returns {RoundValues[]} microseconds; without rounds that have a discarded slice
 */
export function latencyRounds(load, quantile, compared, { all, forRates }) {
  const own = ofWholeRounds(under(load, all), forRates)
  return unitsOf(own).map(unit => sidesAt(responsesIn(unit, variantsIn(compared), own), quantile, compared.pairs))
}

/** @type {(unit: number, variants: string[], slices: SliceRecord[]) => Map<string, Histogram>} */
function responsesIn(unit, variants, slices) {
  return histograms(
    variants,
    slices.filter(slice => unitOf(slice) === unit),
    slice => slice.latencyMicros
  )
}

/** @type {(round: Map<string, Histogram>, quantile: number, pairs: Compared['pairs']) => RoundValues} */
function sidesAt(round, quantile, pairs) {
  const values = valuesAt(round, quantile)
  return {
    baseline: averageOf(values, sideOf(pairs, 'baseline')),
    candidate: averageOf(values, sideOf(pairs, 'candidate'))
  }
}

/** @param {Record<string, number | null>} values by variant @param {string[]} names */
function averageOf(values, names) {
  const known = names.flatMap(name => values[name] ?? [])
  return known.length < names.length ? null : geometricMean(known)
}

/**
 * Returns the slices of the rounds in which no variant has a discarded slice. If only the saturated launches of one variant
 * were discarded, its latency would look best where it was worst.
 * @param {SliceRecord[]} measured in an open loop
 * @param {SliceRecord[]} usable
 */
function ofWholeRounds(measured, usable) {
  const known = new Set(usable)
  const discarded = new Set(measured.filter(slice => !known.has(slice)).map(({ round }) => round))
  return measured.filter(({ round }) => !discarded.has(round))
}

/** @type {(variants: string[], slices: SliceRecord[], encodedOf: (slice: SliceRecord) => string) => Map<string, Histogram>} */
function histograms(variants, slices, encodedOf) {
  return new Map(
    variants.map(name => [name, mergeHistograms(slices.filter(({ variant }) => variant === name).map(encodedOf))])
  )
}

/**
 * @param {Map<string, Histogram>} byVariant @param {number} quantile
 * @returns {Record<string, number | null>} microseconds; null where too few requests are slower
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
function unitsOf(slices) {
  return [...new Set(slices.map(unitOf))]
}

/** @param {SliceRecord[]} slices */
function roundsOf(slices) {
  return [...new Set(slices.map(({ round }) => round))]
}

/**
 * Returns the latency of requests by percentile.
 * @param {string} variant
 * @param {Histogram} histogram in microseconds
 * @returns null with too few requests
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
    /** The usual percentiles, as far as they are known. */
    named: { quantiles: named, micros: named.map(microsAt) },
    maxMicros: microsAt(1)
  }

  /** @param {number} quantile */
  function microsAt(quantile) {
    return histogram.getValueAtPercentile(quantile * 100)
  }
}
