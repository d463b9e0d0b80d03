import * as hdr from 'hdr-histogram-js'

/**
 * @param {string[]} encoded histograms of microseconds (HdrHistogram V2, compressed, base64)
 * @returns {hdr.Histogram} their sum, to three digits
 */
export function mergeHistograms(encoded) {
  const merged = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    autoResize: true,
    numberOfSignificantValueDigits: 3
  })
  for (const each of encoded) merged.add(hdr.decodeFromCompressedBase64(each))
  return merged
}
