import { ALPHA } from './levels.js'

/**
 * Returns the largest p-value to accept among many tests: Benjamini and Hochberg's procedure (1995). On average no more than
 * a share of ALPHA of the accepted ones are false. If no effect is real, that is also the probability of accepting any.
 * @type {(pValues: number[]) => number} 0 when none is accepted
 */
export function discoveryThreshold(pValues) {
  const sorted = pValues.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((p, index) => p <= ((index + 1) / sorted.length) * ALPHA)
  return sorted[last] ?? 0
}
