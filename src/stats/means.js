/**
 * Returns the sum; 0 without values.
 * @param {number[]} values
 */
export function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Returns the arithmetic mean; 0 without values.
 * @param {number[]} values
 */
export function mean(values) {
  return values.length === 0 ? 0 : sum(values) / values.length
}

/**
 * Returns the estimate of the population's variance (divided by n - 1).
 * @param {number[]} values at least two
 */
export function variance(values) {
  const middle = mean(values)
  return sum(values.map(value => (value - middle) ** 2)) / (values.length - 1)
}

/**
 * Returns the median, the mean of both middle values of an even number.
 * @param {number[]} values
 * @returns {number | null} null without values
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/**
 * Returns the middle value, of an even number the larger of both, so that it is one of the values.
 * @param {number[]} values
 * @returns {number | undefined} undefined without values
 */
export function medianHigh(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/**
 * Returns the geometric Hodges-Lehmann mean: the median of the means of all pairs of logarithms, each value paired with
 * itself too (Hodges and Lehmann 1963, doi 10.1214/aoms/1177704172). One disturbed value of several hardly moves it.
 * @param {number[]} values those that are not above 0 have no logarithm and are left out
 * @returns {number | null} null without a value above 0
 */
export function robustMean(values) {
  const logs = values.filter(value => value > 0).map(Math.log)
  const means = []
  for (const [index, one] of logs.entries()) for (const other of logs.slice(index)) means.push((one + other) / 2)
  const middle = median(means)
  return middle === null ? null : Math.exp(middle)
}
