import { profilerOverhead } from '../../verdict/checks/profiler-overhead.js'
import { compareUnderLoad } from '../../verdict/decide/compare-under-load.js'
import { onlyOf } from '../../verdict/slices/slice-validity.js'
import { threadWork } from '../thread-work.js'
import { heavyTables } from './heavy-tables.js'
import { tickOddities, tickTables } from './tick-tables.js'

/** @import { Prepared } from '../../analyse.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { SavedRun } from '../../runs/read-run.js' */
/** @import { ProfiledLoad } from '../../verdict/types.js' */

/**
 * Returns what the profilers of a run show apart from blame, and their overhead.
 * @param {Pick<SavedRun, 'manifest' | 'slices' | 'profiles' | 'trees'>} run
 * @param {Pick<Prepared, 'baseline' | 'candidates' | 'pairs' | 'checked' | 'isValid' | 'evidence'>} prepared of the same run
 */
export function profilerFigures({ manifest, slices, profiles, trees }, prepared) {
  const { baseline, candidates, pairs, checked, isValid, evidence } = prepared
  const { loads, detailLoad, profilers: planned } = manifest.design
  const profilers = planned.map(({ name }) => name)
  const variants = [baseline, ...candidates]
  const isNew = !loads.some(({ generator }) => generator === detailLoad.generator)
  const allLoads = isNew ? [...loads, detailLoad] : loads
  const ticks = profilers.flatMap(name =>
    tickTables(profiles.filter(isOf(name)), slices.filter(isOf(name)), isValid, allLoads, variants)
  )
  const hasNm = !manifest.preflight.some(finding => finding.code === 'no-nm')
  const matched = [...evidence.values()].flatMap(({ trees }) => trees)
  return {
    ticks,
    tickOddities: tickOddities(ticks, hasNm),
    profilerOverheads: profilers.map(name => profilerOverhead(name, detailLoad, variants, checked.valid)),
    profiledLoads: profilers.flatMap(loadsUnder),
    threadWorks: candidates.flatMap(candidate =>
      threadWork({ trees, slices, isValid, load: detailLoad }, baseline, candidate)
    ),
    heavyTables: heavyTables(matched, slices, detailLoad, variants)
  }

  /** @param {ProfilerName} profiler @returns {ProfiledLoad[]} */
  function loadsUnder(profiler) {
    const own = onlyOf(checked, slice => slice.profiler === profiler)
    return loads
      .map(load => ({ profiler, load, ...compareUnderLoad(load, variants, pairs, own) }))
      .filter(({ rounds }) => rounds > 0)
  }
}

/** @param {ProfilerName} name */
function isOf(name) {
  return (/** @type {{ profiler: ProfilerName }} */ { profiler }) => profiler === name
}
