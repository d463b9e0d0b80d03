import { ALPHA } from '../../../stats/levels.js'
import { mean, sum, variance } from '../../../stats/means.js'
import { tFactor } from '../../../stats/t-distribution.js'
import { relativeLineFit } from '../../skeleton/line-fit.js'
import { meanRatio } from '../../skeleton/means.js'

/** @import { CostRecord, StoreCost, TaskCost } from '../types.js' */
/** @import { Mean } from '../../../stats/types.js' */

/** @typedef {{ x: number, y: number }} Point */

/**
 * Returns from which cost of a task on a pool serves more requests/s than the main thread: where the lines through their times per
 * request cross.
 * @param {StoreCost} cost
 * @param {CostRecord[]} measured those without a response, or without CPU, have no cost
 * @returns {TaskCost | null} null without a repeat that has two costs of both strategies
 */
export function taskCost({ operation, inline, pool, connections }, measured) {
  const records = measured.filter(({ completed, cpuMicros }) => completed > 0 && cpuMicros > 0)
  const repeats = [...new Set(records.map(({ repeat }) => repeat))].flatMap(repeat => {
    const [one, other] = [inline, pool].map(name =>
      records.filter(each => each.variant === name && each.repeat === repeat)
    )
    return one && other && isLine(one) && isLine(other) ? [{ one, other }] : []
  })
  if (repeats.length === 0) return null
  const microsPerRound = mean(repeats.map(({ one }) => relativeLineFit(one.map(cpuPoint)).slope))
  const crossing = lineCrossing(
    repeats.map(({ one, other }) => ({ one: one.map(timePoint), other: other.map(timePoint) }))
  )
  return {
    operation,
    inline,
    pool,
    connections,
    microsPerRound,
    rows: [...new Set(records.map(({ rounds }) => rounds))].toSorted((a, b) => a - b).flatMap(rowOf),
    ...outcomeOf(crossing, microsPerRound)
  }

  /** @param {number} rounds */
  function rowOf(rounds) {
    const [inlineMicros, poolMicros] = [timesAt(inline, rounds), timesAt(pool, rounds)]
    return inlineMicros && poolMicros ? [{ rounds, taskMicros: rounds * microsPerRound, inlineMicros, poolMicros }] : []
  }

  /** @param {string} variant @param {number} rounds */
  function timesAt(variant, rounds) {
    const own = records.filter(each => each.variant === variant && each.rounds === rounds)
    return meanRatio(own.map(record => timePoint(record).y))
  }
}

/**
 * @param {ReturnType<typeof lineCrossing>} crossing @param {number} microsPerRound
 * @returns {Pick<TaskCost, 'outcome' | 'crossingMicros'>}
 */
function outcomeOf(crossing, microsPerRound) {
  // Where the pool's line is the steeper one, it is above that of the main thread from the crossing on: for any cost if that is below 0.
  const isForSmallTasks = crossing?.steeper === 'other' && crossing.high >= 0
  // Where tasks with more rounds took no more CPU, the rounds have no cost that a crossing could be given in.
  if (!crossing || isForSmallTasks || microsPerRound <= 0) return { outcome: 'cannot tell', crossingMicros: null }
  const [value, low, high] = [crossing.x, crossing.low, crossing.high].map(rounds => rounds * microsPerRound)
  const crossingMicros = /** @type {Mean} */ ({ value, low, high })
  if (crossing.steeper === 'other') return { outcome: 'never', crossingMicros }
  return { outcome: crossing.high < 0 ? 'always' : 'from', crossingMicros }
}

/** @param {CostRecord[]} records */
function isLine(records) {
  return new Set(records.map(({ rounds }) => rounds)).size > 1
}

/** @param {CostRecord} record */
function timePoint({ rounds, durationMs, completed }) {
  return { x: rounds, y: (durationMs * 1e3) / completed }
}

/** @param {CostRecord} record */
function cpuPoint({ rounds, cpuMicros, completed }) {
  return { x: rounds, y: cpuMicros / completed }
}

/**
 * Returns where two lines cross, from repeats that each have points of both. The interval is Fieller's (Fieller 1954, Journal of the
 * Royal Statistical Society B 16, 175): all x where the mean distance of the lines does not differ significantly from 0.
 * @param {{ one: Point[], other: Point[] }[]} repeats with y > 0
 * @returns {{ x: number, low: number, high: number, steeper: 'one' | 'other' } | null} null with fewer than two repeats, and where the slopes do not differ
 *   significantly: then any x may be the crossing
 */
export function lineCrossing(repeats) {
  const differences = repeats.map(function differenceOf({ one, other }) {
    const [a, b] = [relativeLineFit(one), relativeLineFit(other)]
    return { intercept: a.intercept - b.intercept, slope: a.slope - b.slope }
  })
  if (differences.length < 2) return null
  const intercepts = differences.map(({ intercept }) => intercept)
  const slopes = differences.map(({ slope }) => slope)
  const [intercept, slope] = [mean(intercepts), mean(slopes)]
  const factor = tFactor(1 - ALPHA, differences.length - 1) ** 2 / differences.length
  // |intercept + slope x| <= t * error(x), squared: square * x² + 2 * linear * x + constant <= 0.
  const square = slope ** 2 - factor * variance(slopes)
  const linear = intercept * slope - factor * covariance(intercepts, slopes)
  const constant = intercept ** 2 - factor * variance(intercepts)
  if (square <= 0) return null
  const root = Math.sqrt(Math.max(0, linear ** 2 - square * constant))
  const [low, high] = [(-linear - root) / square, (-linear + root) / square]
  return { x: -intercept / slope, low, high, steeper: slope > 0 ? 'one' : 'other' }
}

/** @param {number[]} one @param {number[]} other */
function covariance(one, other) {
  const [middle, otherMiddle] = [mean(one), mean(other)]
  return sum(one.map((value, index) => (value - middle) * ((other[index] ?? 0) - otherMiddle))) / (one.length - 1)
}
