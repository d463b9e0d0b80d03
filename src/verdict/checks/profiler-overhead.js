import { groupBy } from '../../stats/group-by.js'
import { relativeChange } from '../../stats/intervals.js'
import { geometricMean } from '../../stats/means.js'
import { compareUnderLoad } from '../decide/compare-under-load.js'
import { onePair } from '../decide/comparisons.js'
import { mainMetrics } from '../metrics.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import { separateUnder } from '../slices/slice-validity.js'
import { unitOf } from '../slices/unit-of.js'

/** @import { Load } from '../../load/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { MetricName } from '../types.js' */

/**
 * Returns the overhead of a profiler: its first round compared with the first unprofiled one, and so on. The overhead over all variants
 * uses one value per round, the geometric mean of its launches, since launches of a round are not independent.
 * @param {ProfilerName} profiler @param {Load} load @param {string[]} variants
 * @param {SliceRecord[]} slices valid ones
 */
export function profilerOverhead(profiler, load, variants, slices) {
  const { generator } = load
  const [baseline = '', ...candidates] = variants
  const launches = launchMetrics(separateUnder(load, slices))
  const measured = candidates.length > 0 ? [null, ...variants] : variants
  const changes = measured.map(variant => ({
    variant,
    changes: mainMetrics.map(metric => changeOf(variant === null ? variants : [variant], metric))
  }))
  const profiled = slices.filter(slice => slice.profiler === profiler)
  const comparisons = candidates.map(candidate => onePair(candidate, baseline))
  const checked = { all: profiled, valid: profiled, forRates: profiled }
  const { rows } = compareUnderLoad(load, variants, comparisons, checked)
  const compared = rows.filter(({ metric }) => mainMetrics.some(main => main === metric))
  return { profiler, generator, metrics: mainMetrics, changes, compared }

  /** @param {string[]} chosen variants @param {MetricName} metric */
  function changeOf(chosen, metric) {
    const [before, after] = [valuesIn('none', chosen, metric), valuesIn(profiler, chosen, metric)]
    return relativeChange(after.map((candidate, place) => ({ baseline: before[place] ?? null, candidate })))
  }

  /** @type {(kind: ProfilerName, chosen: string[], metric: MetricName) => (number | null)[]} by round that has all of the variants */
  function valuesIn(kind, chosen, metric) {
    const own = launches.filter(launch => launch.profiler === kind && chosen.includes(launch.variant))
    return [...groupBy(own, unitOf).values()].flatMap(function together(round) {
      const values = round.map(launch => launch.value(metric)).filter(value => value !== null)
      return values.length < chosen.length ? [] : [geometricMean(values)]
    })
  }
}
