import { meanInterval } from '../../stats/intervals.js'
import { launchMetrics, pairsOf } from '../slices/launch-metrics.js'
import { isEqualRate, isSeparate, under } from '../slices/slice-validity.js'
import { isCpuMetric } from './classify-change.js'

/**
 * @import { Load } from '../../load/types.js'
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { Comparison, Interaction } from '../types.js'
 */

/**
 * Returns whether a toggle costs more where another is on too: its cost at that level minus its cost at the first one, in
 * microseconds per request by separate slices. As a difference of two differences it varies twice as much as the mean of the two, the
 * size of the toggle.
 * @param {Comparison} comparison on CPU, with two pairs
 * @param {Load} load that size and blame are measured under
 * @param {SliceRecord[]} slices valid ones of unprofiled launches
 * @returns {Interaction | null} null of other comparisons, or with fewer than two rounds
 */
export function interactionOf({ candidate, metric, pairs }, load, slices) {
  const [first, second, ...others] = pairs
  if (!first || !second || others.length > 0 || !isCpuMetric(metric) || slices.some(isEqualRate)) return null
  const launches = launchMetrics(under(load, slices).filter(isSeparate))
  const [one, other] = [first, second].map(differencesIn)
  const both = [...(one ?? [])].flatMap(([round, micros]) => {
    const microsWith = other?.get(round)
    return microsWith === undefined ? [] : [{ without: micros, with: microsWith }]
  })
  if (both.length < 2) return null
  return {
    candidate,
    metric,
    without: { ...first, ...costOf(both.map(each => each.without)) },
    with: { ...second, ...costOf(both.map(each => each.with)) },
    difference: costOf(both.map(each => each.with - each.without)),
    rounds: both.length
  }

  /** @param {Comparison['pairs'][0]} pair @returns {Map<number, number>} by round */
  function differencesIn(pair) {
    const values = pairsOf(launches, metric, { pairs: [pair] })
    return new Map(
      values.flatMap(({ round, baseline, candidate }) => (baseline && candidate ? [[round, candidate - baseline]] : []))
    )
  }
}

/** @param {number[]} differences in microseconds, by round */
function costOf(differences) {
  const { mean: micros, low, high } = meanInterval(differences)
  return { micros, low, high }
}
