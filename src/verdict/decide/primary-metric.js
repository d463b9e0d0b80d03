import { sum } from '../../stats/means.js'

/** @import { WarmUpStretch } from '../../runs/types.js' */
/** @import { MetricName } from '../types.js' */

/** Other threads that use less of a server's CPU seldom hide a cost. */
const LEAST_SHARE = 0.1
/** Before that V8 still compiles, on threads of its own. */
const END_SHARE = 1 / 3

/**
 * Returns the CPU that decides the verdicts of a run: of all threads where others than the main one (thread pool, workers, V8's helpers)
 * use at least a tenth of the CPU of any server, otherwise of the main thread, whose interval is narrower. It is chosen from the
 * warm-up, which no verdict uses, by how much the threads use, never by how the variants differ.
 * @param {WarmUpStretch[][]} curves of the first launches; without one it is CPU of all threads
 * @returns {MetricName}
 */
export function cpuMetricOf(curves) {
  return curves.length === 0 || curves.some(doOtherThreadsWork) ? 'cpuPerRequest' : 'cpuMainThread'
}

/** @param {WarmUpStretch[]} curve */
function doOtherThreadsWork(curve) {
  const end = curve.slice(-Math.ceil(curve.length * END_SHARE))
  const all = sum(end.map(({ cpuMicros }) => cpuMicros))
  const main = sum(end.map(({ cpuMainThreadMicros }) => cpuMainThreadMicros ?? 0))
  return all > 0 && 1 - main / all >= LEAST_SHARE
}
