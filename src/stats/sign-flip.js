import { ALPHA } from './levels.js'
import { sum } from './means.js'

const STEPS = 100
/** After so many rounds the number of choices is divided by as large a power of two. */
const SCALED_EVERY = 512

/**
 * Returns the exact two-sided p-value of a sign-flip (randomisation) test. If the two variants are identical, each round's
 * log-ratio has either sign with the same probability; p is the share of all 2^n choices of signs whose sum is at least as
 * far from zero as the observed one (Fisher 1935, The Design of Experiments, section 21).
 *
 * The choices are counted, not sampled. Sizes are rounded to whole steps of a hundredth of their mean. With the sum T of all
 * sizes and the sum P of the positive ones, the signed sum is 2 P - T: the distribution of P is built up one round at a time.
 * The step depends on the sizes alone, not on the signs, so the test of the rounded values keeps its level exactly, and
 * rounding changes p by less than a twentieth of itself. Probabilities are multiples of 2^-n, exact up to 53 rounds.
 * @param {number[]} values one per round
 */
export function signFlipPValue(values) {
  const unit = sum(values.map(Math.abs)) / (STEPS * values.length)
  if (!(unit > 0)) return 1
  const steps = values.map(value => Math.sign(value) * Math.round(Math.abs(value) / unit))
  const sizes = steps.map(Math.abs)
  const observed = Math.abs(sum(steps))
  if (observed === 0) return 1
  return 2 * probabilityUpTo((sum(sizes) - observed) / 2, sizes)
}

/**
 * Returns the fewest rounds in which the smallest p-value that there is, 2 of 2^n, is below 5% when it is one of several (Holm).
 * @param {number} tests how many p-values are decided together
 */
export function fewestRounds(tests) {
  return Math.ceil(Math.log2((2 * tests) / ALPHA))
}

/**
 * Returns the probability that the sizes, each included with probability 1/2, add up to at most `most`.
 * @param {number} most
 * @param {number[]} sizes whole numbers
 */
function probabilityUpTo(most, sizes) {
  const choices = new Float64Array(most + 1)
  choices[0] = 1
  let reach = 0
  for (const [index, size] of sizes.entries()) {
    reach = Math.min(most, reach + size)
    for (let total = reach; total >= size; total--)
      choices[total] = (choices[total] ?? 0) + (choices[total - size] ?? 0)
    // Before the number of choices is more than a number can hold.
    if ((index + 1) % SCALED_EVERY === 0) scale(choices, SCALED_EVERY)
  }
  scale(choices, sizes.length % SCALED_EVERY)
  return sum([...choices])
}

/** Divides by a power of two, which is exact. @param {Float64Array} values @param {number} exponent */
function scale(values, exponent) {
  const factor = 2 ** -exponent
  for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) * factor
}
