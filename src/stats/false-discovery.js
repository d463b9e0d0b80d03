/**
 * Benjamini and Hochberg's procedure (1995): of many tests, the ones to believe, so that on average no more than a share
 * of those believed are false. When nothing is true at all, that is also the chance to believe anything.
 * @param {number[]} pValues
 * @param {number} rate such as 0.05
 * @returns {number} believe p-values up to this one; 0 when none
 */
export function discoveryThreshold(pValues, rate) {
  const sorted = pValues.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((p, index) => p <= ((index + 1) / sorted.length) * rate)
  return sorted[last] ?? 0
}
