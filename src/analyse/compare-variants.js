import { estimate, relativeChange } from './intervals.js'
import { launchMetrics } from './launch-metrics.js'
import { judge } from './verdict.js'

/**
 * @typedef {import('../types.js').MetricName} MetricName
 * @typedef {import('../types.js').RunManifest} RunManifest
 * @typedef {import('../types.js').SliceRecord} SliceRecord
 * @typedef {import('../types.js').Verdict} Verdict
 * @typedef {import('./launch-metrics.js').LaunchMetrics} LaunchMetrics
 * @typedef {import('./launch-metrics.js').RowName} RowName
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
  'latencyP99'
]

/**
 * Every metric of every variant under one load, with the changes against the baseline.
 * @param {import('../types.js').Load} load
 * @param {string} baseline
 * @param {string[]} candidates
 * @param {SliceRecord[]} slices valid ones without a profiler
 * @returns {Omit<import('../types.js').GeneratorAnalysis, 'load' | 'notes'>}
 */
export function compareUnderLoad(load, baseline, candidates, slices) {
  const launches = launchMetrics(slices.filter(slice => slice.load.generator === load.generator))
  const variants = [baseline, ...candidates]
  return {
    rounds: new Set(launches.map(launch => launch.round)).size,
    rows: rowNames.map(metric => ({
      metric,
      estimates: Object.fromEntries(variants.map(variant => [variant, estimate(valuesOf(launches, variant, metric))])),
      changes: Object.fromEntries(
        candidates.map(name => [name, relativeChange(pairsOf(launches, metric, baseline, name))])
      )
    })),
    requests: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'requests')])),
    loadMs: Object.fromEntries(variants.map(variant => [variant, totalOf(launches, variant, 'loadMs')]))
  }
}

/**
 * @param {string} candidate
 * @param {string} baseline
 * @param {RunManifest} manifest
 * @param {SliceRecord[]} slices valid ones without a profiler
 * @returns {Verdict}
 */
export function verdictOn(candidate, baseline, { experiment, design }, slices) {
  const { primaryMetric, marginRatio } = experiment
  const load = design.loads[0]
  if (!load) throw new TypeError('a design needs a load')
  const launches = launchMetrics(slices.filter(slice => slice.load.generator === load.generator))
  const isTold = launches.every(launch => launch.values[primaryMetric] !== null)
  const metric = isTold ? primaryMetric : 'cpuPerRequest'
  const change = relativeChange(pairsOf(launches, metric, baseline, candidate))
  const facts = { candidate, baseline, metric, generator: load.generator, change, marginRatio }
  if (!change) {
    const reason = 'fewer than two rounds have valid slices of both variants'
    return { ...facts, verdict: 'cannot tell', lean: null, reason, second: null }
  }
  return { ...facts, ...judge(metric, change, marginRatio), reason: null, second: secondOpinion() }

  function secondOpinion() {
    /** @type {MetricName} */
    const other = metric === 'requestsPerSecond' ? 'cpuPerRequest' : 'requestsPerSecond'
    const otherChange = relativeChange(pairsOf(launches, other, baseline, candidate))
    if (!otherChange) return null
    return { metric: other, verdict: judge(other, otherChange, marginRatio).verdict, change: otherChange }
  }
}

/**
 * Both variants of the same round, side by side.
 * @param {LaunchMetrics[]} launches
 * @param {RowName} metric
 * @param {string} baseline
 * @param {string} candidate
 */
function pairsOf(launches, metric, baseline, candidate) {
  return launches
    .filter(launch => launch.variant === baseline)
    .flatMap(function pairUp(own) {
      const other = launches.find(launch => launch.variant === candidate && launch.round === own.round)
      return other ? [{ baseline: own.values[metric] ?? 0, candidate: other.values[metric] ?? 0 }] : []
    })
}

/**
 * @param {LaunchMetrics[]} launches
 * @param {string} variant
 * @param {RowName} metric
 */
function valuesOf(launches, variant, metric) {
  return launches.filter(launch => launch.variant === variant).map(launch => launch.values[metric] ?? 0)
}

/**
 * @param {LaunchMetrics[]} launches
 * @param {string} variant
 * @param {'requests' | 'loadMs'} field
 */
function totalOf(launches, variant, field) {
  return launches.filter(launch => launch.variant === variant).reduce((sum, launch) => sum + launch[field], 0)
}
