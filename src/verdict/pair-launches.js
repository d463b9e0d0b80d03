/** @import { LaunchMetrics, RowName } from './launch-metrics.js' */

/**
 * Both variants of the same round, side by side.
 * @param {LaunchMetrics[]} launches
 * @param {RowName} metric
 * @param {string} baseline
 * @param {string} candidate
 */
export function pairsOf(launches, metric, baseline, candidate) {
  return launches
    .filter(launch => launch.variant === baseline)
    .flatMap(function pairUp(own) {
      const other = launches.find(launch => launch.variant === candidate && launch.round === own.round)
      return other ? [{ baseline: own.values[metric], candidate: other.values[metric] }] : []
    })
}
