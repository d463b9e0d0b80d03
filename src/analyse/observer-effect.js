import { relativeChange } from './intervals.js'
import { launchMetrics } from './launch-metrics.js'

/**
 * @typedef {import('../types.js').MetricName} MetricName
 * @typedef {import('./launch-metrics.js').LaunchMetrics} LaunchMetrics
 */

/** @type {MetricName[]} */
const watched = ['cpuPerRequest', 'requestsPerSecond']

/**
 * What being profiled costs: each profiled launch against the bare launch of the same variant and round. The variants of
 * a round are averaged (geometrically) into one pair, since they share the round's luck.
 * @param {import('../types.js').Design} design
 * @param {string[]} variants
 * @param {import('../types.js').SliceRecord[]} slices valid ones
 * @returns {import('../types.js').Analysis['observerEffect']} null without a profiler
 */
export function observerEffect({ profiler, loads }, variants, slices) {
  const generator = loads[0]?.generator
  if (profiler === 'none' || !generator) return null
  const launches = launchMetrics(slices.filter(slice => slice.load.generator === generator))
  const rounds = [...new Set(launches.map(launch => launch.round))]
  const rows = watched.map(metric => ({
    metric,
    change: relativeChange(rounds.flatMap(round => pairOf(round, metric)))
  }))
  return { profiler, generator, rows }

  /**
   * @param {number} round
   * @param {MetricName} metric
   */
  function pairOf(round, metric) {
    const bare = variants.map(variant => valueIn(round, variant, 'none', metric))
    const profiled = variants.map(variant => valueIn(round, variant, profiler, metric))
    if ([...bare, ...profiled].includes(null)) return []
    return [{ baseline: geometricMean(bare), candidate: geometricMean(profiled) }]
  }

  /**
   * @param {number} round
   * @param {string} variant
   * @param {string} watcher
   * @param {MetricName} metric
   */
  function valueIn(round, variant, watcher, metric) {
    const launch = launches.find(each => each.round === round && each.variant === variant && each.profiler === watcher)
    return launch?.values[metric] ?? null
  }
}

/** @param {(number | null)[]} values none of them null */
function geometricMean(values) {
  return Math.exp(values.reduce((/** @type {number} */ sum, value) => sum + Math.log(value ?? 0), 0) / values.length)
}
