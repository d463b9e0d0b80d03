import { estimate, meanInterval, meanPValue } from '../stats/intervals.js'
import { mean } from '../stats/means.js'
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
 * @typedef {object} Tie what a candidate costs by the slices that decide
 * @property {number} ratio to the baseline
 * @property {number} ratioError half-width of its interval, relative to it
 * @property {number} baselineError that of what the baseline costs in separate slices
 */

/**
 * Returns what a request costs without a profiler, in separate slices.
 * @param {Compared} compared @param {Size} size of the same variants @param {Load} load of size and blame
 * @param {Pick<CheckedSlices, 'valid'>} slices unprofiled @returns {UnprofiledCpu | null} null without a size
 */
export function unprofiledCpu(compared, { main, all }, load, { valid }) {
  if (!all) return null
  const launches = launchMetrics(separateUnder(load, valid))
  return {
    mainMicros: main?.baselineMicros ?? null,
    tie: main && tieOf(main),
    allMicros: all.baselineMicros,
    pool: costOf('cpuPool'),
    helpers: costOf('cpuHelpers')
  }

  /** @param {SizeOfThreads} size @returns {Tie | null} */
  function tieOf({ baselineMicros, candidateMicros, relative }) {
    const own = launches.filter(({ variant }) => compared.pairs.some(({ baseline }) => baseline === variant))
    const { value, low, high } = estimate(samplesOf(own, 'cpuMainThread')) ?? { value: 0, low: null, high: null }
    if (low === null || high === null) return null
    return {
      ratio: candidateMicros / baselineMicros,
      ratioError: (Math.log1p(relative.high) - Math.log1p(relative.low)) / 2,
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
