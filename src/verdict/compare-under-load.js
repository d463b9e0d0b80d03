import { estimate, relativeChange } from '../stats/intervals.js'
import { launchMetrics } from './launch-metrics.js'
import { pairsOf } from './pair-launches.js'
import { isSeparate, under } from './slice-kinds.js'
import { isPaced, slicesFor } from './usable-slices.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { LaunchMetrics, RowName } from './launch-metrics.js'
 * @import { LoadComparison } from './types.js'
 * @import { UsableSlices } from './usable-slices.js'
 */

/** @type {RowName[]} */
const rowNames = [
  'cpuPerRequest',
  'cpuMainThread',
  'cpuOtherThreads',
  'cpuPool',
  'cpuHelpers',
  'gcCount',
  'gcPause',
  'requestsPerSecond',
  'latencyP50',
  'latencyP95',
  'latencyP99'
]

/**
 * In an open loop requests come when they come, and how long they took is a table of its own.
 * @param {Load} load
 */
function rowsUnder({ mode }) {
  return mode === 'open' ? rowNames.filter(name => !isPaced(name)) : rowNames
}

/**
 * Every metric of every variant under one load, with the changes against the baseline.
 * @param {Load} load
 * @param {string} baseline
 * @param {string[]} candidates
 * @param {Pick<UsableSlices, 'all' | 'valid' | 'paced'>} slices
 * @returns {Omit<LoadComparison, 'load' | 'notes'>}
 */
export function compareUnderLoad(load, baseline, candidates, slices) {
  const costSlices = slicesFor('cpuPerRequest', load, slices)
  const costs = launchMetrics(costSlices)
  const speeds = launchMetrics(slicesFor('requestsPerSecond', load, slices))
  const launches = launchMetrics(under(load, slices.valid).filter(isSeparate))
  const variants = [baseline, ...candidates]
  return {
    rounds: new Set(launches.map(launch => launch.round)).size,
    rows: rowsUnder(load).map(metric => ({ metric, ...compare(metric, isPaced(metric) ? speeds : costs) })),
    isCostOnSharedCore: costSlices.some(slice => !isSeparate(slice)),
    costSeparate: compare('cpuPerRequest', launches),
    requests: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'requests')])),
    loadMs: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'loadMs')]))
  }

  /**
   * @param {RowName} metric
   * @param {LaunchMetrics[]} measured
   */
  function compare(metric, measured) {
    return {
      estimates: Object.fromEntries(variants.map(name => [name, estimate(valuesOf(measured, name, metric))])),
      changes: Object.fromEntries(
        candidates.map(name => [name, relativeChange(pairsOf(measured, metric, baseline, name))])
      )
    }
  }
}

/**
 * @param {LaunchMetrics[]} launches
 * @param {string} variant
 * @param {RowName} metric
 */
function valuesOf(launches, variant, metric) {
  return launches.filter(launch => launch.variant === variant).map(launch => launch.values[metric])
}

/**
 * @param {LaunchMetrics[]} launches
 * @param {string} variant
 * @param {'requests' | 'loadMs'} field
 */
function totalOf(launches, variant, field) {
  return launches.filter(launch => launch.variant === variant).reduce((sum, launch) => sum + launch[field], 0)
}
