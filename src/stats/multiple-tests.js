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

/**
 * Returns p-values corrected for their number (Holm 1979, A simple sequentially rejective multiple test procedure): of
 * identical variants, any of them is below 0.05 in 5% of runs at most.
 * @type {(pValues: number[]) => number[]} in the same order
 */
export function holmAdjusted(pValues) {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1))
  const adjusted = pValues.map(() => 1)
  let largest = 0
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}
