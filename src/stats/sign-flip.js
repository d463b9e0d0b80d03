const STEPS = 100

/**
 * The exact two-sided p-value of a sign-flip (randomisation) test: were the two variants the same, each round's log-ratio
 * would as likely have had the other sign; p is the share of all 2^n choices of signs whose sum is as far from zero as the
 * one seen (Fisher 1935, The Design of Experiments, section 21).
 *
 * Choices are counted, not drawn. Sizes are rounded to whole steps, a hundredth of their mean, and with a sum T of all sizes and
 * P of those with a plus the sum is 2 P - T: the distribution of P is built up one round at a time. The step depends on the
 * sizes alone, not on the signs, so that the test of the rounded values keeps its level exactly, and rounding moves p by
 * less than a twentieth of itself. Probabilities are multiples of 2^-n, exact to 53 rounds and to 16 digits after.
 * @param {number[]} values one a round
 */
export function signFlipPValue(values) {
  const unit = values.reduce((sum, value) => sum + Math.abs(value), 0) / (STEPS * values.length)
  if (!(unit > 0)) return 1
  const steps = values.map(value => Math.sign(value) * Math.round(Math.abs(value) / unit))
  const sizes = steps.map(Math.abs)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const seen = Math.abs(steps.reduce((sum, step) => sum + step, 0))
  if (seen === 0) return 1
  return 2 * probabilityUpTo((total - seen) / 2, sizes)
}

/**
 * That the sizes on one side of a coin each add up to no more than `most`. Chances of more are never looked at.
 * @param {number} most
 * @param {number[]} sizes whole numbers
 */
function probabilityUpTo(most, sizes) {
  const chances = new Float64Array(most + 1)
  chances[0] = 1
  let reach = 0
  for (const size of sizes) {
    reach = Math.min(most, reach + size)
    for (let sum = reach; sum >= 0; sum--) {
      const without = sum >= size ? (chances[sum - size] ?? 0) : 0
      chances[sum] = ((chances[sum] ?? 0) + without) / 2
    }
  }
  return chances.reduce((sum, chance) => sum + chance, 0)
}
