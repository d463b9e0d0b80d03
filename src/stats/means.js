/** @param {number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** @param {number[]} values none have a mean of 0 */
export function mean(values) {
  return values.length === 0 ? 0 : sum(values) / values.length
}

/**
 * Of the values a sample is of, not of the sample.
 * @param {number[]} values at least two
 */
export function variance(values) {
  const middle = mean(values)
  return sum(values.map(value => (value - middle) ** 2)) / (values.length - 1)
}

/**
 * @param {number[]} values
 * @returns {number | null} null where there is none
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
