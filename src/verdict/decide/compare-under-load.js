import { estimate, relativeChange } from '../../stats/intervals.js'
import { sum } from '../../stats/means.js'
import { effectMetrics, metricNames } from '../metrics.js'
import { launchMetrics, pairsOf, samplesOf } from '../slices/launch-metrics.js'
import { isEqualRate, isRate, isSeparate, separateUnder, slicesFor } from '../slices/slice-validity.js'
import { isCpuMetric } from './classify-change.js'
import { withDrift } from './deciding-change.js'

/** @import { Load } from '../../load/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { LaunchMetrics, RowName } from '../slices/launch-metrics.js' */
/** @import { CheckedSlices } from '../slices/slice-validity.js' */
/** @import { Compared, Effect, LoadComparison, MetricName, MetricRow, Verdict } from '../types.js' */

/**
 * Returns the metrics compared under a load. Those of speed need separate slices, which some runs have none of; in an open loop the rate is
 * fixed, and latency has a table of its own.
 * @type {(load: Load, slices: Pick<CheckedSlices, 'all'>) => RowName[]}
 */
function rowsUnder(load, { all }) {
  const hasSpeed = load.mode !== 'open' && separateUnder(load, all).length > 0
  return hasSpeed ? metricNames : metricNames.filter(name => !isRate(name))
}

/**
 * Returns every metric of every variant under one load, with the change of each comparison.
 * @param {Load} load @param {string[]} variants @param {Compared[]} comparisons
 * @param {Pick<CheckedSlices, 'all' | 'valid' | 'forRates'>} slices
 * @param {RowName[]} [metrics] of the rows; all that the load has when left out
 */
export function compareUnderLoad(load, variants, comparisons, slices, metrics = rowsUnder(load, slices)) {
  const costSlices = slicesFor('cpuPerRequest', load, slices)
  const costs = launchMetrics(costSlices)
  const speeds = launchMetrics(slicesFor('requestsPerSecond', load, slices))
  const launches = launchMetrics(separateUnder(load, slices.valid))
  return {
    /** Rounds with unprofiled slices of this load; then those of CPU, and those of requests/s and latency. */
    rounds: new Set([...costs, ...speeds].map(launch => launch.round)).size,
    costRounds: new Set(costs.map(launch => launch.round)).size,
    rateRounds: new Set(speeds.map(launch => launch.round)).size,
    rows: metrics.map(metric => compare(metric, launchesOf(metric))),
    /** Whether the rows of CPU come from shared-core slices. */
    isCostOnSharedCore: costSlices.some(slice => !isSeparate(slice) && !isEqualRate(slice)),
    /** Whether they come from slices at one rate for all variants, because the load leaves a server idle. */
    isAtEqualRate: costSlices.some(isEqualRate),
    /** By variant, over all valid unprofiled separate slices, as `loadMs`. */
    requests: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'requests')])),
    loadMs: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'loadMs')]))
  }

  /** A pause is wall time: on a shared core it contains the time of the other servers. @param {RowName} metric */
  function launchesOf(metric) {
    if (metric === 'gcPause') return launches
    return isRate(metric) ? speeds : costs
  }

  /** @type {(metric: RowName, measured: LaunchMetrics[]) => MetricRow} */
  function compare(metric, measured) {
    return {
      metric,
      estimates: Object.fromEntries(variants.map(name => [name, estimate(valuesOf(measured, name, metric))])),
      changes: Object.fromEntries(
        comparisons.map(compared => [compared.candidate, changeIn(metric, compared, measured)])
      )
    }
  }

  /** A drift makes the interval of CPU as wide as it makes that of a size. @type {(metric: RowName, compared: Compared, measured: LaunchMetrics[]) => Change | null} */
  function changeIn(metric, compared, measured) {
    const change = relativeChange(pairsOf(measured, metric, compared))
    return change && isCpuMetric(metric)
      ? withDrift(change, /** @type {MetricName} */ (metric), compared, costSlices).change
      : change
  }
}

/** @type {(launches: LaunchMetrics[], variant: string, metric: RowName) => (number | null)[]} */
function valuesOf(launches, variant, metric) {
  return samplesOf(
    launches.filter(launch => launch.variant === variant),
    metric
  )
}

/** @type {(launches: LaunchMetrics[], variant: string, field: 'requests' | 'loadMs') => number} */
function totalOf(launches, variant, field) {
  return sum(launches.filter(launch => launch.variant === variant).map(launch => launch[field]))
}

/**
 * Returns the changes under the deciding load, by metric and then by candidate, without rates that a verdict withholds.
 * @param {Verdict[]} verdicts
 * @param {LoadComparison | undefined} load the first
 * @returns {Effect[]} of the deciding metric first
 */
export function effectsOf(verdicts, load) {
  if (!load) return []
  const deciding = [...new Set(verdicts.map(({ metric }) => metric))]
  const metrics = [...deciding, ...effectMetrics.filter(metric => !deciding.some(own => own === metric))]
  return metrics.flatMap(metric => verdicts.flatMap(verdict => effectOf(metric, verdict) ?? []))

  /** @type {(metric: RowName, verdict: Verdict) => Effect | null} */
  function effectOf(metric, { candidate, metric: own, withheld, change: deciding, secondary }) {
    if (metric === 'requestsPerSecond' && withheld !== null) return null
    const isDeciding = metric === own
    // The same interval as in the verdict, which is corrected for the number of comparisons.
    const inVerdict = isDeciding ? deciding : metric === secondary?.metric ? secondary.change : null
    const change = inVerdict ?? load?.rows.find(row => row.metric === metric)?.changes[candidate]
    const slices = load?.isCostOnSharedCore && !isRate(metric) ? 'shared-core' : null
    return change ? { candidate, metric, change, slices, isDeciding } : null
  }
}
