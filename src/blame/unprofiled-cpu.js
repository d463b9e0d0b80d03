import { estimate, halfWidth, meanInterval, meanPValue } from '../stats/intervals.js'
import { CONFIDENCE } from '../stats/levels.js'
import { mean } from '../stats/means.js'
import { tFactor } from '../stats/t-distribution.js'
import { launchMetrics, pairsOf, samplesOf } from '../verdict/slices/launch-metrics.js'
import { separateUnder } from '../verdict/slices/slice-validity.js'

/** @import { Load } from '../load/types.js' */
/** @import { CheckedSlices } from '../verdict/slices/slice-validity.js' */
/** @import { Compared, Size, SizeOfThreads } from '../verdict/types.js' */
/** @import { CostDifference } from './types.js' */

/**
 * @typedef {object} UnprofiledCpu what launches without a profiler measure, which profiled ones measure with the CPU of the profiler
 * @property {number | null} mainMicros per request of the baseline; null where the platform does not distinguish threads
 * @property {Tie | null} [tie] of the main thread of the candidate to that of the baseline
 * @property {number} allMicros of the baseline
 * @property {CostDifference | null} pool CPU per request of the thread pool in both variants
 * @property {CostDifference | null} helpers of V8's helper threads
 *
 * @typedef {object} Tie what the main thread of a candidate costs without a profiler, by the slices that decide
 * @property {number} ratio to what the baseline costs
 * @property {number} ratioError half-width of its 95% interval, relative to it
 * @property {number} baselineError that of what the baseline costs in separate slices
 */

/** A baseline that is known no better, as of machines that differ or of two launches, would say more of itself than of a row. */
const MOST_BASELINE_ERROR = 0.25

/**
 * Returns what a request costs without a profiler, in separate slices.
 * @param {Compared} compared @param {Size} size of the same variants @param {Load} load of size and blame
 * @param {Pick<CheckedSlices, 'valid'>} slices unprofiled @returns {UnprofiledCpu | null} null without a size
 */
export function unprofiledCpu(compared, { main, all }, load, { valid }) {
  if (!all) return null
  const launches = launchMetrics(separateUnder(load, valid))
  const [pool, helpers] = [costOf('cpuPool'), costOf('cpuHelpers')]
  const tie = main && pool && helpers && tieOf(main)
  return { mainMicros: main?.baselineMicros ?? null, tie, allMicros: all.baselineMicros, pool, helpers }

  /** @param {SizeOfThreads} size @returns {Tie | null} */
  function tieOf({ baselineMicros, candidateMicros, relative }) {
    const own = launches.filter(({ variant }) => compared.pairs.some(({ baseline }) => baseline === variant))
    const { value, low, high } = estimate(samplesOf(own, 'cpuMainThread')) ?? { value: 0, low: null, high: null }
    if (low === null || high === null || high - low > 2 * MOST_BASELINE_ERROR * value) return null
    const [at95, atOwn] = [CONFIDENCE, relative.confidence].map(level => tFactor(level, relative.pairs - 1))
    return {
      ratio: candidateMicros / baselineMicros,
      ratioError: (halfWidth(relative) * Number(at95)) / Number(atOwn),
      baselineError: (high - low) / 2 / value
    }
  }

  /** @param {'cpuPool' | 'cpuHelpers'} metric @returns {CostDifference | null} */
  function costOf(metric) {
    const pairs = pairsOf(launches, metric, compared, mean).flatMap(({ baseline, candidate }) =>
      baseline === null || candidate === null ? [] : [{ baseline, candidate }]
    )
    if (pairs.length < 2) return null
    const differences = pairs.map(({ baseline, candidate }) => candidate - baseline)
    const { mean: difference, ...interval } = meanInterval(differences)
    const [baseline, candidate] = [mean(pairs.map(pair => pair.baseline)), mean(pairs.map(pair => pair.candidate))]
    return { baseline, candidate, difference, ...interval, pValue: meanPValue(differences) }
  }
}
