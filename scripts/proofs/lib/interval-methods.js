import { meanInterval } from '../../../src/stats/intervals.js'
import { mean, median as medianOf, robustMean, variance } from '../../../src/stats/means.js'
import { seededRandom } from '../../../src/stats/seeded-random.js'
import { tFactor } from '../../../src/stats/t-distribution.js'

/** @import { SimulatedRound } from './simulate-rounds.js' */

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
  sum: eachLaunch(values => Math.log(mean(values))),
  'mean of logs': eachLaunch(values => mean(logsOf(values))),
  median: eachLaunch(values => median(logsOf(values))),
  'Hodges-Lehmann': eachLaunch(values => Math.log(robustMean(values) ?? Number.NaN)),
  Huber: huberOfRun,
  'Hodges-Lehmann of pairs': eachRound(pairs => Math.log(robustMean(pairs.map(Math.exp)) ?? Number.NaN))
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

/** @param {(values: number[]) => number} logOfLaunch */
function eachLaunch(logOfLaunch) {
  /** @param {SimulatedRound[]} rounds */
  return function logRatios(rounds) {
    return rounds.map(({ baseline, candidate }) => logOfLaunch(candidate) - logOfLaunch(baseline))
  }
}

/** @param {(logRatios: number[]) => number} middleOf */
function eachRound(middleOf) {
  /** @param {SimulatedRound[]} rounds */
  return function logRatios(rounds) {
    return rounds.map(({ baseline, candidate }) =>
      middleOf(candidate.map((value, slice) => Math.log(value / (baseline[slice] ?? Number.NaN))))
    )
  }
}

/**
 * Slices are weighted by their distance from the middle of their launch, in units of the scale of the whole run.
 * @param {SimulatedRound[]} rounds
 */
function huberOfRun(rounds) {
  const launches = rounds.map(({ baseline, candidate }) => [logsOf(baseline), logsOf(candidate)])
  const usual = madOf(launches.flat())
  return launches.map(([baseline = [], candidate = []]) => huber(candidate, usual) - huber(baseline, usual))
}

/** @param {number[]} values */
function median(values) {
  return medianOf(values) ?? Number.NaN
}

/** @param {number[]} values */
function logsOf(values) {
  return values.map(Math.log)
}

/**
 * Returns the scale of a normal distribution with these distances from the middle of the launch. With four values per
 * launch the distances from the median are too small by about a third.
 * @param {number[][]} launches
 */
function madOf(launches) {
  const distances = launches.flatMap(function distancesOf(values) {
    const middle = median(values)
    return values.map(value => Math.abs(value - middle))
  })
  return 1.4826 * 1.35 * median(distances)
}

/**
 * @param {number[]} values
 * @param {number} scale
 */
function huber(values, scale) {
  if (scale === 0) return median(values)
  let middle = median(values)
  for (let pass = 0; pass < 15; pass++) {
    const weights = values.map(value => Math.min(1, (1.345 * scale) / Math.abs(value - middle)))
    const weighted = values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)
    middle = weighted / weights.reduce((sum, weight) => sum + weight, 0)
  }
  return middle
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
  return meanInterval(
    rounds.flatMap(({ baseline, candidate }) =>
      candidate.map((value, slice) => Math.log(value / (baseline[slice] ?? Number.NaN)))
    )
  )
}
