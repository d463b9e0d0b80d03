import { meanInterval } from '../../../src/stats/intervals.js'
import { mean, median, sum, variance } from '../../../src/stats/means.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { tFactor } from '../../../src/stats/t-distribution.js'

/** @import { SimulatedRound, SimulatedSlice } from './simulate-rounds.js' */

/**
 * The ways to get from slices to an interval that were compared; the chosen ones are in src/stats.
 *
 * @typedef {{ low: number, high: number }} Interval of the log-ratio
 */

/**
 * Each combines the slices of a round to one log-ratio.
 * @type {Record<string, (rounds: SimulatedRound[]) => number[]>}
 */
export const sliceMethods = {
  'ratio of sums': eachRound(({ baseline, candidate }) => Math.log(ratioOfSums(candidate) / ratioOfSums(baseline))),
  'mean of paired logs': eachRound(round => mean(pairedLogs(round))),
  'Hodges-Lehmann': eachRound(
    ({ baseline, candidate }) => hodgesLehmann(logCosts(candidate)) - hodgesLehmann(logCosts(baseline))
  ),
  'Hodges-Lehmann of pairs': eachRound(round => hodgesLehmann(pairedLogs(round)))
}

/**
 * Each makes an interval from one number per round.
 * @type {Record<string, (values: number[]) => Interval>}
 */
export const roundMethods = {
  t: meanInterval,
  'trimmed t': trimmedInterval,
  'sign-flip': signFlipInterval
}

/** @param {(round: SimulatedRound) => number} logRatioOf */
function eachRound(logRatioOf) {
  return (/** @type {SimulatedRound[]} */ rounds) => rounds.map(logRatioOf)
}

/**
 * Returns the cost per request of a launch, as the analysis takes it.
 * @param {SimulatedSlice[]} slices
 */
export function ratioOfSums(slices) {
  return sum(slices.map(slice => slice.cpuMicros)) / sum(slices.map(slice => slice.completed))
}

/** @param {SimulatedSlice[]} slices */
function logCosts(slices) {
  return slices.map(({ cpuMicros, completed }) => Math.log(cpuMicros / completed))
}

/** @param {SimulatedRound} round */
function pairedLogs({ baseline, candidate }) {
  const costs = logCosts(baseline)
  return logCosts(candidate).map((cost, slice) => cost - (costs[slice] ?? Number.NaN))
}

/**
 * Returns the median of the means of all pairs, each value paired with itself too (Hodges and Lehmann 1963,
 * doi 10.1214/aoms/1177704172).
 * @param {number[]} values
 */
function hodgesLehmann(values) {
  const means = values.flatMap((one, index) => values.slice(index).map(other => (one + other) / 2))
  return median(means) ?? Number.NaN
}

/**
 * A fifth trimmed on either side (Yuen 1974, for one sample as in Tukey and McLaughlin 1963).
 * @param {number[]} values
 */
function trimmedInterval(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(0.2 * sorted.length)
  const kept = sorted.slice(cut, sorted.length - cut)
  const winsorized = sorted.map(value => Math.min(Math.max(value, kept[0] ?? value), kept.at(-1) ?? value))
  const error = Math.sqrt(variance(winsorized) * ((sorted.length - 1) / (kept.length * (kept.length - 1))))
  const half = tFactor(0.95, kept.length - 1) * error
  return { low: mean(kept) - half, high: mean(kept) + half }
}

/**
 * Returns all effects that an exact sign-flip test at 5% does not reject, by bisection; with random flips from 9 rounds on.
 * @param {number[]} values
 */
function signFlipInterval(values) {
  const exact = values.length <= 8
  const random = seededRandom(1)
  const flips = Array.from({ length: exact ? 2 ** values.length : 800 }, (_, flip) =>
    values.map((_, index) => ((exact ? flip >> index : random() * 2) & 1 ? 1 : -1))
  )
  const middle = mean(values)
  const reach = Math.max(...values) - Math.min(...values)
  return { low: edge(middle - reach), high: edge(middle + reach) }

  /** @param {number} far rejected */
  function edge(far) {
    let inside = middle
    let outside = far
    for (let step = 0; step < 14; step++) {
      const tried = (inside + outside) / 2
      if (isRejected(tried)) outside = tried
      else inside = tried
    }
    return outside
  }

  /** @param {number} effect */
  function isRejected(effect) {
    const centred = values.map(value => value - effect)
    const seen = Math.abs(centred.reduce((sum, value) => sum + value, 0)) - 1e-12
    let asFar = 0
    for (const flip of flips) {
      let sum = 0
      for (let index = 0; index < centred.length; index++) sum += (flip[index] ?? 0) * (centred[index] ?? 0)
      if (Math.abs(sum) >= seen) asFar++
    }
    return asFar / flips.length <= 0.05
  }
}

/**
 * Draws pairs of launches again, then slices within each launch, and returns the middle 95% of the means.
 * @param {SimulatedRound[]} rounds
 * @param {(rounds: SimulatedRound[]) => number[]} combineSlices
 * @param {number} seed
 * @param {number} [draws]
 * @returns {Interval}
 */
export function bootstrapInterval(rounds, combineSlices, seed, draws = 400) {
  const random = seededRandom(seed)
  const means = Array.from({ length: draws }, () =>
    mean(
      combineSlices(
        again(rounds).map(({ baseline, candidate }) => ({ baseline: again(baseline), candidate: again(candidate) }))
      )
    )
  ).sort((a, b) => a - b)
  return { low: means[Math.floor(0.025 * draws)] ?? 0, high: means[Math.ceil(0.975 * draws) - 1] ?? 0 }

  /**
   * @template T
   * @param {T[]} items
   */
  function again(items) {
    return items.map(() => /** @type {T} */ (items[Math.floor(random() * items.length)]))
  }
}

/**
 * The mistake to avoid: every slice taken as a sample of its own.
 * @param {SimulatedRound[]} rounds
 * @returns {Interval}
 */
export function naiveInterval(rounds) {
  return meanInterval(rounds.flatMap(pairedLogs))
}
