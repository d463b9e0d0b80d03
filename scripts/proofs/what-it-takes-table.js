import { mean, variance } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { judgeRun, roundMs, roundsThatFit } from './our-runs.js'
import { drawRounds, swapLabels } from './resampling.js'
import { defaults, metrics } from './slice-bank.js'
import { atMinute, finePercent, medianWidth, metricName, row, seconds } from './table-words.js'

/** @import { InterleavedBank, Metric, Played } from './slice-bank.js' */

/**
 * More launches or more slices of each: the half-width that the same wall time brings.
 */

const WALL_MS = 300_000
/** @type {Played[]} */
const ALL_PLAYED = [
  ...[1, 2, 4].map(inTurn => ({ together: 0, inTurn })),
  ...[1, 2, 3].map(together => ({ together, inTurn: 0 })),
  defaults.played
]

/**
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function whatItTakesTables(bank, draws) {
  const { together, inTurn } = defaults.played
  const possible = ALL_PLAYED.filter(played => played.together <= together && played.inTurn <= inTurn)
  const spreads = metrics.map(metric => bank.sliceRatiosOf(metric))
  return [
    row('slices together', 'in turn', 'a round', `rounds in ${seconds(WALL_MS)}`, ...metrics.map(metricName)),
    row('--:', '--:', '--:', '--:', ...metrics.map(() => '--:')),
    ...possible.map(takesRow),
    '',
    row('spread of the log-ratio', ...metrics.map(metricName)),
    row(':--', ...metrics.map(() => '--:')),
    ...spreadRows('together', together > 1 ? spreads.map(spread => spreadOf(spread.together)) : []),
    ...spreadRows(
      'in turn',
      spreads.map(spread => spreadOf(spread.inTurn))
    )
  ]

  /** @param {Played} played */
  function takesRow(played) {
    const ownMs = roundMs(bank.timing, played)
    const rounds = roundsThatFit(bank.timing, WALL_MS, played)
    const cells = metrics.map(metric => finePercent(atMinute(widthOf(metric, played, rounds), rounds * ownMs)))
    const drawn = `${rounds}${rounds > bank.roundsOf('cpuMainThread', 'none again').length ? ' *' : ''}`
    return row(String(played.together), String(played.inTurn), `${(ownMs / 1e3).toFixed(1)} s`, drawn, ...cells)
  }

  /** @param {Metric} metric @param {Played} played @param {number} rounds */
  function widthOf(metric, played, rounds) {
    const random = seededRandom(rounds)
    const bankRounds = bank.roundsOf(metric, 'none again', played)
    if (bankRounds.every(({ baseline }) => baseline.length === 0)) return Number.NaN
    const runs = Array.from({ length: draws }, () =>
      judgeRun(metric, swapLabels(drawRounds(bankRounds, rounds, random), random))
    )
    return medianWidth(runs)
  }
}

/**
 * @param {string} kind
 * @param {{ slices: number, rounds: number }[]} spreads by metric
 */
function spreadRows(kind, spreads) {
  if (spreads.length === 0) return []
  return [
    row(`${kind}: of slices within a round`, ...spreads.map(({ slices }) => finePercent(slices))),
    row(`${kind}: of rounds, were slices endless`, ...spreads.map(({ rounds }) => finePercent(rounds)))
  ]
}

/**
 * Of two variants that are the same: a slice against the other's, and what is left between rounds when the part of the
 * slices is taken away.
 * @param {number[][]} allRatios a list a round
 */
function spreadOf(allRatios) {
  const rounds = allRatios.filter(ratios => ratios.length > 1)
  if (rounds.length < 2) return { slices: Number.NaN, rounds: Number.NaN }
  const within = mean(rounds.map(variance))
  const between = variance(rounds.map(mean)) - mean(rounds.map(ratios => within / ratios.length))
  return { slices: Math.sqrt(within), rounds: Math.sqrt(Math.max(0, between)) }
}
