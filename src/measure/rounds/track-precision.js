import { comparisonsOf } from '../../verdict/decide/comparisons.js'
import { decidingChange, withDrift } from '../../verdict/decide/deciding-change.js'
import { areCountersDecided, isClear, isPreciseEnough, profiledFor } from '../../verdict/decide/may-stop.js'
import { checkSlices, isUnprofiled, slicesFor } from '../../verdict/slices/slice-validity.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { SliceRecord } from '../../runs/types.js' */
/** @import { Change } from '../../stats/types.js' */
/** @import { Comparison } from '../../verdict/types.js' */
/** @import { Design } from '../types.js' */

/**
 * @typedef {ReturnType<typeof trackPrecision>} PrecisionTracker
 * @typedef {{ candidate: string, change: Change | null }} RunningEstimate of a verdict, from the rounds so far
 */

/**
 * Returns a tracker of the deciding changes: of their half-widths where the run has a goal, and of whether the verdicts are clear where
 * the number of its rounds is the tool's own.
 * @param {Design} design
 */
export function trackPrecision(design) {
  const [decidingLoad] = design.loads
  const { untilHalfWidth: goal, endsWhenClear = false } = design
  /** @type {SliceRecord[]} */
  const slices = []
  /** @type {(Change | null)[][]} after each round, the change of each comparison */
  const history = []
  /** @type {RunningEstimate[]} */
  let estimates = []
  return { add, isReached, profiled, estimates: () => estimates }

  /** @param {SliceRecord} slice */
  function add(slice) {
    const isDeciding = slice.load.generator === decidingLoad.generator || slice.load.mode === 'open'
    if (slice.profiler === 'none' && isDeciding) slices.push({ ...slice, toolResult: null })
  }

  /**
   * Adds the changes after a round to the history, so it must be called once per round.
   * @param {Experiment} experiment @returns whether every comparison has reached its goal, or has a clear verdict
   */
  function isReached(experiment) {
    const usable = checkSlices(slices, experiment)
    const comparisons = comparisonsOf(experiment)
    const changes = comparisons.map(changeOf)
    estimates = comparisons.map(({ candidate }, index) => ({ candidate, change: changes[index] ?? null }))
    history.push(changes)
    const byComparison = changes.map((_, index) => history.map(each => each[index] ?? null))
    if (goal !== null) return byComparison.every(own => isPreciseEnough(own, goal))
    return endsWhenClear && byComparison.every(own => isClear(own, experiment.marginRatio))

    /** A goal is one of the interval of rounds; a verdict is clear by the one that is printed, which has the drift. @param {Comparison} each */
    function changeOf(each) {
      const { change, metric, load } = decidingChange(each, { experiment, design }, usable)
      if (change === null || goal !== null) return change
      return withDrift(change, metric, each, slicesFor(metric, load, usable)).change
    }
  }

  /** Returns the design with the profiled launches that a run has, once its verdicts are over. */
  function profiled() {
    const latest = (history.at(-1) ?? []).filter(change => change !== null)
    return endsWhenClear ? profiledFor(latest, design) : design
  }
}

/**
 * Returns a tracker of the exact counters, in place of that of a half-width.
 * @param {Design} design @returns {PrecisionTracker}
 */
export function trackCounters(design) {
  /** @type {SliceRecord[]} */
  const slices = []
  return { add, isReached, profiled: () => design, estimates: () => [] }

  /** @param {SliceRecord} slice */
  function add(slice) {
    if (slice.request === undefined && isUnprofiled(slice)) slices.push({ ...slice, toolResult: null })
  }

  /** Returns whether every exact counter, or every budget on one, is decided. @param {Experiment} experiment */
  function isReached(experiment) {
    return slices.length > 0 && areCountersDecided({ experiment, design }, checkSlices(slices, experiment))
  }
}
