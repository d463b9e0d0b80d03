import { profilers } from '../profilers/index.js'

/**
 * @typedef {import('../types.js').Design} Design
 * @typedef {import('../types.js').ProfilerName} ProfilerName
 *
 * @typedef {object} DesignOptions what a user may choose; everything else follows
 * @property {ProfilerName[]} profilers
 * @property {import('../types.js').Load[]} loads
 * @property {number} seed
 * @property {boolean} quick
 * @property {number} [rounds]
 * @property {number} [sliceMs]
 */

/**
 * Many short launches beat few long ones, and on a machine whose speed drifts from one second to the next four slices of
 * half a second two of a second: both were tried on info-log. Six rounds are the fewest with which an exact sign-flip
 * test can reach 0.05.
 */
const ROUNDS = 10
/** What fits into half a minute with what the profilers need afterwards. */
const QUICK_ROUNDS = { bare: 6, profiled: 3 }
/** Two, so that a function's cost has an interval. */
const QUICK_PROFILED_ROUNDS = 2
/** Profiled launches make a round twice as long, and only the bare ones decide the verdict. */
const PROFILED_SHARE = 0.4

/**
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profilers: names, loads, seed, quick, rounds, sliceMs }) {
  const common = { seed, loads, profilers: names.map(watchedBy), quick }
  if (quick) {
    const chosenRounds = rounds ?? (names.length === 0 ? QUICK_ROUNDS.bare : QUICK_ROUNDS.profiled)
    // A batch is too short to decide anything in one round: alone, it is played in all of them.
    const batchRounds = loads.some(load => load.mode === 'closed') ? 1 : chosenRounds
    const few = { rounds: chosenRounds, profiledRounds: Math.min(chosenRounds, QUICK_PROFILED_ROUNDS), batchRounds }
    return { ...common, ...few, warmupMs: 500, sliceMs: sliceMs ?? 400, slices: { bare: 2, profiled: 2 } }
  }
  const chosenRounds = rounds ?? ROUNDS
  const profiledRounds = Math.ceil(chosenRounds * PROFILED_SHARE)
  const often = { rounds: chosenRounds, profiledRounds, batchRounds: chosenRounds }
  return { ...common, ...often, warmupMs: 2000, sliceMs: sliceMs ?? 500, slices: { bare: 4, profiled: 4 } }
}

/** @param {ProfilerName} name @returns {import('../types.js').WatchedBy} */
function watchedBy(name) {
  const { batches = false, rounds } = profilers.get(name) ?? {}
  return { name, batches, rounds }
}
