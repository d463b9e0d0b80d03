import { seededRandom } from '../../src/stats/seeded-random.js'
import { consecutiveRuns, drawAgain } from './lib/draw.js'
import {
  atMinute,
  byNodeCore,
  byWorkshop,
  drawAnswers,
  medianWidth,
  nodeCoreWithoutDrift,
  PROCESS_SLICES,
  roundMs,
  roundsThatFit
} from './lib/methods.js'
import { metrics } from './lib/slice-bank.js'
import { header, metricName, quantile, row, seconds } from './lib/tables.js'

/**
 * @import { Answer } from './lib/methods.js'
 * @import { AloneBank, AlonePair, InterleavedBank, Metric } from './lib/slice-bank.js'
 *
 * @typedef {(metric: Metric, pairs: AlonePair[], rounds: number, draws: number) => number} WidthOf
 */

const OTHER_BANKS = 200
const MOST_OTHER_DRAWS = 25
const OTHERS = '95% (bootstrap)'

/**
 * Part of table 3: how many times the workshop's wall time node core's way takes for the same half-width.
 * @param {{ interleaved: InterleavedBank, alone: AloneBank }} bank
 * @param {number[]} wallsMs
 * @param {number} draws
 * @returns {string[]} lines
 */
export function wallTimeRatioTable({ interleaved, alone }, wallsMs, draws) {
  return [
    ...header(['wall time for the same half-width', 'at', 'drawn', OTHERS, 'successive', 'without drift', OTHERS]),
    ...metrics.flatMap(metric => wallsMs.map(wallMs => ratioRow(metricName(metric), metric, metric, wallMs))),
    ...wallsMs.map(wallMs =>
      ratioRow(`${metricName('cpuMainThread')}, against requests/s`, 'cpuMainThread', 'requestsPerSecond', wallMs)
    )
  ]

  /** @type {(label: string, metric: Metric, theirMetric: Metric, wallMs: number) => string} */
  function ratioRow(label, metric, theirMetric, wallMs) {
    const random = seededRandom(3)
    const rounds = roundsThatFit(interleaved.timing, wallMs)
    const bank = interleaved.roundsOf(metric, 'none again')
    const opponents = PROCESS_SLICES.map(slices => ({
      launchMs: alone.launchMs(slices),
      pairs: alone.pairsOf(slices, 'none', 'none again'),
      count: Math.floor(wallMs / (2 * alone.launchMs(slices)))
    })).filter(({ count }) => count > 2)
    const [drawn = [], steady = []] = [drawnWidth, nodeCoreWithoutDrift].map(cellsOf)
    return row(label, seconds(wallMs), ...drawn, inARow().toFixed(2), ...steady)

    /** @type {(widthOf: WidthOf) => string[]} the ratio, and its range over other banks */
    function cellsOf(widthOf) {
      const few = Math.min(draws, MOST_OTHER_DRAWS)
      const ratios = Array.from({ length: OTHER_BANKS }, () =>
        ratioIn(widthOf, list => drawAgain(list, list.length, random), few)
      )
      const [low, high] = [quantile(ratios, 0.025), quantile(ratios, 0.975)]
      return [ratioIn(widthOf, list => list, draws).toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`]
    }

    /** @type {(widthOf: WidthOf, bankOf: <T>(list: T[]) => T[], count: number) => number} */
    function ratioIn(widthOf, bankOf, count) {
      const own = drawAnswers({
        ...{ draws: count, areIdentical: true, random, rounds },
        ...{ method: byWorkshop, metric, bank: bankOf(bank) }
      })
      const best = opponents.map(({ launchMs, pairs, count: launches }) =>
        atMinute(widthOf(theirMetric, bankOf(pairs), launches, count), launches * 2 * launchMs)
      )
      return (Math.min(...best) / ownAtMinute(own, rounds)) ** 2
    }

    /** @type {WidthOf} */
    function drawnWidth(ofMetric, pairs, launches, count) {
      const common = { draws: count, areIdentical: true, random }
      return medianWidth(
        drawAnswers({ ...common, method: byNodeCore, metric: ofMetric, bank: pairs, rounds: launches })
      )
    }

    function inARow() {
      const length = Math.min(rounds, bank.length)
      const own = consecutiveRuns(bank, length).map(run => byWorkshop(metric, run))
      const best = opponents.map(({ launchMs, pairs, count }) => {
        const fitting = Math.min(count, pairs.length)
        const answers = consecutiveRuns(pairs, fitting).map(run => byNodeCore(theirMetric, run))
        return atMinute(medianWidth(answers), fitting * 2 * launchMs)
      })
      return (Math.min(...best) / ownAtMinute(own, length)) ** 2
    }
  }

  /** @type {(answers: Answer[], rounds: number) => number} */
  function ownAtMinute(answers, rounds) {
    return atMinute(medianWidth(answers), rounds * roundMs(interleaved.timing))
  }
}
