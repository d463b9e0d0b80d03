import { mean, sum, variance } from '../../../src/stats/means.js'

/**
 * How other tools decide whether two servers differ, as pure functions, and Student's t distribution with any degrees of
 * freedom, which they need and the workshop does not.
 *
 * @typedef {{ mean: number, variance: number, size: number }} Sample
 *
 * @typedef {object} RateSummary a row of autocannon's result
 * @property {number} mean per second
 * @property {number} stddev of the seconds
 *
 * @typedef {object} ToolSummary what autocannon-compare reads of autocannon's result
 * @property {RateSummary & { total: number }} requests
 * @property {RateSummary} throughput bytes
 * @property {number} duration seconds
 *
 * @typedef {{ requests: number, bytes: number, ms: number }} RateSample about a second of load
 */

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7
]
const COMPARE_ALPHA = 0.1
const COMPARE_GATE_PERCENT = 5

/**
 * autocannon-compare 0.4 (github.com/mcollina/autocannon-compare, compare.js at 9ba26c5, its last change): Welch's test on
 * the seconds' mean and deviation, of requests with as many samples as there were requests, of bytes with as many as there
 * were seconds. The winner is decided by bytes: at 10% significance, and by more than 5%.
 * @param {ToolSummary} a
 * @param {ToolSummary} b
 */
export function autocannonCompare(a, b) {
  const requests = calculate(a.requests, b.requests, a.requests.total, b.requests.total)
  const throughput = calculate(a.throughput, b.throughput, a.duration, b.duration)
  const aWins = throughput.isSignificant && throughput.differencePercent > COMPARE_GATE_PERCENT
  const bWins = throughput.isSignificant && throughput.differencePercent < -COMPARE_GATE_PERCENT
  return { requests, throughput, aWins, bWins, equal: !aWins && !bWins }
}

/**
 * @param {RateSummary} a
 * @param {RateSummary} b
 * @param {number} aSize
 * @param {number} bSize
 */
function calculate(a, b, aSize, bSize) {
  const { pValue, error, degrees } = welchTest(
    { mean: a.mean, variance: a.stddev ** 2, size: aSize },
    { mean: b.mean, variance: b.stddev ** 2, size: bSize }
  )
  return {
    pValue,
    isSignificant: pValue < COMPARE_ALPHA,
    differencePercent: Math.round(((a.mean - b.mean) / b.mean) * 1e4) / 100,
    /** It prints none: this is the half-width of the 95% interval of the same test. */
    halfWidth: (tBeyond(0.05, degrees) * error) / b.mean
  }
}

/**
 * Returns what autocannon would have printed of a load: the deviation is that of the seconds themselves, as in its histogram.
 * @param {RateSample[]} samples
 * @returns {ToolSummary}
 */
export function summariseSamples(samples) {
  const total = sum(samples.map(({ requests }) => requests))
  return {
    requests: { ...rateSummary(samples.map(({ requests, ms }) => (requests / ms) * 1e3)), total },
    throughput: rateSummary(samples.map(({ bytes, ms }) => (bytes / ms) * 1e3)),
    duration: sum(samples.map(({ ms }) => ms)) / 1e3
  }
}

/** @param {number[]} rates */
function rateSummary(rates) {
  return { mean: mean(rates), stddev: Math.sqrt((variance(rates) * (rates.length - 1)) / rates.length) }
}

/**
 * node core's benchmark/compare.js and compare.R: one figure per fresh process, both sides in turn, Welch's test at 5%. Its
 * interval is that of the difference, divided by the mean of the old side, as the improvement is.
 * @param {number[]} baseline one figure per process
 * @param {number[]} candidate
 */
export function nodeCoreCompare(baseline, candidate) {
  const [one, other] = [sampleOf(baseline), sampleOf(candidate)]
  const { pValue, error, degrees } = welchTest(one, other)
  const relative = other.mean / one.mean - 1
  const halfWidth = (tBeyond(0.05, degrees) * error) / one.mean
  return { pValue, relative, low: relative - halfWidth, high: relative + halfWidth, halfWidth }
}

/** @param {number[]} values */
function sampleOf(values) {
  return { mean: mean(values), variance: variance(values), size: values.length }
}

/**
 * Welch's test (Biometrika 34, 1947).
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
 * Returns the two-sided p-value of a t statistic (Abramowitz & Stegun 26.7.1 with 26.5.27).
 * @param {number} t
 * @param {number} degrees
 */
export function tailsBeyond(t, degrees) {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
}

/**
 * Returns the t beyond which lies a share of `tails`, both sides added.
 * @param {number} tails such as 0.05
 * @param {number} degrees
 */
export function tBeyond(tails, degrees) {
  const logHeight = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI)
  let t = 0
  // Newton's steps from below: the tails are convex in t, so no step overshoots.
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
