import { relativeChange } from '../../stats/intervals.js'
import { geometricMean } from '../../stats/means.js'
import { compareUnderLoad } from '../decide/compare-under-load.js'
import { onePair } from '../decide/comparisons.js'
import { mainMetrics } from '../metrics.js'
import { launchMetrics } from '../slices/launch-metrics.js'
import { separateUnder } from '../slices/slice-validity.js'

/** @import { Load } from '../../load/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { RoundValues } from '../../stats/intervals.js' */
/** @import { MetricName } from '../types.js' */

/**
 * Returns the overhead of a profiler: each profiled launch compared with the unprofiled launch of the same variant and round.
 * The overhead over all variants uses one pair per round, the geometric means of its launches, since launches of a round are
 * not independent.
 * @param {ProfilerName} profiler @param {Load} load @param {string[]} variants
 * @param {SliceRecord[]} slices valid ones
 */
export function profilerOverhead(profiler, load, variants, slices) {
  const { generator } = load
  const [baseline = '', ...candidates] = variants
  const launches = launchMetrics(separateUnder(load, slices))
  const rounds = [...new Set(launches.map(launch => launch.round))]
  const changes = [null, ...variants].map(variant => ({
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
    return relativeChange(rounds.flatMap(round => pairOf(chosen, round, metric)))
  }

  /** @type {(chosen: string[], round: number, metric: MetricName) => RoundValues[]} */
  function pairOf(chosen, round, metric) {
    const unprofiled = chosen.map(variant => valueIn(round, variant, 'none', metric)).filter(value => value !== null)
    const profiled = chosen.map(variant => valueIn(round, variant, profiler, metric)).filter(value => value !== null)
    if (unprofiled.length < chosen.length || profiled.length < chosen.length) return []
    return [{ baseline: geometricMean(unprofiled), candidate: geometricMean(profiled) }]
  }

  /** @type {(round: number, variant: string, profilerOrNone: ProfilerName, metric: MetricName) => number | null} */
  function valueIn(round, variant, profilerOrNone, metric) {
    const launch = launches.find(
      each => each.round === round && each.variant === variant && each.profiler === profilerOrNone
    )
    return launch?.value(metric) ?? null
  }
}
