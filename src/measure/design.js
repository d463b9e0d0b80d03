/**
 * @typedef {import('../types.js').Design} Design
 * @typedef {import('../types.js').ProfilerName} ProfilerName
 *
 * @typedef {object} DesignOptions what a user may choose; everything else follows
 * @property {ProfilerName} profiler
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
/** What fits into half a minute with what the profiler needs afterwards. */
const QUICK_ROUNDS = { none: 6, prof: 4, '0x': 3 }
/** Profiled launches make a round twice as long, and only the bare ones decide the verdict. */
const PROFILED_SHARE = 0.4

/**
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profiler, loads, seed, quick, rounds, sliceMs }) {
  const common = { seed, loads, profiler, quick }
  if (quick) {
    const chosenRounds = rounds ?? QUICK_ROUNDS[profiler]
    // A batch is too short to decide anything in one round: alone, it is played in all of them.
    const batchRounds = loads.some(load => load.mode === 'closed') ? 1 : chosenRounds
    const once = { rounds: chosenRounds, profiledRounds: 1, batchRounds }
    return { ...common, ...once, warmupMs: 500, sliceMs: sliceMs ?? 400, slices: { bare: 2, profiled: 1 } }
  }
  const chosenRounds = rounds ?? ROUNDS
  const profiledRounds = Math.ceil(chosenRounds * PROFILED_SHARE)
  const often = { rounds: chosenRounds, profiledRounds, batchRounds: chosenRounds }
  return { ...common, ...often, warmupMs: 2000, sliceMs: sliceMs ?? 500, slices: { bare: 4, profiled: 4 } }
}
