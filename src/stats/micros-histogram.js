/** Histograms of times: the generators fill them, the analysis merges them. */

import * as hdr from 'hdr-histogram-js'

const LONGEST_TRACKED_MICROS = 60e6

/**
 * @typedef {object} MicrosHistogram times in microseconds, accurate to three digits; longer than a minute counts as a minute
 * @property {(timeMs: number) => void} record
 * @property {(percentile: number) => number} at returns microseconds
 * @property {() => string} encode returns HdrHistogram V2, compressed, base64
 */

/** Creates an empty histogram. @returns {MicrosHistogram} */
export function microsHistogram() {
  const histogram = hdr.build({ highestTrackableValue: LONGEST_TRACKED_MICROS, numberOfSignificantValueDigits: 3 })
  return { record, at, encode }

  /** @type {MicrosHistogram['record']} */
  function record(timeMs) {
    histogram.recordValue(Math.min(Math.round(timeMs * 1e3), LONGEST_TRACKED_MICROS))
  }

  /** @type {MicrosHistogram['at']} */
  function at(percentile) {
    return histogram.getValueAtPercentile(percentile)
  }

  function encode() {
    return hdr.encodeIntoCompressedBase64(histogram)
  }
}

/** Returns an encoded histogram of times that were counted elsewhere. @param {[micros: number, count: number][]} counted */
export function encodeMicros(counted) {
  const histogram = hdr.build({ highestTrackableValue: LONGEST_TRACKED_MICROS, numberOfSignificantValueDigits: 3 })
  for (const [micros, count] of counted) histogram.recordValueWithCount(Math.min(micros, LONGEST_TRACKED_MICROS), count)
  return hdr.encodeIntoCompressedBase64(histogram)
}

/**
 * Returns the sum of encoded histograms.
 * @param {string[]} encoded as `encode` makes them
 * @returns {hdr.Histogram} in microseconds
 */
export function mergeHistograms(encoded) {
  const [first, ...others] = encoded
  if (first === undefined) return hdr.build({ highestTrackableValue: 2, numberOfSignificantValueDigits: 3 })
  const merged = hdr.decodeFromCompressedBase64(first)
  merged.autoResize = true
  for (const each of others) merged.add(upToLongest(hdr.decodeFromCompressedBase64(each)))
  return merged
}

/**
 * Shortens a histogram to the times that it has: to add it reads all its counts, and most are of longer times than any.
 * @param {hdr.Histogram} histogram
 */
function upToLongest(histogram) {
  const decoded = /** @type {hdr.JsHistogram} */ (histogram)
  decoded.countsArrayLength = decoded.countsArrayIndex(decoded.maxValue) + 1
  return decoded
}
