import { detectableEffect } from '../../src/stats/detectable-effect.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { drawRounds, shareOf, swapLabels } from './lib/draw.js'
import {
  findsWorse,
  judgeRun,
  logMargin,
  MARGIN_RATIO,
  medianWidth,
  roundsThatFit,
  worseningSign
} from './lib/methods.js'
import { metrics } from './lib/slice-bank.js'
import { changeCell, finePercent, header, metricName, percent, quantile, row } from './lib/tables.js'

/**
 * @import { JudgedRun } from './lib/methods.js'
 * @import { InterleavedBank, Metric } from './lib/slice-bank.js'
 */

const WALLS_MS = [60_000, 300_000]
const PLANTED = ['burn-3.6', 'burn-9', 'burn-18']
const POWER = 0.8

/**
 * Table 2: how often a planted cost is found, and which cost would be found in four runs of five.
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function powerTable(bank, draws) {
  const plans = WALLS_MS.map(wallMs => ({ wall: `${wallMs / 1e3} s`, rounds: roundsThatFit(bank.timing, wallMs) }))
  /** @type {Map<string, JudgedRun[]>} */
  const drawn = new Map()
  return [`${plans.map(planText).join('; ')}.`, '', ...metrics.flatMap(metricTable), ...foundTable()]

  /** @param {{ wall: string, rounds: number }} plan */
  function planText({ wall, rounds }) {
    const [same = 0, planted = 0] = ['none again', 'burn-9'].map(name => bank.roundsOf('cpuMainThread', name).length)
    const isMore = rounds > Math.min(same, planted)
    const how = isMore
      ? ` *, with replacement where fewer were recorded (${same} A/A, ${planted} of each injected cost)`
      : ''
    return `${wall}: ${rounds} rounds${how}`
  }

  /** @param {Metric} metric */
  function metricTable(metric) {
    const rules = plans.flatMap(({ wall }) => [`${wall}: excludes 0`, 'slower'])
    return [...header([metricName(metric), 'injected', 'all recorded rounds', ...rules]), ...PLANTED.map(powerRow), '']

    /** @param {string} variant */
    function powerRow(variant) {
      const { change } = judgeRun(metric, bank.roundsOf(metric, variant))
      const cells = plans.flatMap(({ rounds }) => powerOf(runsOf(metric, variant, rounds)))
      const shares = cells.map(cell => percent(cell))
      return row(variant, `${bank.truthOf(variant).toFixed(1)} µs`, changeCell(change), ...shares)
    }
  }

  function foundTable() {
    const rules = ['excludes 0', 'slower'].flatMap(rule => [`${rule}: by formula`, 'A/A, shifted', 'injected'])
    return [
      ...header(['detected in 80% of runs', 'wall time', 'half-width (median)', ...rules]),
      ...metrics.flatMap(metric => plans.map(({ wall, rounds }) => foundRow(metric, wall, rounds)))
    ]
  }

  /** @type {(metric: Metric, wall: string, rounds: number) => string} */
  function foundRow(metric, wall, rounds) {
    const same = runsOf(metric, 'none again', rounds)
    const { spread } = judgeRun(metric, bank.roundsOf(metric, 'none again')).change
    const planted = PLANTED.map(variant => ({
      size: judgeRun(metric, bank.roundsOf(metric, variant)).worse,
      power: powerOf(runsOf(metric, variant, rounds))
    }))
    const points = [{ size: 0, power: powerOf(same) }, ...planted]
    const cells = /** @type {const} */ ([0, 1]).flatMap(rule => [
      detectableEffect({ spread, rounds, marginRatio: rule === 0 ? 0 : MARGIN_RATIO }),
      // A run with this middle and half-width would find an effect of this size, and no smaller one.
      toRatio(
        quantile(
          same.map(run => run.halfWidth - run.worse + (rule === 0 ? 0 : logMargin(metric))),
          POWER
        )
      ),
      toRatio(
        sizeFoundWith(
          POWER,
          points.map(({ size, power }) => ({ size, power: power[rule] }))
        )
      )
    ])
    return row(metricName(metric), wall, finePercent(medianWidth(same)), ...cells.map(cell => percent(cell)))

    /** @param {number} worse log-ratio */
    function toRatio(worse) {
      return Math.abs(Math.expm1(worseningSign(metric) * worse))
    }
  }

  /** @type {(metric: Metric, variant: string, rounds: number) => JudgedRun[]} */
  function runsOf(metric, variant, rounds) {
    const key = `${metric} ${variant} ${rounds}`
    const runs = drawn.get(key) ?? drawRuns(metric, variant, rounds)
    drawn.set(key, runs)
    return runs
  }

  /** @type {(metric: Metric, variant: string, rounds: number) => JudgedRun[]} */
  function drawRuns(metric, variant, rounds) {
    const random = seededRandom(rounds)
    const recorded = bank.roundsOf(metric, variant)
    return Array.from({ length: draws }, function drawRun() {
      const run = drawRounds(recorded, rounds, random)
      return judgeRun(metric, variant === 'none again' ? swapLabels(run, random) : run)
    })
  }
}

/** @type {(runs: JudgedRun[]) => [number, number]} shares: 0 outside on the side of worse, and the verdict */
function powerOf(runs) {
  return [shareOf(runs, findsWorse), shareOf(runs, ({ verdict }) => verdict === 'slower')]
}

/**
 * Interpolates linearly between the planted sizes.
 * @param {number} wanted
 * @param {{ size: number, power: number }[]} points from the smallest size up
 * @returns {number} NaN where the largest is not found that often
 */
export function sizeFoundWith(wanted, points) {
  const above = points.findIndex(({ power }) => power >= wanted)
  const [upper, lower] = [points[above], points[above - 1]]
  if (!upper) return Number.NaN
  if (!lower) return upper.size
  return lower.size + ((wanted - lower.power) / (upper.power - lower.power)) * (upper.size - lower.size)
}
