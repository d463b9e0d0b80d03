import { decidingChange } from '../verdict/decide.js'
import { isPreciseEnough } from '../verdict/is-precise-enough.js'
import { checkSlices } from '../verdict/slice-validity.js'

/**
 * @import { Experiment } from '../experiments/types.js'
 * @import { SliceRecord } from '../runs/types.js'
 * @import { Change } from '../stats/types.js'
 * @import { Design } from './types.js'
 */

/**
 * @typedef {object} PrecisionTracker
 * @property {(slice: SliceRecord) => void} add
 * @property {() => boolean} isReached to be asked after every round: whether the goal of the design, if it has one, is
 *   reached for every candidate
 */

/**
 * Follows how narrow the deciding intervals get.
 * @param {Experiment} experiment
 * @param {Design} design
 * @returns {PrecisionTracker}
 */
export function trackPrecision(experiment, design) {
  const [baseline, ...candidates] = experiment.variants.map(({ name }) => name)
  const [decidingLoad] = design.loads
  const goal = design.untilHalfWidth
  /** @type {SliceRecord[]} */
  const slices = []
  /** @type {(Change | null)[][]} */
  const histories = candidates.map(() => [])
  return { add, isReached }

  /** @type {PrecisionTracker['add']} */
  function add(slice) {
    const counts = slice.profiler === 'none' && slice.load.generator === decidingLoad.generator
    if (goal !== null && counts) slices.push({ ...slice, toolResult: null })
  }

  function isReached() {
    if (goal === null || baseline === undefined) return false
    const usable = checkSlices(slices, experiment)
    for (const [index, candidate] of candidates.entries())
      histories[index]?.push(decidingChange(candidate, baseline, { experiment, design }, usable).change)
    return histories.every(changes => isPreciseEnough(changes, goal))
  }
}
