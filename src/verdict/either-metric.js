import { sum } from '../stats/means.js'
import { classifyChange } from './classify-change.js'
import { variantsIn } from './comparisons.js'

/**
 * @import { Change } from '../stats/types.js'
 * @import { LaunchMetrics } from './launch-metrics.js'
 * @import { Compared, MetricName } from './types.js'
 */

/** A pool that uses less of a server's CPU seldom hides a cost that is worth the wider interval of two tests. */
const LEAST_SHARE = 0.1
/** Main-thread CPU is the first: its interval is narrower. */
export const EITHER = /** @type {const} */ (['cpuMainThread', 'cpuPerRequest'])

/**
 * Returns whether the thread pool or worker threads of a variant use so much of its CPU that main-thread CPU alone does not answer
 * the question. It depends on how much they use, never on how the variants differ.
 * @param {LaunchMetrics[]} launches
 * @param {Compared} comparison
 */
export function doOtherThreadsWork(launches, comparison) {
  return variantsIn(comparison).some(function usesThem(variant) {
    const own = launches.filter(launch => launch.variant === variant)
    const pool = sum(own.map(({ values }) => values.cpuPool ?? 0))
    const all = sum(own.map(({ values }) => values.cpuPerRequest ?? 0))
    return all > 0 && pool / all >= LEAST_SHARE
  })
}

/**
 * Returns the metric of two that decides a verdict: main-thread CPU, or that of all threads where it alone is slower or faster. Both
 * changes must be corrected for two tests (Bonferroni), and the p-value is.
 * @param {(metric: MetricName) => Change | null} changeOf
 * @param {number} marginRatio
 * @returns {{ metric: MetricName, change: Change | null }}
 */
export function decidingOfTwo(changeOf, marginRatio) {
  const tested = EITHER.map(metric => ({ metric, change: corrected(changeOf(metric)) }))
  const [usual = { metric: EITHER[0], change: null }] = tested
  return tested.find(isDecided) ?? usual

  /** @param {{ metric: MetricName, change: Change | null }} one */
  function isDecided({ metric, change }) {
    return change !== null && ['slower', 'faster'].includes(classifyChange(metric, change, marginRatio).verdict)
  }
}

/** @param {Change | null} change @returns {Change | null} */
function corrected(change) {
  return change && { ...change, pValue: Math.min(1, change.pValue * EITHER.length) }
}
