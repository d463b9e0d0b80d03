import { sum } from '../../stats/means.js'
import { classifyChange } from './classify-change.js'
import { variantsIn } from './comparisons.js'

/**
 * @import { Change } from '../../stats/types.js'
 * @import { LaunchMetrics } from '../slices/launch-metrics.js'
 * @import { Compared, MetricChange, MetricName } from '../types.js'
 */

/** A pool that uses less of a server's CPU seldom hides a cost that is worth the wider interval of two tests. */
const LEAST_SHARE = 0.1
/** Main-thread CPU decides where neither is slower or faster: its interval is narrower. */
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
    const pool = sum(own.map(launch => launch.value('cpuPool') ?? 0))
    const all = sum(own.map(launch => launch.value('cpuPerRequest') ?? 0))
    return all > 0 && pool / all >= LEAST_SHARE
  })
}

/**
 * Returns the metric of two that decides a verdict: of those that are slower or faster the one with the larger change, and main-thread
 * CPU where none is. Both changes must be corrected for two tests (Bonferroni), and the p-value is.
 * @param {(metric: MetricName) => Change | null} changeOf
 * @param {number} marginRatio
 * @returns {{ metric: MetricName, change: Change | null, opposite: MetricChange | null }} `opposite`: the other one, where it is faster
 *   and the deciding one slower, or the reverse
 */
export function decidingOfTwo(changeOf, marginRatio) {
  const tested = EITHER.map(metric => ({ metric, change: corrected(changeOf(metric)) }))
  const [usual = { metric: EITHER[0], change: null }] = tested
  const [largest, other] = tested.flatMap(decidedOf).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (!largest) return { ...usual, opposite: null }
  const isOpposite = other !== undefined && largest.change.relative * other.change.relative < 0
  return { ...largest, opposite: isOpposite ? other : null }

  /** @param {{ metric: MetricName, change: Change | null }} one @returns {MetricChange[]} one or none */
  function decidedOf({ metric, change }) {
    if (!change) return []
    const { verdict } = classifyChange(metric, change, marginRatio)
    return verdict === 'slower' || verdict === 'faster' ? [{ metric, change }] : []
  }
}

/** @param {MetricChange} one */
function sizeOf({ change }) {
  return Math.abs(Math.log1p(change.relative))
}

/** @param {Change | null} change @returns {Change | null} */
function corrected(change) {
  return change && { ...change, pValue: Math.min(1, change.pValue * EITHER.length) }
}
