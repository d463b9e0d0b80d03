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
 * Rounds of bare launches alone, and rounds that hold a profiled launch of every variant as well: twice as long. Six is
 * the fewest with which an exact sign-flip test can reach 0.05.
 */
const ROUNDS = { bare: 8, profiled: 6, quickBare: 5, quickProfiled: 3 }
/** The first second after a warm-up of one second still runs slower; quick runs accept that on both sides. */
const WARMUP_MS = { full: 2000, quick: 700 }
const SLICE_MS = { full: 1000, quick: 500 }
const SLICES_PER_LAUNCH = 2

/**
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profiler, loads, seed, quick, rounds, sliceMs }) {
  const usualRounds = profiler === 'none' ? [ROUNDS.bare, ROUNDS.quickBare] : [ROUNDS.profiled, ROUNDS.quickProfiled]
  return {
    seed,
    rounds: rounds ?? /** @type {number} */ (usualRounds[quick ? 1 : 0]),
    warmupMs: quick ? WARMUP_MS.quick : WARMUP_MS.full,
    sliceMs: sliceMs ?? (quick ? SLICE_MS.quick : SLICE_MS.full),
    slicesPerLaunch: SLICES_PER_LAUNCH,
    loads,
    profiler,
    quick
  }
}
