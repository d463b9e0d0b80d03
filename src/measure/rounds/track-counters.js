import { areCountersDecided } from '../../verdict/decide/are-counters-decided.js'
import { checkSlices, isUnprofiled } from '../../verdict/slices/slice-validity.js'

/**
 * @import { Experiment } from '../../experiments/types.js'
 * @import { SliceRecord } from '../../runs/types.js'
 * @import { PrecisionTracker } from './track-precision.js'
 * @import { Design } from '../types.js'
 */

/**
 * Returns a tracker of the exact counters, in place of that of a half-width.
 * @param {Experiment} experiment
 * @param {Design} design
 * @returns {PrecisionTracker}
 */
export function trackCounters(experiment, design) {
  /** @type {SliceRecord[]} */
  const slices = []
  return { add, isReached }

  /** @param {SliceRecord} slice */
  function add(slice) {
    if (slice.request === undefined && isUnprofiled(slice)) slices.push({ ...slice, toolResult: null })
  }

  /** Returns whether every exact counter, or every budget on one, is decided. */
  function isReached() {
    return slices.length > 0 && areCountersDecided({ experiment, design }, checkSlices(slices, experiment))
  }
}
