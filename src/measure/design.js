import { profilers } from '../profilers/index.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Design, WatchedBy } from './types.js'
 */

/**
 * @typedef {object} DesignOptions what a user may choose; everything else follows
 * @property {ProfilerName[]} profilers
 * @property {Load[]} loads chosen of those the experiment has
 * @property {Load} [warmupLoad] the first of them when absent
 * @property {number} seed
 * @property {boolean} quick
 * @property {number} [rounds]
 * @property {number} [sliceMs]
 * @property {number} [untilHalfWidth]
 * @property {number} [maxMs]
 */

/** Six are the fewest with which an exact sign-flip test can reach 0.05. */
const ROUNDS = 8
/** What fits into half a minute with what the profilers need afterwards. */
const QUICK_ROUNDS = { bare: 6, profiled: 3 }
/** Two, so that a function's cost has an interval. */
const QUICK_PROFILED_ROUNDS = 2
/** Profiled launches make a round twice as long, and only the bare ones decide the verdict. */
const PROFILED_SHARE = 0.5
/** With a goal to reach the number of rounds follows from it; this is where it ends when nothing else is said. */
const UNTIL_MAX_MS = 600_000

/** How long and how often; `sharedCore` an even number, so that generators which take turns do so evenly. */
const USUAL = {
  lengths: { warmupMs: 2000, sliceMs: 500, openMs: 1000, sharedCoreMs: 750 },
  slices: { sharedCore: 4, separate: 4, profiled: 4 }
}
const SHORT = {
  lengths: { warmupMs: 500, sliceMs: 400, openMs: 400, sharedCoreMs: 500 },
  slices: { sharedCore: 2, separate: 2, profiled: 2 }
}

/**
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
    profilers: names.map(watchedBy),
    quick,
    untilHalfWidth: untilHalfWidth ?? null,
    maxMs: maxMs ?? (untilHalfWidth ? UNTIL_MAX_MS : null),
    ...roundsOf(quick, names.length > 0, rounds),
    ...lengths,
    sliceMs: sliceMs ?? lengths.sliceMs,
    slices
  }
  return decidingLoad.mode === 'closed' ? design : inTurnOnly(design)
}

/**
 * @param {boolean} quick
 * @param {boolean} isProfiled
 * @param {number} [chosen]
 */
function roundsOf(quick, isProfiled, chosen) {
  const rounds = chosen ?? (quick ? QUICK_ROUNDS[isProfiled ? 'profiled' : 'bare'] : ROUNDS)
  if (quick) return { rounds, profiledRounds: Math.min(rounds, QUICK_PROFILED_ROUNDS), batchRounds: 1 }
  return { rounds, profiledRounds: Math.ceil(rounds * PROFILED_SHARE), batchRounds: rounds }
}

/**
 * The same design as far as a machine can follow it: where processes cannot be kept to a core, variants are loaded in turn only.
 * @param {Design} design
 * @param {number[]} pinnableCores
 * @returns {Design}
 */
export function fitToMachine(design, pinnableCores) {
  return pinnableCores.length < 2 ? inTurnOnly(design) : design
}

/** @param {Design} design @returns {Design} */
function inTurnOnly(design) {
  return { ...design, slices: { ...design.slices, sharedCore: 0 } }
}

/** @param {ProfilerName} name @returns {WatchedBy} */
function watchedBy(name) {
  const { batches = false, rounds } = profilers.get(name) ?? {}
  return { name, batches, rounds }
}
