/** @import { LabMetricName, SliceRecord } from '../runs/types.js' */
/** @import { RowName } from './slices/launch-metrics.js' */
/** @import { MetricName } from './types.js' */

/**
 * A metric of a launch: what its server counts, divided by the requests, or a rate, which depends on what the bottleneck was.
 * @typedef {object} Metric
 * @property {'micros' | 'perThousand' | 'perSecond'} unit
 * @property {{ [Name in keyof Server]: Server[Name] extends number | null ? Name : never }[keyof Server]} [perRequest] of a rate: none
 * @property {50 | 95 | 99} [percentile] of the latency of all requests
 * @property {'better'} [moreIs] worse when left out
 * @property {true} [decides] a verdict can be on it
 * @property {number} [effect] its place among the most important changes of a run
 * @property {string} [budget] the key of `budgets` in the configuration
 *
 * @typedef {SliceRecord['server']} Server
 */

/** One row per metric, in the order of a table. The words of each are a row of src/report/words/words.js. */
export const metrics = /** @satisfies {Record<string, Metric>} */ (
  /** @type {const} */ ({
    cpuPerRequest: { unit: 'micros', perRequest: 'cpuMicros', decides: true, effect: 3, budget: 'cpuPerRequest' },
    cpuMainThread: {
      unit: 'micros',
      perRequest: 'cpuMainThreadMicros',
      decides: true,
      effect: 2,
      budget: 'cpuMainThread'
    },
    cpuOtherThreads: { unit: 'micros', perRequest: 'cpuOtherThreadsMicros', effect: 4 },
    cpuPool: { unit: 'micros', perRequest: 'cpuPoolMicros' },
    cpuHelpers: { unit: 'micros', perRequest: 'cpuHelpersMicros' },
    gcCount: { unit: 'perThousand', perRequest: 'gcCount' },
    gcPause: { unit: 'micros', perRequest: 'gcPauseMicros' },
    requestsPerSecond: { unit: 'perSecond', moreIs: 'better', decides: true, effect: 1, budget: 'requestsPerSecond' },
    latencyP50: { unit: 'micros', percentile: 50, decides: true, budget: 'p50' },
    latencyP95: { unit: 'micros', percentile: 95, decides: true, budget: 'p95' },
    latencyP99: { unit: 'micros', percentile: 99, decides: true, budget: 'p99' }
  })
)

export const metricNames = /** @type {RowName[]} */ (Object.keys(metrics))

/** The most important changes of a run, in this order. */
export const effectMetrics = metricNames
  .filter(name => metricOf(name).effect !== undefined)
  .sort((a, b) => (metricOf(a).effect ?? 0) - (metricOf(b).effect ?? 0))

/** What verdicts are on in a closed loop: calibrations, saved baselines and the overhead of profilers have them. */
export const mainMetrics = metricNames.filter(isMain)

/** @type {(name: RowName | LabMetricName) => Metric} of a lab: a time, of which more is worse */
export function metricOf(name) {
  return /** @type {Record<string, Metric>} */ (metrics)[name] ?? { unit: 'micros' }
}

/** @type {(name: RowName) => name is MetricName} */
function isMain(name) {
  const { decides, effect } = metricOf(name)
  return decides === true && effect !== undefined
}
