import { groupBy } from '../../stats/group-by.js'
import { sumOfEstimates } from '../../stats/intervals.js'
import { CONFIDENCE } from '../../stats/levels.js'
import { mean, medianHigh, sum, variance } from '../../stats/means.js'
import { tFactor, tPValue } from '../../stats/t-distribution.js'
import { unitOf } from '../../verdict/slices/unit-of.js'
import { sumOf } from './cost-map.js'
import { shiftedSquares } from './sampling-error.js'

/** @import { LaunchCosts } from './launch-costs.js' */
/** @import { BlameRow, CostDifference, CostOfRows } from '../types.js' */
/** @import { Tie } from '../unprofiled-cpu.js' */

/** The degrees of freedom given to the variance that is expected of samples. */
const PRIOR_DEGREES = 4
const FEWEST_SAMPLES = 10

/**
 * @typedef {object} Pairing rounds in which both variants were profiled, or machines with such rounds
 * @property {{ baseline: number[], candidate: number[] }[]} rounds indexes of launches: of a machine those of all its rounds; none of a
 *   missing baseline, which costs nothing
 * @property {number} launchesEach in a round: 1, or the mean number of rounds per machine
 * @property {number} costPerSample the mean of all launches
 * @property {number} costPerLaunch the mean cost of a request in the profiled threads
 * @property {number} launchVariance of the logarithm of a launch's total cost, between launches of one variant
 * @property {Tie | null} [tie] of launches that cost what their variants cost without a profiler
 */

/**
 * @param {Pick<LaunchCosts, 'variant' | 'round' | 'machine' | 'threads' | 'profiled'>[]} launches one per variant and round
 * @param {string | null} baseline @param {string} candidate @returns {Pairing}
 */
export function pairLaunches(launches, baseline, candidate) {
  const numbered = launches.map(({ variant, ...launch }, index) => ({ variant, unit: unitOf(launch), index }))
  const rounds = [...groupBy(numbered, ({ unit }) => unit).values()].map(function indexesIn(own) {
    const of = (/** @type {string | null} */ name) =>
      own.flatMap(({ variant, index }) => (variant === name ? index : []))
    return { baseline: of(baseline), candidate: of(candidate) }
  })
  const samples = launches.flatMap(({ threads }) => threads.map(({ tree }) => tree.sampleCount))
  const costPerSample = sum(launches.map(launch => launch.profiled)) / Math.max(1, sum(samples))
  // Machines differ in their speed, which both variants share.
  const wholes = groupBy(launches, ({ variant, machine }) => `${machine} ${variant}`)
  const logs = [...wholes.values()].map(own => own.map(launch => Math.log(launch.profiled)))
  const costPerLaunch = mean(launches.map(launch => launch.profiled))
  return {
    rounds,
    launchesEach: mean(rounds.map(round => round.candidate.length)),
    costPerSample,
    costPerLaunch,
    launchVariance: mean(logs.filter(hasSeveral).map(variance))
  }
}

/**
 * Returns the mean over rounds of candidate - baseline, with a t interval. The variance of a few rounds is a poor estimate,
 * and the smallest variances of hundreds of functions are the most wrong. But the variance to expect is known: a count of
 * samples varies as its size does, times a factor that is the same for all functions of a run, and every cost varies with
 * its launch. Both variances are weighted by their degrees of freedom (moderated t: Smyth 2004, doi 10.2202/1544-6115.1027).
 * @param {number[]} costs by launch
 * @param {Pairing} pairing
 * @param {number | null} dispersion {@link dispersionOf}; 0 for costs that vary only as launches do, null where no variance
 *   is expected
 * @param {number} [shift] {@link samplingShift}; what is common to all launches of a variant is not reduced by more of them
 * @returns {CostDifference}
 */
export function costDifference(costs, pairing, dispersion, shift = 0) {
  const { rounds, launchesEach, costPerSample, launchVariance, costPerLaunch } = pairing
  const { baseline, candidate, differences } = inRounds(costs, rounds)
  const difference = candidate - baseline
  const means = { baseline, candidate, difference }
  if (rounds.length < 2) return { ...means, low: null, high: null, pValue: 1 }
  const own = variance(differences)
  const degrees = rounds.length - 1
  const common = commonErrors(means, pairing.tie)
  if (dispersion === null) return { ...means, ...interval(difference, own / rounds.length, degrees, common) }
  const counting = dispersion * countingVariance(baseline, candidate, costPerSample)
  const expected = (counting + launchVariance * (baseline ** 2 + candidate ** 2)) / launchesEach
  const moderated = (PRIOR_DEGREES * expected + degrees * own) / (PRIOR_DEGREES + degrees)
  // The costs of a thread add up to its CPU: the larger a part, the smaller the rest that a shift can move cost to or from.
  const rest = 1 - (baseline + candidate) / 2 / costPerLaunch
  const shifted = shift * shiftedSquares(baseline, candidate) * rest ** 2
  return { ...means, ...interval(difference, moderated / rounds.length + shifted, degreesOf(pairing), common) }
}

