import { detectableEffect } from '../../src/stats/detectable-effect.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { findsWorse, judgeRun, logMargin, MARGIN_RATIO, roundsThatFit, worseningSign } from './our-runs.js'
import { drawRounds, quantile, shareOf, swapLabels } from './resampling.js'
import { metrics } from './slice-bank.js'
import { change, finePercent, medianWidth, metricName, percent, row } from './table-words.js'

/**
 * @import { JudgedRun } from './our-runs.js'
 * @import { InterleavedBank, Metric } from './slice-bank.js'
 */

/**
 * Table 2: how often a planted cost is found, and which would be found in four runs of five. What the columns are is told
 * in docs/verdicts.md.
 */

const WALLS_MS = [60_000, 300_000]
const PLANTED = ['burn-3.6', 'burn-9', 'burn-18']
const POWER = 0.8

/**
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function powerTables(bank, draws) {
  const counts = WALLS_MS.map(wallMs => roundsThatFit(bank.timing, wallMs))
  /** @type {Map<string, JudgedRun[]>} */
  const drawn = new Map()
  const fit = WALLS_MS.map(
    (wallMs, index) => `${wallMs / 1e3} s: ${counts[index]} rounds${drawnHow(counts[index] ?? 0)}`
  )
  return [`${fit.join('; ')}.`, '', ...metrics.flatMap(powerTable), ...foundTable()]

  /** @param {number} count */
  function drawnHow(count) {
    const [same, planted] = ['none again', 'burn-9'].map(variant => bank.roundsOf('cpuMainThread', variant).length)
    const isMore = count > Math.min(same ?? 0, planted ?? 0)
    return isMore ? ` *, with replacement where the bank has fewer (${same} A/A, ${planted} of each planted)` : ''
  }

  /** @param {Metric} metric */
  function powerTable(metric) {
    const walls = WALLS_MS.flatMap(wallMs => [`${wallMs / 1e3} s: 0 outside`, 'slower'])
    return [
      row(metricName(metric), 'planted', 'in the whole bank', ...walls),
      row(':--', '--:', '--:', ...walls.map(() => '--:')),
      ...PLANTED.map(variant => powerRow(metric, variant)),
      ''
    ]
  }

  /** @param {Metric} metric @param {string} variant */
  function powerRow(metric, variant) {
    const whole = judgeRun(metric, bank.roundsOf(metric, variant))
    const cells = counts.flatMap(count => powerOf(runsOf(metric, variant, count)))
    return row(variant, `${bank.truthOf(variant).micros.toFixed(1)} µs`, change(whole.change), ...cells.map(percent))
  }

  function foundTable() {
    const rules = ['0 outside', 'slower'].flatMap(rule => [`${rule}: by formula`, 'A/A, shifted', 'planted'])
    return [
      row('found in 80 % of runs', 'wall time', 'half-width (median)', ...rules),
      row(':--', '--:', '--:', ...rules.map(() => '--:')),
      ...metrics.flatMap(metric => WALLS_MS.map((wallMs, index) => foundRow(metric, wallMs, counts[index] ?? 0)))
    ]
  }

  /**
   * @param {Metric} metric
   * @param {number} wallMs
   * @param {number} count rounds
   */
  function foundRow(metric, wallMs, count) {
    const same = runsOf(metric, 'none again', count)
    const { spread } = judgeRun(metric, bank.roundsOf(metric, 'none again')).change
    const planted = PLANTED.map(variant => ({
      size: judgeRun(metric, bank.roundsOf(metric, variant)).worse,
      power: powerOf(runsOf(metric, variant, count))
    }))
    const cells = [0, 1].flatMap(rule => [
      detectableEffect({ spread, rounds: count, marginRatio: rule === 0 ? 0 : MARGIN_RATIO }),
      // A run whose middle and half-width are these would find an effect of this size, and no smaller one.
      toRatio(
        quantile(
          same.map(run => run.halfWidth - run.worse + (rule === 0 ? 0 : logMargin(metric))),
          POWER
        )
      ),
      toRatio(
        sizeFoundWith(POWER, [
          { size: 0, power: powerOf(same)[rule] ?? 0 },
          ...planted.map(({ size, power }) => ({ size, power: power[rule] ?? 0 }))
        ])
      )
    ])
    const width = medianWidth(same)
    return row(metricName(metric), `${wallMs / 1e3} s`, finePercent(width), ...cells.map(percent))

    /** @param {number} worse log-ratio */
    function toRatio(worse) {
      return Math.abs(Math.expm1(worseningSign(metric) * worse))
    }
  }

  /** @param {Metric} metric @param {string} variant @param {number} count */
  function runsOf(metric, variant, count) {
    const key = `${metric} ${variant} ${count}`
    const runs = drawn.get(key) ?? drawRuns(metric, variant, count)
    drawn.set(key, runs)
    return runs
  }

  /** @param {Metric} metric @param {string} variant @param {number} count */
  function drawRuns(metric, variant, count) {
    const random = seededRandom(count)
    const rounds = bank.roundsOf(metric, variant)
    return Array.from({ length: draws }, function drawRun() {
      const run = drawRounds(rounds, count, random)
      return judgeRun(metric, variant === 'none again' ? swapLabels(run, random) : run)
    })
  }
}

/** @param {JudgedRun[]} runs @returns {[number, number]} shares: 0 outside on the side of worse, and the verdict */
function powerOf(runs) {
  return [shareOf(runs, findsWorse), shareOf(runs, ({ verdict }) => verdict === 'slower')]
}

/**
 * Between the sizes that were planted, in a straight line.
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
