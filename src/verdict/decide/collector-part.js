import { excludesZero, meanInterval } from '../../stats/intervals.js'
import { mean, sum } from '../../stats/means.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import { isEqualRate, separateUnder } from '../slices/slice-validity.js'
import { bothSides, inBoth } from './comparisons.js'

/** @import { Load } from '../../load/types.js' */
/** @import { RowName } from '../slices/launch-metrics.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Compared } from '../types.js' */

/** A smaller share of the difference of CPU needs no launches of its own. */
const LEAST_SHARE = 0.05

/**
 * Returns whether the garbage collector is a part of what a request costs more or less with a candidate: the interval of its time per
 * request excludes zero, and its difference is at least a twentieth of that of CPU, with the same sign. Its time are the pauses of
 * the main thread and the CPU of V8's helper threads, in separate slices: on a shared core a pause contains the time of other servers.
 * @param {Pick<Compared, 'pairs'>} compared @param {Load} load that size and blame are measured under
 * @param {Pick<CheckedSlices, 'all' | 'valid'>} slices unprofiled
 */
export function isCollectorPart({ pairs }, load, { all, valid }) {
  const launches = launchMetrics(separateUnder(load, valid))
  const collector = differencesOf(['gcPause', 'cpuHelpers'])
  if (all.some(isEqualRate) || collector.length < 2) return false
  if (!excludesZero(meanInterval(collector))) return false
  return mean(collector) / mean(differencesOf(['cpuPerRequest'])) >= LEAST_SHARE

  /** @param {RowName[]} metrics @returns {number[]} of their sum, by round */
  function differencesOf(metrics) {
    const sides = bothSides(pairs, function byRound(variant) {
      const own = launches.filter(launch => launch.variant === variant)
      return new Map(own.map(({ round, value }) => [round, sum(metrics.map(metric => value(metric) ?? 0))]))
    })
    return inBoth(...sides).map(({ baseline, candidate }) => candidate - baseline)
  }
}