/**
 * Returns the degrees of freedom of an interval of {@link costDifference}, where a variance is expected.
 * @param {Pick<Pairing, 'rounds'>} pairing
 */
export function degreesOf({ rounds }) {
  return PRIOR_DEGREES + rounds.length - 1
}

/**
 * Returns the factor by which the costs of functions vary more between rounds than counts of samples do; at least 1.
 * @param {number[][]} rows costs by launch, one row per function
 * @param {Pairing} pairing
 */
export function dispersionOf(rows, { rounds, launchesEach, costPerSample }) {
  if (rounds.length < 2) return 1
  const ratios = rows.flatMap(function ratioOf(costs) {
    const { baseline, candidate, differences } = inRounds(costs, rounds)
    if (baseline + candidate < FEWEST_SAMPLES * costPerSample) return []
    return [(variance(differences) * launchesEach) / countingVariance(baseline, candidate, costPerSample)]
  })
  const median = medianHigh(ratios)
  return median === undefined ? 1 : Math.max(1, median / medianOfRatio(rounds.length - 1))
}

/**
 * Returns the mean cost of both variants, and the difference of each round.
 * @param {number[]} costs by launch
 * @param {Pairing['rounds']} rounds
 */
function inRounds(costs, rounds) {
  const differences = []
  let [baseline, candidate] = [0, 0]
  for (const round of rounds) {
    const [before, after] = [meanAt(round.baseline), meanAt(round.candidate)]
    baseline += before
    candidate += after
    differences.push(after - before)
  }
  const count = Math.max(1, rounds.length)
  return { baseline: baseline / count, candidate: candidate / count, differences }

  /** @param {number[]} indexes of launches */
  function meanAt(indexes) {
    let total = 0
    for (const index of indexes) total += costs[index] ?? 0
    return total / Math.max(1, indexes.length)
  }
}

/** Returns the median of chi-square over its degrees of freedom (Wilson and Hilferty 1931). @param {number} degrees */
function medianOfRatio(degrees) {
  return (1 - 2 / (9 * degrees)) ** 3
}

/**
 * Returns the variance of the difference of two costs that are counts of samples: the variance of n is n. Each count is
 * taken one sample larger, because a function without samples may still have a cost.
 * @type {(baseline: number, candidate: number, costPerSample: number) => number}
 */
function countingVariance(baseline, candidate, costPerSample) {
  return costPerSample * (baseline + candidate + costPerSample)
}

/**
 * Returns how wrong a difference can be since both variants cost what launches without a profiler cost: by the error of the ratio, all that the
 * candidate costs, and by that of the baseline, the difference itself.
 * @type {(costs: { candidate: number, difference: number }, tie?: Tie | null) => { ofRatio: number, ofBaseline: number }} half-widths
 */
export function commonErrors({ candidate, difference }, tie) {
  return { ofRatio: (tie?.ratioError ?? 0) * candidate, ofBaseline: (tie?.baselineError ?? 0) * difference }
}

/**
 * @param {number} difference @param {number} ofMean its variance @param {number} degrees
 * @param {ReturnType<typeof commonErrors>} common that of the baseline is one of scale, and no reason to doubt the sign
 */
function interval(difference, ofMean, degrees, { ofRatio, ofBaseline }) {
  const factor = tFactor(CONFIDENCE, degrees)
  const own = Math.hypot(factor * Math.sqrt(ofMean), ofRatio)
  const half = Math.hypot(own, ofBaseline)
  const pValue = difference === 0 ? 1 : tPValue((difference * factor) / own, degrees)
  return { low: difference - half, high: difference + half, pValue }
}

/** @param {number[]} values */
function hasSeveral(values) {
  return values.length > 1
}

/**
 * Returns the cost of several rows together. Samples are compared as one row; what was measured directly is independent of
 * them.
 * @param {{ costs: number[], row: Pick<BlameRow, 'threads' | 'cost'> }[]} rows with their costs by launch, at least one
 * @param {(costs: number[]) => CostOfRows['cost']} compareSamples @returns {CostOfRows['cost']}
 */
export function costOfRows(rows, compareSamples) {
  const samples = rows.filter(({ row }) => row.threads === null)
  const measured = rows.filter(({ row }) => row.threads !== null)
  /** @type {CostOfRows['cost'][]} */
  const sampled =
    samples.length > 1 ? [compareSamples(sumOf(samples.map(({ costs }) => costs)))] : samples.map(({ row }) => row.cost)
  return [...sampled, ...measured.map(({ row }) => row.cost)].reduce(sumOfCosts)
}

/** Returns the sum of two costs that are independent. @type {(one: CostOfRows['cost'], other: CostOfRows['cost']) => CostOfRows['cost']} */
export function sumOfCosts(one, other) {
  const [baseline, candidate] = [one.baseline + other.baseline, one.candidate + other.candidate]
  const costs = { baseline, candidate, difference: candidate - baseline, low: null, high: null }
  if (one.low === null || one.high === null || other.low === null || other.high === null) return costs
  const { low, high } = sumOfEstimates([
    { value: one.difference, low: one.low, high: one.high },
    { value: other.difference, low: other.low, high: other.high }
  ])
  return { ...costs, low, high }
}
