/** @type {Map<string, number>} the same few factors are needed thousands of times, and bisection is slow */
const known = new Map()

/**
 * Returns the factor of a two-sided t interval: the t for which P(|T| < t) = confidence. The probability is the finite series
 * of Abramowitz & Stegun, 26.7.3 (odd) and 26.7.4 (even degrees of freedom), inverted by bisection.
 * @param {number} confidence such as 0.95
 * @param {number} degrees of freedom, a whole number from 1 on
 * @returns {number}
 */
export function tFactor(confidence, degrees) {
  const key = `${confidence} ${degrees}`
  const factor = known.get(key) ?? bisectFactor(confidence, degrees)
  known.set(key, factor)
  return factor
}

/** @type {(confidence: number, degrees: number) => number} */
function bisectFactor(confidence, degrees) {
  let low = 0
  let high = 1e4
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2
    if (probabilityWithin(middle, degrees) < confidence) low = middle
    else high = middle
  }
  return high
}

/** @type {(t: number, degrees: number) => number} */
function probabilityWithin(t, degrees) {
  const angle = Math.atan(t / Math.sqrt(degrees))
  const cosine = Math.cos(angle)
  const isOdd = degrees % 2 === 1
  let term = isOdd ? cosine : 1
  let sum = degrees === 1 ? 0 : term
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine
    sum += term
  }
  return isOdd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum
}

/**
 * Returns the two-sided p-value of a t statistic.
 * @param {number} t
 * @param {number} degrees of freedom, a whole number from 1 on
 * @returns {number}
 */
export function tPValue(t, degrees) {
  return Math.max(0, 1 - probabilityWithin(Math.abs(t), degrees))
}
