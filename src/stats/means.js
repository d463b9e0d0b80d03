/** Returns the sum; 0 without values. @param {number[]} values */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the arithmetic mean; 0 without values. @param {number[]} values */
export function mean(values) {
  return values.length === 0 ? 0 : sum(values) / values.length
}

/** Returns the geometric mean of positive values. @param {number[]} values at least one */
export function geometricMean(values) {
  const [only = 0] = values
  return values.length === 1 ? only : Math.exp(mean(values.map(Math.log)))
}

/** Returns the estimate of the population's variance (divided by n - 1). @param {number[]} values at least two */
export function variance(values) {
  const middle = mean(values)
  return sum(values.map(value => (value - middle) ** 2)) / (values.length - 1)
}

/**
 * Returns the median, the mean of both middle values of an even number.
 * @type {(values: number[]) => number | null} null without values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/**
 * Returns the middle value, of an even number the larger of both, so that it is one of the values.
 * @type {(values: number[]) => number | undefined} undefined without values
 */
export function medianHigh(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/**
 * Rounds values to whole numbers whose sum is the rounded sum of the values: all are rounded down, and those with the largest
 * fractions are raised by one (largest remainder method).
 * @param {number[]} values not negative
 * @returns {number[]} each less than one from its value
 */
export function roundKeepingSum(values) {
  const whole = values.map(Math.floor)
  const missing = Math.round(sum(values)) - sum(whole)
  const byFraction = values
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .sort((one, other) => other.fraction - one.fraction)
  for (const { index } of byFraction.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1
  return whole
}
