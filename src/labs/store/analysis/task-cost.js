import { mean } from '../../../stats/means.js'
import { relativeLineFit } from '../../skeleton/line-fit.js'
import { meanRatio } from '../../skeleton/means.js'
import { lineCrossing } from './line-crossing.js'

/**
 * @import { CostRecord, StoreCost, TaskCost } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

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
 * @param {ReturnType<typeof lineCrossing>} crossing
 * @param {number} microsPerRound
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
  return new Set(records.map(({ rounds }) => rounds)).size > 1 && records.every(({ completed }) => completed > 0)
}

/** @param {CostRecord} record */
function timePoint({ rounds, durationMs, completed }) {
  return { x: rounds, y: (durationMs * 1e3) / completed }
}

/** @param {CostRecord} record */
function cpuPoint({ rounds, cpuMicros, completed }) {
  return { x: rounds, y: cpuMicros / completed }
}
