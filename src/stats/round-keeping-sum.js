import { sum } from './means.js'

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
