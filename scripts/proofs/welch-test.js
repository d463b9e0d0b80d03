/**
 * Student's t distribution with any degrees of freedom, and Welch's test (Biometrika 34, 1947): what the comparisons need
 * that the workshop's are set beside. The workshop's own intervals have whole degrees of freedom and need none of it.
 *
 * @typedef {{ mean: number, variance: number, size: number }} Sample
 */

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7
]

/**
 * @param {Sample} one
 * @param {Sample} other
 */
export function welchTest(one, other) {
  const [oneError, otherError] = [one.variance / one.size, other.variance / other.size]
  const error = Math.sqrt(oneError + otherError)
  const degrees = (oneError + otherError) ** 2 / (oneError ** 2 / (one.size - 1) + otherError ** 2 / (other.size - 1))
  const t = (other.mean - one.mean) / error
  return { t, degrees, error, pValue: tailsBeyond(t, degrees) }
}

/**
 * The two-sided p-value of a t statistic (Abramowitz & Stegun 26.7.1 with 26.5.27).
 * @param {number} t
 * @param {number} degrees
 */
export function tailsBeyond(t, degrees) {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
}

/**
 * The t beyond which, on both sides together, lies so much.
 * @param {number} tails such as 0.05
 * @param {number} degrees
 */
export function tBeyond(tails, degrees) {
  const logHeight = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI)
  let t = 0
  // Newton's steps from below: the tails are convex in t, so that no step goes too far.
  for (let step = 0; step < 100; step++) {
    const height = Math.exp(logHeight - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees))
    const further = (tailsBeyond(t, degrees) - tails) / (2 * height)
    t += further
    if (further < 1e-9 * t) break
  }
  return t
}

/**
 * The regularised incomplete beta function by its continued fraction (Abramowitz & Stegun 26.5.8), on the side where that
 * converges.
 * @param {number} x
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function incompleteBeta(x, a, b) {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const logFactor = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)
  return Math.exp(logFactor) / (a * betaFraction(x, a, b))
}

/**
 * 1 + d1 / (1 + d2 / (1 + ...)), by Lentz's method.
 * @param {number} x
 * @param {number} a
 * @param {number} b
 */
function betaFraction(x, a, b) {
  let value = 1
  let numerator = 1
  let denominator = 0
  for (let step = 1; step < 5000; step++) {
    const m = step >> 1
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    const term = step % 2 === 0 ? even : odd
    denominator = 1 / (1 + term * denominator)
    numerator = 1 + term / numerator
    value *= numerator * denominator
    if (Math.abs(numerator * denominator - 1) < 1e-12) return value
  }
  return value
}

/**
 * Lanczos' approximation with g = 7.
 * @param {number} x above 0
 * @returns {number}
 */
function logGamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  const series = LANCZOS.reduce((sum, factor, index) => sum + factor / (x + index), 0.9999999999998099)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series)
}
