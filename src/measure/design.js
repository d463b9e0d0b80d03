import { profilers } from '../profilers/index.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Design, ProfilerPlan } from './types.js'
 */

/**
 * @typedef {object} DesignOptions what a user may choose; the rest of the design follows from it
 * @property {ProfilerName[]} profilers
 * @property {Load[]} loads chosen from those of the experiment
 * @property {Load} [warmupLoad] the first of them when absent
 * @property {number} seed
 * @property {boolean} quick
 * @property {number} [rounds]
 * @property {number} [sliceMs]
 * @property {number} [untilHalfWidth]
 * @property {number} [maxMs]
 */

/** An exact sign-flip test reaches p = 0.05 from six rounds on. */
const ROUNDS = 8
/** What fits into half a minute, with the time to read the profiles. */
const QUICK_ROUNDS = { unprofiled: 6, profiled: 3 }
/** Two, so that a function's cost has an interval. */
const QUICK_PROFILED_ROUNDS = 2
/** Profiled launches make a round twice as long, and only unprofiled launches decide the verdict. */
const PROFILED_SHARE = 0.5
/** A run with a goal of precision ends after this time, unless another limit is given. */
const UNTIL_MAX_MS = 600_000

/** Lengths and numbers of slices. `sharedCore` is even, so that each generator loads each variant equally often. */
const USUAL = {
  lengths: { warmupMs: 2000, sliceMs: 500, openMs: 1000, sharedCoreMs: 750 },
  slices: { sharedCore: 4, separate: 4, profiled: 4 }
}
const SHORT = {
  lengths: { warmupMs: 500, sliceMs: 400, openMs: 400, sharedCoreMs: 500 },
  slices: { sharedCore: 2, separate: 2, profiled: 2 }
}

/**
 * Returns the design that the options ask for.
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profilers: names, loads, seed, quick, rounds, sliceMs, untilHalfWidth, maxMs, ...given }) {
  const [decidingLoad, ...others] = loads
  if (!decidingLoad) throw new TypeError('a design needs a load')
  const { lengths, slices } = quick ? SHORT : USUAL
  const design = {
    seed,
    loads: /** @type {Design['loads']} */ ([decidingLoad, ...others]),
    warmupLoad: given.warmupLoad ?? decidingLoad,
    profilers: names.map(planProfiler),
    quick,
    untilHalfWidth: untilHalfWidth ?? null,
    maxMs: maxMs ?? (untilHalfWidth ? UNTIL_MAX_MS : null),
    ...roundsOf(quick, names.length > 0, rounds),
    ...lengths,
    sliceMs: sliceMs ?? lengths.sliceMs,
    slices
  }
  return decidingLoad.mode === 'closed' ? design : separateOnly(design)
}

/** @param {boolean} quick @param {boolean} isProfiled @param {number} [chosen] */
function roundsOf(quick, isProfiled, chosen) {
  const rounds = chosen ?? (quick ? QUICK_ROUNDS[isProfiled ? 'profiled' : 'unprofiled'] : ROUNDS)
  if (quick) return { rounds, profiledRounds: Math.min(rounds, QUICK_PROFILED_ROUNDS), batchRounds: 1 }
  return { rounds, profiledRounds: Math.ceil(rounds * PROFILED_SHARE), batchRounds: rounds }
}

/**
 * Returns the design without what this machine cannot do: where processes cannot be kept to a core, there are separate
 * slices only.
 * @param {Design} design
 * @param {number[]} pinnableCores
 * @returns {Design}
 */
export function fitToMachine(design, pinnableCores) {
  return pinnableCores.length < 2 ? separateOnly(design) : design
}

/** @param {Design} design @returns {Design} */
function separateOnly(design) {
  return { ...design, slices: { ...design.slices, sharedCore: 0 } }
}

/** @param {ProfilerName} name @returns {ProfilerPlan} */
function planProfiler(name) {
  const { batches = false, rounds } = profilers.get(name) ?? {}
  return { name, batches, rounds }
}
