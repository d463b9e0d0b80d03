import { profilers } from '../../profilers/index.js'
import { FEWEST_CPU_ROUNDS } from '../../verdict/decide/classify-change.js'
import { presetOf, sizesOf } from './presets.js'

/** @import { Load } from '../../load/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { Budget } from '../../verdict/types.js' */
/** @import { Design, ProfilerPlan } from '../types.js' */
/** @import { ChosenPreset } from './presets.js' */

/**
 * @typedef {object} DesignOptions what a user may choose; the rest of the design follows from it
 * @property {ProfilerName[]} profilers
 * @property {Load[]} loads chosen from those of the experiment
 * @property {Load} [warmupLoad] a closed loop of the experiment, whose connections the light generator opens too
 * @property {number} seed
 * @property {number} [servers] how many are up at once; two when left out
 * @property {{ index: number, count: number }} [shard] which one of several runs
 * @property {ChosenPreset} [preset] another kind of run than the usual one
 * @property {string[]} [profiledVariants] those that blame compares, of an experiment with toggles or with many variants
 * @property {string[]} [requests] the names of several requests
 * @property {boolean} [isProfile] of one variant, which is not compared
 * @property {number} [rounds] of the verdict
 * @property {Budget[]} [budgets]
 * @property {number} [sliceMs]
 * @property {number} [untilHalfWidth]
 * @property {number} [maxMs]
 */

const USUAL_CONNECTIONS = 50
/** Between the seeds of two shards: a prime, so that seeds that are counted up do not meet. */
const SEED_STEP = 1_000_003
/** They take about two minutes on /info. */
const VERDICT_ROUNDS = 9
/** A run with a goal of precision ends after this time, unless another limit is given. */
const UNTIL_MAX_MS = 600_000

/** Returns the design that the options ask for. @param {DesignOptions} options @returns {Design} */
export function makeDesign({ profilers: names, loads, seed, sliceMs, untilHalfWidth, maxMs, ...given }) {
  const { servers = 2, profiledVariants, preset = presetOf({}), budgets = [], isProfile = false } = given
  const [decidingLoad, ...others] = loads
  if (!decidingLoad) throw new TypeError('a design needs a load')
  const { isShort, leavesOut, coldRequests, untilCounted } = preset
  const sizes = sizesOf({ isShort, hasManyVariants: profiledVariants !== undefined, servers })
  const { warmUp, lengths, slices, perRequest } = sizes
  const usualRounds = profiledVariants ? FEWEST_CPU_ROUNDS : VERDICT_ROUNDS
  // One variant has as many launches without a profiler as with each.
  const rounds = given.rounds ?? (isProfile ? sizes.rounds.detail : (preset.rounds ?? usualRounds))
  // A user who names a number of rounds, a goal, budgets or several requests wants them measured in full.
  const asked = given.rounds ?? preset.rounds ?? untilHalfWidth ?? given.requests ?? null
  const isOwnNumber = asked === null && budgets.length === 0 && !isProfile
  const light = lightLoads(given.warmupLoad ?? decidingLoad, decidingLoad)
  // A short run of many servers has time for other loads only where profilers are named, which takes longer anyway.
  const leavesOutLoads = leavesOut.has('detail') || (isShort && profiledVariants !== undefined && names.length === 0)
  const loadRounds = leavesOutLoads ? { unprofiled: 0, profiled: 0 } : sizes.rounds.loads
  const { shard } = given
  const design = {
    seed: shard ? shardSeed(seed, shard.index) : seed,
    ...(shard && { shard: { ...shard, seed } }),
    loads: /** @type {Design['loads']} */ (coldRequests === null ? [decidingLoad, ...others] : [light.warmupLoad]),
    ...light,
    coldRequests,
    profilers: names.map(planProfiler),
    ...(profiledVariants && { profiledVariants }),
    ...(given.requests && { requests: { names: given.requests, slices: perRequest } }),
    ...(budgets.length > 0 && { budgets }),
    ...(untilCounted && { untilCounted }),
    ...(isOwnNumber && { endsWhenClear: true }),
    quick: isShort,
    untilHalfWidth: untilHalfWidth ?? null,
    maxMs: maxMs ?? (untilHalfWidth ? UNTIL_MAX_MS : null),
    rounds,
    detailRounds: leavesOut.has('detail') || names.length === 0 ? 0 : Math.min(rounds, sizes.rounds.detail),
    loadRounds,
    ...lengths,
    sliceMs: sliceMs ?? lengths.sliceMs,
    warmUp,
    slices
  }
  return decidingLoad.mode === 'closed' && !isProfile ? design : separateOnly(design)
}

/** Returns the seed of a shard: the first one has that of all. @param {number} seed @param {number} index */
function shardSeed(seed, index) {
  return (seed + (index - 1) * SEED_STEP) % 2 ** 31
}

/**
 * Returns the loads of the warm-up and of the size and blame: the light generator, with as many connections as the
 * experiment's own closed loop. Where the verdict is about another kind of load, size and blame are of that load.
 * @param {Load} usual @param {Load} deciding @returns {Pick<Design, 'warmupLoad' | 'detailLoad'>}
 */
function lightLoads(usual, deciding) {
  const connections = usual.mode === 'closed' ? usual.connections : USUAL_CONNECTIONS
  /** @type {Load} */
  const light = { generator: 'sockets', mode: 'closed', connections }
  return { warmupLoad: light, detailLoad: deciding.mode === 'closed' ? light : deciding }
}

/**
 * Returns the design without what this machine cannot do: where processes cannot be kept to a core, there are separate
 * slices only.
 * @param {Design} design @param {number[]} pinnableCores @returns {Design}
 */
export function fitToMachine(design, pinnableCores) {
  return pinnableCores.length < 2 ? separateOnly(design) : design
}

/** @param {Design} design @returns {Design} */
function separateOnly(design) {
  return { ...design, slices: { ...design.slices, sharedCore: 0 } }
}

/** @param {ProfilerName} name @returns {ProfilerPlan} */
export function planProfiler(name) {
  const { isOfWholeLaunch = false, mayFail = false, isPaced, rounds } = profilers.get(name) ?? {}
  return { name, playsLoads: !isOfWholeLaunch, isAlone: mayFail, ...(isPaced && { isPaced }), rounds }
}

/** Returns whether a run records that a profiler failed and goes on without it. @param {Design} design @param {ProfilerName} profiler */
export function mayFail({ profilers: planned }, profiler) {
  return planned.some(
    ({ name, isAlone, isPaced, ofVariants }) => name === profiler && (isAlone || isPaced || ofVariants !== undefined)
  )
}
