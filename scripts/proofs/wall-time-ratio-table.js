import { seededRandom } from '../../src/stats/seeded-random.js'
import { alonePairs, launchMs, pairsThatFit } from './alone-runs.js'
import { roundMs, roundsThatFit } from './our-runs.js'
import { consecutiveRuns, drawAgain, quantile } from './resampling.js'
import { byNodeCore, byWorkshop, drawTold, nodeCoreWithoutDrift } from './side-by-side-methods.js'
import { metrics } from './slice-bank.js'
import { atMinute, medianWidth, metricName, PROCESS_SLICES, row, seconds } from './table-words.js'

/**
 * @import { AlonePair, Told } from './side-by-side-methods.js'
 * @import { AloneBank, InterleavedBank, Metric } from './slice-bank.js'
 */

/**
 * How many times the workshop's wall time node core's way takes for the same half-width. What the columns are is told in
 * docs/verdicts.md.
 */

const OTHER_BANKS = 200
const MOST_OTHER_DRAWS = 25

/**
 * @param {{ interleaved: InterleavedBank, alone: AloneBank }} bank
 * @param {number[]} wallsMs
 * @param {number} draws
 * @returns {string[]} lines
 */
export function wallTimeRatioTable({ interleaved, alone }, wallsMs, draws) {
  const others = '95 % of other banks'
  return [
    row('wall time for the same half-width', 'at', 'drawn', others, 'in a row', 'without drift', others),
    row(':--', '--:', '--:', '--:', '--:', '--:', '--:'),
    ...metrics.flatMap(metric => wallsMs.map(wallMs => ratioRow(metricName(metric), metric, metric, wallMs))),
    ...wallsMs.map(wallMs =>
      ratioRow(`${metricName('cpuMainThread')}, against requests/s`, 'cpuMainThread', 'requestsPerSecond', wallMs)
    )
  ]

  /** @param {string} label @param {Metric} metric ours @param {Metric} theirMetric @param {number} wallMs */
  function ratioRow(label, metric, theirMetric, wallMs) {
    const random = seededRandom(3)
    const rounds = roundsThatFit(interleaved.timing, wallMs)
    const bank = interleaved.roundsOf(metric, 'none again')
    const opponents = PROCESS_SLICES.map(slices => ({
      slices,
      pairs: alonePairs(alone, slices, 'none', 'none again'),
      count: pairsThatFit(alone, slices, wallMs)
    })).filter(({ count }) => count > 2)
    const methods = [drawnWidth, nodeCoreWithoutDrift]
    const [drawn = [], steady = []] = methods.map(widthOf => cellsOf(widthOf))
    return row(label, seconds(wallMs), ...drawn, inARow().toFixed(2), ...steady)

    /** @param {typeof drawnWidth} widthOf @returns {string[]} the ratio, and what other banks say */
    function cellsOf(widthOf) {
      const few = Math.min(draws, MOST_OTHER_DRAWS)
      const ratios = Array.from({ length: OTHER_BANKS }, () =>
        ratioIn(widthOf, list => drawAgain(list, list.length, random), few)
      )
      const [low, high] = [quantile(ratios, 0.025), quantile(ratios, 0.975)]
      return [ratioIn(widthOf, list => list, draws).toFixed(2), `${low.toFixed(2)} to ${high.toFixed(2)}`]
    }

    /**
     * @param {typeof drawnWidth} widthOf
     * @param {<T>(list: T[]) => T[]} bankOf
     * @param {number} count of draws
     */
    function ratioIn(widthOf, bankOf, count) {
      const own = drawTold({
        draws: count,
        isSame: true,
        random,
        method: byWorkshop,
        metric,
        bank: bankOf(bank),
        rounds
      })
      const best = opponents.map(({ slices, pairs, count: launches }) =>
        atMinute(widthOf(theirMetric, bankOf(pairs), launches, count), launches * 2 * launchMs(alone, slices))
      )
      return (Math.min(...best) / ownAtMinute(own, rounds)) ** 2
    }

    /** @param {Metric} ofMetric @param {AlonePair[]} pairs @param {number} rounds @param {number} count of draws */
    function drawnWidth(ofMetric, pairs, rounds, count) {
      const common = { draws: count, isSame: true, random }
      return medianWidth(drawTold({ ...common, method: byNodeCore, metric: ofMetric, bank: pairs, rounds }))
    }

    function inARow() {
      const length = Math.min(rounds, bank.length)
      const own = consecutiveRuns(bank, length).map(run => byWorkshop(metric, run))
      const best = opponents.map(({ slices, pairs, count }) => {
        const fitting = Math.min(count, pairs.length)
        const told = consecutiveRuns(pairs, fitting).map(run => byNodeCore(theirMetric, run))
        return atMinute(medianWidth(told), fitting * 2 * launchMs(alone, slices))
      })
      return (Math.min(...best) / ownAtMinute(own, length)) ** 2
    }
  }

  /** @param {Told[]} told @param {number} rounds */
  function ownAtMinute(told, rounds) {
    return atMinute(medianWidth(told), rounds * roundMs(interleaved.timing))
  }
}
