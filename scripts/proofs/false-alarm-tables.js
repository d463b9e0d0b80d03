import { mean } from '../../src/stats/means.js'
import { seededRandom } from '../../src/stats/seeded-random.js'
import { judgeRun, leavesZeroOut, raisesAlarm } from './our-runs.js'
import { bankUpper, binomialUpper, consecutiveRuns, drawAgain, drawRounds, shareOf, swapLabels } from './resampling.js'
import { defaults, metrics } from './slice-bank.js'
import { change, metricName, percent, row } from './table-words.js'

/**
 * @import { RoundValues } from '../../src/stats/intervals.js'
 * @import { InterleavedBank, Metric } from './slice-bank.js'
 */

/**
 * Table 1: how often a run of default length says of two variants that are the same that they differ. What its columns are
 * and what they do not say is told in docs/verdicts.md.
 */

/** Banks drawn again, for what another bank would have said. */
const OTHER_BANKS = 200
const MOST_OTHER_DRAWS = 200

/**
 * @param {InterleavedBank} bank
 * @param {number} draws
 * @returns {string[]} lines
 */
export function falseAlarmTables(bank, draws) {
  return [
    row('metric', 'slower or faster', '0 outside', '99 % bound', 'p <= 0.05', 'bound if draws were runs'),
    row(':--', '--:', '--:', '--:', '--:', '--:'),
    ...metrics.map(metric => shareRow(bank, metric, draws)),
    '',
    row('metric', 'disjoint runs that leave 0 out', '99 % bound', 'all rounds, not swapped', 'p', 'rounds in a row'),
    row(':--', '--:', '--:', '--:', '--:', '--:'),
    ...metrics.map(metric => asRecordedRow(bank, metric))
  ]
}

/**
 * @param {InterleavedBank} bank
 * @param {Metric} metric
 * @param {number} draws
 */
function shareRow(bank, metric, draws) {
  const random = seededRandom(1)
  const otherDraws = Math.min(draws, MOST_OTHER_DRAWS)
  const rounds = bank.roundsOf(metric, 'none again')
  const runs = runsFrom(rounds, draws)
  const others = Array.from({ length: OTHER_BANKS }, () =>
    runsFrom(drawAgain(rounds, rounds.length, random), otherDraws)
  )
  const share = shareOf(runs, leavesZeroOut)
  const otherShares = others.map(each => shareOf(each, leavesZeroOut))
  const counted = binomialUpper(runs.filter(leavesZeroOut).length, runs.length)
  return row(
    metricName(metric),
    percent(shareOf(runs, raisesAlarm)),
    percent(share),
    percent(Math.max(counted, bankUpper({ share, draws, otherShares, otherDraws }))),
    percent(shareOf(runs, run => run.change.pValue <= 0.05)),
    percent(counted)
  )

  /** @param {RoundValues[]} from @param {number} count */
  function runsFrom(from, count) {
    return Array.from({ length: count }, () =>
      judgeRun(metric, swapLabels(drawRounds(from, defaults.rounds, random), random))
    )
  }
}

/**
 * What swapping hides: a place in the round that is dearer than another, and rounds that follow from the one before.
 * @param {InterleavedBank} bank
 * @param {Metric} metric
 */
function asRecordedRow(bank, metric) {
  const rounds = bank.roundsOf(metric, 'none again')
  const runs = consecutiveRuns(rounds, defaults.rounds, defaults.rounds).map(run => judgeRun(metric, run))
  const missed = runs.filter(leavesZeroOut).length
  const whole = judgeRun(metric, rounds)
  return row(
    metricName(metric),
    `${missed} of ${runs.length}`,
    percent(binomialUpper(missed, runs.length)),
    change(whole.change),
    whole.change.pValue.toFixed(2),
    neighbours(rounds)
  )
}

/**
 * The correlation of a round's log-ratio with that of the one after it, and twice its standard error where there is none.
 * @param {RoundValues[]} rounds
 */
function neighbours(rounds) {
  const ratios = rounds.flatMap(({ baseline: [one], candidate: [other] }) =>
    one && other ? [Math.log(other / one)] : []
  )
  const middle = mean(ratios)
  const steps = ratios.slice(1).map((ratio, index) => (ratio - middle) * ((ratios[index] ?? middle) - middle))
  const size = ratios.map(ratio => (ratio - middle) ** 2)
  const correlation = (mean(steps) * steps.length) / (mean(size) * size.length)
  return `${correlation.toFixed(2)} ±${(2 / Math.sqrt(ratios.length)).toFixed(2)}`
}
