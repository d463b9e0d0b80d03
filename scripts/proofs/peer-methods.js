import { mean, sum, variance } from '../../src/stats/means.js'
import { tBeyond, welchTest } from './welch-test.js'

/**
 * How others decide whether two servers differ, as small pure functions.
 *
 * @typedef {object} RateSummary a row of autocannon's result
 * @property {number} mean a second
 * @property {number} stddev of the seconds
 *
 * @typedef {object} ToolSummary of autocannon's result what autocannon-compare reads
 * @property {RateSummary & { total: number }} requests
 * @property {RateSummary} throughput bytes
 * @property {number} duration seconds
 *
 * @typedef {{ requests: number, bytes: number, ms: number }} RateSample about a second of load
 */

const COMPARE_ALPHA = 0.1
const COMPARE_GATE_PERCENT = 5

/**
 * autocannon-compare 0.4 (github.com/mcollina/autocannon-compare, compare.js at 9ba26c5, its last change): Welch's test on
 * the seconds' mean and deviation, of requests with as many samples as there were requests, of bytes with as many as there
 * were seconds. The winner is told by bytes: beyond 10 % significance, and by more than 5 %.
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
    /** It prints none: that of the 95 % interval of the same test, to be compared. */
    halfWidth: (tBeyond(0.05, degrees) * error) / b.mean
  }
}

/**
 * What autocannon would have told of a load: the deviation is that of the seconds themselves, as its histogram has it.
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
 * node core's benchmark/compare.js and compare.R: one figure a fresh process, both sides in turn, Welch's test at 5 %. Its
 * interval is that of the difference, brought to the mean of the old side, as the improvement is.
 * @param {number[]} baseline one figure a process
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
