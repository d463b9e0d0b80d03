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

/** Six rounds are the fewest with which an exact sign-flip test can reach 0.05; profiled rounds are twice as long. */
const ROUNDS = { bare: 8, profiled: 6 }
const QUICK_ROUNDS = { bare: 7, profiled: 4 }

/**
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profiler, loads, seed, quick, rounds, sliceMs }) {
  const usualRounds = quick ? QUICK_ROUNDS : ROUNDS
  const chosenRounds = rounds ?? (profiler === 'none' ? usualRounds.bare : usualRounds.profiled)
  const common = { seed, rounds: chosenRounds, loads, profiler, quick }
  if (quick) {
    const once = { profiledRounds: 1, batchRounds: 1 }
    return { ...common, ...once, warmupMs: 500, sliceMs: sliceMs ?? 400, slices: { bare: 2, profiled: 1 } }
  }
  const always = { profiledRounds: chosenRounds, batchRounds: chosenRounds }
  return { ...common, ...always, warmupMs: 2000, sliceMs: sliceMs ?? 1000, slices: { bare: 3, profiled: 2 } }
}
