/**
 * Returns p-values corrected for their number (Holm 1979, A simple sequentially rejective multiple test procedure): of
 * identical variants, any of them is below 0.05 in 5% of runs at most.
 * @param {number[]} pValues
 * @returns {number[]} in the same order
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
