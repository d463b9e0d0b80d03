import { profilers } from '../profilers/index.js'

/**
 * @typedef {import('../types.js').Design} Design
 * @typedef {import('../types.js').ProfilerName} ProfilerName
 *
 * @typedef {object} DesignOptions what a user may choose; everything else follows
 * @property {ProfilerName[]} profilers
 * @property {import('../types.js').Load[]} loads chosen of those the experiment has
 * @property {import('../types.js').Load} [warmupLoad] the first of them when absent
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

/**
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profilers: names, loads, seed, quick, rounds, sliceMs, untilHalfWidth, maxMs, ...given }) {
  const [decidingLoad, ...others] = loads
  if (!decidingLoad) throw new TypeError('a design needs a load')
  const warmupLoad = given.warmupLoad ?? decidingLoad
  const isClosed = decidingLoad.mode === 'closed'
  const end = { untilHalfWidth: untilHalfWidth ?? null, maxMs: maxMs ?? (untilHalfWidth ? UNTIL_MAX_MS : null) }
  const common = {
    seed,
    loads: /** @type {Design['loads']} */ ([decidingLoad, ...others]),
    warmupLoad,
    profilers: names.map(watchedBy),
    quick,
    ...end
  }
  if (quick) {
    const chosenRounds = rounds ?? (names.length === 0 ? QUICK_ROUNDS.bare : QUICK_ROUNDS.profiled)
    const few = { rounds: chosenRounds, profiledRounds: Math.min(chosenRounds, QUICK_PROFILED_ROUNDS), batchRounds: 1 }
    const short = { warmupMs: 500, sliceMs: sliceMs ?? 400, openMs: 400 }
    return {
      ...common,
      ...few,
      ...short,
      togetherMs: 500,
      slices: { together: isClosed ? 2 : 0, bare: 2, profiled: 2 }
    }
  }
  const chosenRounds = rounds ?? ROUNDS
  const profiledRounds = Math.ceil(chosenRounds * PROFILED_SHARE)
  const often = { rounds: chosenRounds, profiledRounds, batchRounds: chosenRounds }
  const long = { warmupMs: 2000, sliceMs: sliceMs ?? 500, openMs: 1000 }
  return {
    ...common,
    ...often,
    ...long,
    togetherMs: 750,
    // As many that generators which take turns do so evenly.
    slices: { together: isClosed ? 4 : 0, bare: 4, profiled: 4 }
  }
}

/**
 * The same design as far as a machine can follow it: where processes cannot be kept to a core, variants are loaded in turn only.
 * @param {Design} design
 * @param {number[]} pinnableCores
 * @returns {Design}
 */
export function fitToMachine(design, pinnableCores) {
  return pinnableCores.length < 2 ? { ...design, slices: { ...design.slices, together: 0 } } : design
}

/** @param {ProfilerName} name @returns {import('../types.js').WatchedBy} */
function watchedBy(name) {
  const { batches = false, rounds } = profilers.get(name) ?? {}
  return { name, batches, rounds }
}
