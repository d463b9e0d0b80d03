import { isSeparate, under } from './slice-kinds.js'
import { flawsOf } from './slice-problems.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { Load } from '../load/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { RowName } from './launch-metrics.js'
 * @import { Flaw } from './types.js'
 */

/**
 * @typedef {object} UsableSlices
 * @property {SliceRecord[]} all
 * @property {{ slice: SliceRecord, flaws: Flaw[] }[]} flawed
 * @property {SliceRecord[]} valid for what a request costs
 * @property {SliceRecord[]} paced also for requests/s and latency, which depend on who was the limit
 */

/** @type {Set<RowName>} */
const pacedNames = new Set(['requestsPerSecond', 'latencyP50', 'latencyP95', 'latencyP99'])

/**
 * Which slices may be used for what.
 * @param {SliceRecord[]} slices
 * @param {Experiment} experiment
 * @returns {UsableSlices}
 */
export function usableSlices(slices, experiment) {
  const judged = slices.map(slice => ({ slice, flaws: flawsOf(slice, experiment) }))
  const valid = judged.filter(({ flaws }) => !flaws.some(flaw => flaw.spoils === 'everything'))
  return {
    all: slices,
    flawed: judged.filter(({ flaws }) => flaws.length > 0),
    valid: valid.map(({ slice }) => slice),
    paced: valid.filter(({ flaws }) => flaws.length === 0).map(({ slice }) => slice)
  }
}

/**
 * Likewise of those without a profiler, which alone are compared.
 * @param {SliceRecord[]} slices
 * @param {Experiment} experiment
 */
export function usableUnprofiledSlices(slices, experiment) {
  return usableSlices(
    slices.filter(slice => slice.profiler === 'none'),
    experiment
  )
}

/**
 * Whether a metric depends on who was the limit.
 * @param {RowName} metric
 */
export function isPaced(metric) {
  return pacedNames.has(metric)
}

/**
 * The slices under one load that a metric is taken from. What a request costs is told by slices in which the variants were
 * loaded together, where such were played; how fast they are by those in which each was alone.
 * @param {RowName} metric
 * @param {Load} load
 * @param {Pick<UsableSlices, 'all' | 'valid' | 'paced'>} slices
 */
export function slicesFor(metric, load, { all, valid, paced }) {
  const isSeparateMeant = isPaced(metric) || under(load, all).every(isSeparate)
  return under(load, isPaced(metric) ? paced : valid).filter(slice => isSeparate(slice) === isSeparateMeant)
}
