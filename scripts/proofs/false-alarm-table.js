import { mean, sum } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { bankUpper, binomialUpper, consecutiveRuns, drawAgain, drawRounds, shareOf, swapLabels } from './lib/draw.js'
import { excludesZero, judgeRun, raisesAlarm } from './lib/methods.js'
import { defaults, metrics } from './lib/slice-bank.js'
import { changeCell, header, metricName, percent, row } from './lib/tables.js'

/**
 * @import { RoundValues } from '../../src/stats/intervals.js'
 * @import { InterleavedBank, Metric } from './lib/slice-bank.js'
 */

/** Banks that are drawn again, for what another bank would have given. */
const OTHER_BANKS = 200
const MOST_OTHER_DRAWS = 200

/**
 * Table 1: how often a run of default length finds a difference between identical variants.
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function falseAlarmTable(bank, draws) {
  return [
    ...header(['metric', 'slower or faster', 'excludes 0', '99% bound', 'p <= 0.05', 'bound, draws as runs']),
    ...metrics.map(shareRow),
    '',
    ...header([
      'metric',
      'disjoint runs that exclude 0',
      '99% bound',
      'all rounds, not swapped',
      'p',
      'successive rounds'
    ]),
    ...metrics.map(asRecordedRow)
  ]

  /** @param {Metric} metric */
  function shareRow(metric) {
    const random = seededRandom(1)
    const otherDraws = Math.min(draws, MOST_OTHER_DRAWS)
    const rounds = bank.roundsOf(metric, 'none again')
    const runs = runsFrom(rounds, draws)
    const others = Array.from({ length: OTHER_BANKS }, () =>
      runsFrom(drawAgain(rounds, rounds.length, random), otherDraws)
    )
    const share = shareOf(runs, excludesZero)
    const otherShares = others.map(each => shareOf(each, excludesZero))
    const counted = binomialUpper(runs.filter(excludesZero).length, runs.length)
    const cells = [
      shareOf(runs, raisesAlarm),
      share,
      Math.max(counted, bankUpper({ share, draws, otherShares, otherDraws })),
      shareOf(runs, run => run.change.pValue <= 0.05),
      counted
    ]
    return row(metricName(metric), ...cells.map(cell => percent(cell)))

    /** @type {(from: RoundValues[], count: number) => ReturnType<typeof judgeRun>[]} */
    function runsFrom(from, count) {
      return Array.from({ length: count }, () =>
        judgeRun(metric, swapLabels(drawRounds(from, defaults.rounds, random), random))
      )
    }
  }

  /** Shows what swapping hides: a place in the round that costs more, and rounds that depend on the one before. @param {Metric} metric */
  function asRecordedRow(metric) {
    const rounds = bank.roundsOf(metric, 'none again')
    const runs = consecutiveRuns(rounds, defaults.rounds, defaults.rounds).map(run => judgeRun(metric, run))
    const missed = runs.filter(excludesZero).length
    const { change } = judgeRun(metric, rounds)
    const cells = [`${missed} of ${runs.length}`, percent(binomialUpper(missed, runs.length)), changeCell(change)]
    return row(metricName(metric), ...cells, change.pValue.toFixed(2), neighbourCorrelation(rounds))
  }
}

/**
 * Returns the correlation of a round's log-ratio with the next round's, and twice its standard error where there is none.
 * @param {RoundValues[]} rounds
 */
function neighbourCorrelation(rounds) {
  const ratios = rounds.flatMap(({ baseline: [one], candidate: [other] }) =>
    one && other ? [Math.log(other / one)] : []
  )
  const middle = mean(ratios)
  const steps = ratios.slice(1).map((ratio, index) => (ratio - middle) * ((ratios[index] ?? middle) - middle))
  const correlation = sum(steps) / sum(ratios.map(ratio => (ratio - middle) ** 2))
  return `${correlation.toFixed(2)} ± ${(2 / Math.sqrt(ratios.length)).toFixed(2)}`
}
