import { isDecided } from '../../verdict/decide/classify-change.js'
import { isCollectorPart } from '../../verdict/decide/collector-part.js'
import { blamedVariants, comparisonsOf } from '../../verdict/decide/comparisons.js'
import { verdictsOn } from '../../verdict/decide/decide.js'
import { checkSlices, isRate, unprofiledOf } from '../../verdict/slices/slice-validity.js'
import { planProfiler } from './design.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Design } from '../types.js' */

/** An interval needs two. */
const ROUNDS = 2

/**
 * Returns the design of the detail rounds: with launches that sample allocations where blame is of CPU and the counters of the verdict's
 * rounds show that the garbage collector is a part of a difference. They come after all others, so that a limit of time takes
 * none of those.
 * @param {Design} design @param {Experiment} experiment @param {SliceRecord[]} slices of the verdict's rounds
 * @returns {Design} the same where there are none
 */
export function withAllocations(design, experiment, slices) {
  const names = design.profilers.map(({ name }) => name)
  const isAsked = names.includes('prof') || names.includes('cdp')
  if (design.quick || !isAsked || names.includes('heap')) return design
  const unprofiled = unprofiledOf(checkSlices(slices, experiment))
  const found = comparisonsOf(experiment).filter(each => isCollectorPart(each, design.detailLoad, unprofiled))
  if (found.length === 0) return design
  const sampled = { ...planProfiler('heap'), rounds: ROUNDS, ofVariants: blamedVariants(found) }
  return { ...design, profilers: [...design.profilers, sampled] }
}

/**
 * Returns the design of the detail rounds: with launches that follow requests, before all others, where the servers leave half a core
 * idle in a closed loop, or requests/s or latency decide: what a request takes is then not CPU.
 * @param {Design} design @param {Experiment} experiment @param {SliceRecord[]} slices of the verdict's rounds
 * @param {boolean} isServerLimit whether the load keeps every server busy
 * @returns {Design} the same where there are none
 */
export function withWaits(design, experiment, slices, isServerLimit) {
  const names = design.profilers.map(({ name }) => name)
  if (design.quick || names.length === 0 || names.includes('waits')) return design
  if (isServerLimit && !doRatesDecide(design, experiment, slices)) return design
  return { ...design, profilers: [planProfiler('waits'), ...design.profilers] }
}

/**
 * Returns whether requests/s or latency decide: a verdict is on one of them, or one is slower or faster where CPU is not.
 * @param {Design} design @param {Experiment} experiment @param {SliceRecord[]} slices
 */
function doRatesDecide(design, experiment, slices) {
  const verdicts = verdictsOn({ experiment, design }, unprofiledOf(checkSlices(slices, experiment)), null)
  return verdicts.some(
    ({ metric, verdict, secondary }) => isRate(metric) || (isDecided(secondary) && secondary?.verdict !== verdict)
  )
}
