import { median } from './means.js'

/**
 * What the slices of a launch say together: the geometric Hodges-Lehmann mean, that is the median of the means of all pairs
 * of logarithms, each value with itself too (Hodges and Lehmann 1963, doi 10.1214/aoms/1177704172).
 * @param {number[]} values of one launch; what is not above 0 has no logarithm and does not count
 * @returns {number | null} null without a value that counts
 */
export function robustMean(values) {
  const logs = values.filter(value => value > 0).map(Math.log)
  const means = []
  for (const [index, one] of logs.entries()) for (const other of logs.slice(index)) means.push((one + other) / 2)
  const middle = median(means)
  return middle === null ? null : Math.exp(middle)
}
