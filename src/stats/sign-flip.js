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
 * Returns the probability that the sizes, each included with probability 1/2, add up to at most `most`. The sums of one half of the
 * sizes are combined with those of the other half: each half takes a quarter of the steps.
 * @param {number} most
 * @param {number[]} sizes whole numbers
 */
function probabilityUpTo(most, sizes) {
  const middle = sizes.length >> 1
  const chances = chancesOf(sizes.slice(0, middle))
  const upTo = chancesOf(sizes.slice(middle))
  for (let total = 1; total < upTo.length; total++) upTo[total] = (upTo[total] ?? 0) + (upTo[total - 1] ?? 0)
  let probability = 0
  for (let total = 0; total < chances.length && total <= most; total++)
    probability += (chances[total] ?? 0) * (upTo[Math.min(most - total, upTo.length - 1)] ?? 0)
  return probability
}

/**
 * Returns the probability of each sum of sizes. They are symmetric around the middle, so only the lower half is counted.
 * @param {number[]} sizes
 */
function chancesOf(sizes) {
  const choices = new Float64Array(sum(sizes) + 1)
  choices[0] = 1
  let reach = 0
  for (const [index, size] of sizes.entries()) {
    const middle = (reach + size) >> 1
    mirror(choices, reach, middle)
    for (let total = middle; total >= size; total--)
      choices[total] = (choices[total] ?? 0) + (choices[total - size] ?? 0)
    // Before the number of choices is more than a number can hold.
    if ((index + 1) % SCALED_EVERY === 0) scale(choices, SCALED_EVERY)
    reach += size
  }
  mirror(choices, reach, reach)
  scale(choices, sizes.length % SCALED_EVERY)
  return choices
}

/** Sets the choices of the sums above the middle of `reach`, up to `last`. @type {(choices: Float64Array, reach: number, last: number) => void} */
function mirror(choices, reach, last) {
  for (let total = (reach >> 1) + 1; total <= last; total++)
    choices[total] = total <= reach ? (choices[reach - total] ?? 0) : 0
}

/** Divides by a power of two, which is exact. @param {Float64Array} values @param {number} exponent */
function scale(values, exponent) {
  const factor = 2 ** -exponent
  for (let index = 0; index < values.length; index++) values[index] = (values[index] ?? 0) * factor
}
