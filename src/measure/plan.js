import { MOST_ROUNDS } from '../stats/detectable-effect.js'
import { seededRandom, shuffled } from '../stats/seeded-random.js'

/**
 * @import { Load } from '../load/types.js'
 * @import { ProfilerName } from '../profile/types.js'
 * @import { Block, Design, PlannedSlice, ProfilerPlan, Round } from './types.js'
 */

/**
 * @typedef {object} Known what is known of a run so far
 * @property {number} rounds
 * @property {number} [elapsedMs] since the first round began
 * @property {boolean} [isPreciseEnough] whether the goal of precision is reached
 */

/**
 * Returns the next round of a run, or null when enough is known. The same design always gives the same rounds.
 *
 * A round has one block of unprofiled launches, with all variants up at the same time, which plays the shared-core
 * slices and then the separate ones. Each profiler adds one block per variant: a profiled launch is the only one that
 * is up, since it is sampled all the time. Orders are random but balanced: within a launch's slices A B is followed by
 * B A, and every odd round mirrors the round before it, so that a drift of the machine affects all variants equally.
 *
 * @param {Design} design
 * @param {string[]} variants names
 * @param {Known} known
 * @returns {Round | null}
 */
export function nextRound(design, variants, known) {
  if (isEnough(design, known)) return null
  const index = known.rounds
  const order = roundOrder(design.seed, variants, index)
  const unprofiled = unprofiledBlock(design, order, index)
  const inUse = design.profilers.filter(({ rounds = design.profiledRounds }) => index < rounds)
  const profilers = isOdd(index) ? inUse.toReversed() : inUse
  const profiled = profilers.flatMap(profiler => order.map(variant => profiledBlock(design, profiler, variant, index)))
  return { index, blocks: isOdd(index) ? [...profiled, unprofiled] : [unprofiled, ...profiled] }
}

/**
 * Returns all rounds of a design whose number of rounds is fixed.
 * @param {Design} design
 * @param {string[]} variants
 * @returns {Round[]}
 */
export function fixedPlan(design, variants) {
  return Array.from({ length: design.rounds }, (_, rounds) => nextRound(design, variants, { rounds })).filter(
    round => round !== null
  )
}

/** @param {Design} design @param {Known} known */
function isEnough({ rounds, untilHalfWidth, maxMs }, { rounds: done, elapsedMs = 0, isPreciseEnough = false }) {
  if (maxMs !== null && done > 0 && elapsedMs + elapsedMs / done > maxMs) return true
  if (untilHalfWidth === null) return done >= rounds
  return done >= MOST_ROUNDS || isPreciseEnough
}

/** @param {number} index */
function isOdd(index) {
  return index % 2 === 1
}

/** @param {number} seed @param {string[]} variants @param {number} index */
function roundOrder(seed, variants, index) {
  const order = shuffled(variants, seededRandom(seed + (index >> 1)))
  return isOdd(index) ? order.reverse() : order
}

/** @param {Design} design @param {string[]} order @param {number} round @returns {Block} */
function unprofiledBlock(design, order, round) {
  const launches = order.map(variant => planLaunch(variant, round, 'none'))
  const ids = launches.map(launch => launch.id)
  const shared = sharedCoreSlices(design, ids)
  const separate = planSlices(design, design.loads, round, ids, design.slices.separate)
  const open = design.loads.filter(load => load.mode === 'open')
  const paced = open.flatMap(load => interleave(load, ids, 1, design.openMs))
  return { launches, slices: [...shared, ...separate, ...capacitySlices(design, ids, round), ...paced] }
}

/**
 * Returns slices that load all variants at once on one core, where the scheduler interleaves them every few
 * milliseconds: a change in the speed of that core then affects all of them equally. Two identical small servers
 * differed by 1% in such slices, by 5% in separate slices, and by 15% on a core each.
 * @param {Design} design
 * @param {string[]} ids
 * @returns {PlannedSlice[]}
 */
function sharedCoreSlices({ loads: [deciding], slices, sharedCoreMs }, ids) {
  // Each variant gets as much time of the core as one of two would get.
  const durationMs = (sharedCoreMs * ids.length) / 2
  return Array.from({ length: slices.sharedCore }, () => ({ launches: ids, load: deciding, durationMs }))
}

/**
 * Returns slices that measure the servers' capacity, for the rate of an open loop in a run without a closed loop.
 * @param {Design} design
 * @param {string[]} ids
 * @param {number} round
 */
function capacitySlices({ loads, warmupLoad, slices, sliceMs }, ids, round) {
  const isNeeded =
    round === 0 && loads.some(({ mode }) => mode === 'open') && !loads.some(({ mode }) => mode === 'closed')
  return isNeeded ? interleave(warmupLoad, ids, slices.separate, sliceMs) : []
}

/** @type {(design: Design, profiler: ProfilerPlan, variant: string, round: number) => Block} */
function profiledBlock(design, { name, batches }, variant, round) {
  const launch = planLaunch(variant, round, name)
  const loads = batches ? design.loads : design.loads.slice(0, 1)
  return { launches: [launch], slices: planSlices(design, loads, round, [launch.id], design.slices.profiled) }
}

/** @param {string} variant @param {number} round @param {ProfilerName} profiler */
function planLaunch(variant, round, profiler) {
  const number = String(round + 1).padStart(2, '0')
  const id = profiler === 'none' ? `${number}-${variant}` : `${number}-${variant}-${profiler}`
  return { id, round, variant, profiler }
}

/**
 * @param {Design} design
 * @param {Load[]} loads
 * @param {number} round
 * @param {string[]} ids of the launches, in the order of the first pass
 * @param {number} passes over the launches in closed loop; a batch has one pass
 * @returns {PlannedSlice[]}
 */
function planSlices({ batchRounds, sliceMs, loads: [deciding] }, loads, round, ids, passes) {
  return loads.flatMap(function slicesUnder(load) {
    if (load.mode === 'closed') return interleave(load, ids, passes, sliceMs)
    return load.mode === 'batch' && (load === deciding || round < batchRounds) ? interleave(load, ids, 1, 0) : []
  })
}

/** @type {(load: Load, ids: string[], passes: number, durationMs: number) => PlannedSlice[]} */
function interleave(load, ids, passes, durationMs) {
  const orders = Array.from({ length: passes }, (_, pass) => (isOdd(pass) ? ids.toReversed() : ids))
  return orders.flatMap(order => order.map(launch => ({ launches: [launch], load, durationMs })))
}
