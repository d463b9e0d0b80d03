import { mean, variance } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { drawRounds, swapLabels } from './lib/draw.js'
import { atMinute, judgeRun, medianWidth, roundMs, roundsThatFit } from './lib/methods.js'
import { defaults, metrics } from './lib/slice-bank.js'
import { finePercent, header, metricName, row, seconds } from './lib/tables.js'

/** @import { InterleavedBank, Metric, Played } from './lib/slice-bank.js' */

const WALL_MS = 300_000
/** @type {Played[]} */
const ALL_PLAYED = [
  ...[1, 2, 4].map(separate => ({ sharedCore: 0, separate })),
  ...[1, 2, 3].map(sharedCore => ({ sharedCore, separate: 0 })),
  defaults.played
]

/**
 * More launches, or more slices per launch: the half-width that the same wall time gives.
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function slicesOrLaunchesTable(bank, draws) {
  const { sharedCore, separate } = defaults.played
  const possible = ALL_PLAYED.filter(played => played.sharedCore <= sharedCore && played.separate <= separate)
  const ratios = metrics.map(metric => bank.sliceRatiosOf(metric))
  const names = metrics.map(metricName)
  return [
    ...header(
      ['shared-core slices', 'separate slices', 'length of a round', `rounds in ${seconds(WALL_MS)}`, ...names],
      0
    ),
    ...possible.map(takesRow),
    '',
    ...header(['spread of the log-ratio', ...names]),
    ...(sharedCore > 1
      ? spreadRows(
          'shared-core',
          ratios.map(each => each.sharedCore)
        )
      : []),
    ...spreadRows(
      'separate',
      ratios.map(each => each.separate)
    )
  ]

  /** @param {Played} played */
  function takesRow(played) {
    const ownMs = roundMs(bank.timing, played)
    const rounds = roundsThatFit(bank.timing, WALL_MS, played)
    const cells = metrics.map(metric => finePercent(atMinute(widthOf(metric, played, rounds), rounds * ownMs)))
    const drawn = `${rounds}${rounds > bank.roundsOf('cpuMainThread', 'none again').length ? ' *' : ''}`
    return row(String(played.sharedCore), String(played.separate), `${(ownMs / 1e3).toFixed(1)} s`, drawn, ...cells)
  }

  /** @type {(metric: Metric, played: Played, rounds: number) => number} */
  function widthOf(metric, played, rounds) {
    const random = seededRandom(rounds)
    const recorded = bank.roundsOf(metric, 'none again', played)
    if (recorded.every(({ baseline }) => baseline.length === 0)) return Number.NaN
    const draw = () => judgeRun(metric, swapLabels(drawRounds(recorded, rounds, random), random))
    return medianWidth(Array.from({ length: draws }, draw))
  }
}

/** @type {(kind: string, ratiosOfMetrics: number[][][]) => string[]} */
function spreadRows(kind, ratiosOfMetrics) {
  const spreads = ratiosOfMetrics.map(spreadOf)
  return [
    row(`${kind}: slices within a round`, ...spreads.map(({ slices }) => finePercent(slices))),
    row(`${kind}: rounds, with endless slices`, ...spreads.map(({ rounds }) => finePercent(rounds)))
  ]
}

/**
 * Splits the variance between identical variants into that of slices, and what is left between rounds without it.
 * @param {number[][]} allRatios one list per round
 */
function spreadOf(allRatios) {
  const rounds = allRatios.filter(ratios => ratios.length > 1)
  if (rounds.length < 2) return { slices: Number.NaN, rounds: Number.NaN }
  const within = mean(rounds.map(variance))
  const between = variance(rounds.map(mean)) - mean(rounds.map(ratios => within / ratios.length))
  return { slices: Math.sqrt(within), rounds: Math.sqrt(Math.max(0, between)) }
}
