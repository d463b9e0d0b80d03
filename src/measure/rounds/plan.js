import { MOST_ROUNDS } from '../../stats/detectable-effect.js'
import { sum } from '../../stats/means.js'
import { seededRandom, shuffled } from '../../stats/seeded-random.js'
import { isCold } from '../../verdict/checks/verdict-checks.js'
import { FEWEST_CPU_ROUNDS } from '../../verdict/decide/classify-change.js'
import { estimateCollectMs, estimateRoundMs, lastingMs } from './estimate-duration.js'

/** @import { Experiment } from '../../experiments/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { ProfilerName } from '../../profile/types.js' */
/** @import { Block, Design, PlannedLaunch, PlannedSlice, ProfilerPlan, Round } from '../types.js' */

/**
 * @typedef {object} Known what is known of a run so far
 * @property {number} rounds
 * @property {number} [verdictRounds] those of the verdict; all of them when absent
 * @property {number} [elapsedMs] since the first round began
 * @property {number} [tookPerPlanned] what the finished rounds took, divided by what was planned for them; 1 before
 * @property {boolean} [isPreciseEnough] whether the goal of precision is reached, or the counters or the verdicts are decided
 * @property {boolean} [isVerdictOver] whether a detail round has begun
 * @property {boolean} [isServerLimit] whether the deciding load keeps every server busy; assumed until it was measured
 * @property {string[]} [idleRequests] those of several requests that alone leave a server idle
 * @property {(capacityShare: number, isFollowed: boolean) => number} [rateAt] returns requests/s; where few are followed a slice lasts longer
 */

/** Where the time of a run is limited, its verdict leaves the rest to size and blame, once it has rounds enough to decide. */
const VERDICT_SHARE = 0.6
/** @type {Extract<Load, { mode: 'open' }>} servers that the deciding load leaves idle are compared far below what the slowest can do */
const equalRate = { generator: 'paced', mode: 'open', arrivals: 'constant', capacityShare: 0.5 }
const EQUAL_RATE_SLICES = 4
/** An interval needs two launches: of one server alone, and of each variant under a profiler. */
const FEWEST_LAUNCHES = 2
/** No round begins to measure what servers keep once so many launches were measured: it takes two seconds each. */
const KEPT_LAUNCHES = 8

/**
 * Returns the next round of a run, or null when enough is known. The same design always gives the same rounds.
 *
 * The first rounds are for the verdict: one block with all variants up at the same time, loaded together on one core and
 * then in turn, by the loads of the experiment too. The others are for blame: a block per profiler with all variants up and
 * loaded in turn, so that launches of different blocks have the same age, load and placement. Orders are random but balanced: within a launch's slices A B is followed by B A, and every odd round of a stage mirrors the round
 * before it, so that a drift of the machine affects all variants equally.
 *
 * A single variant has no verdict: the first rounds measure it without a profiler.
 * @param {Design} design @param {string[]} variants names
 * @param {Known} known @returns {Round | null}
 */
export function nextRound(design, variants, known) {
  const { rounds: index, verdictRounds = Math.min(index, design.rounds) } = known
  const verdict = { index, stage: /** @type {const} */ ('verdict'), blocks: [verdictBlock(design, variants, known)] }
  if (!isVerdictOver(design, verdictRounds, verdict, known)) return fits(verdict, design, known) ? verdict : null
  const place = index - verdictRounds
  const addedRounds = design.profilers.map(({ ofVariants, rounds = 0 }) => (ofVariants ? rounds : 0))
  if (place >= design.detailRounds + Math.max(0, ...addedRounds)) return null
  // On a slow machine, a verdict may leave too little of the time: blame without an interval names no line.
  const needed = Math.min(FEWEST_LAUNCHES, design.detailRounds) - place
  const detail = detailRound({ ...known, index, place })
  // A verdict that is faster than planned says little of profilers, which start and end slowly.
  const slower = { ...known, tookPerPlanned: Math.max(1, known.tookPerPlanned ?? 1) }
  if (fits(detail, design, slower, Math.max(1, needed))) return detail
  const shorter = detailRound({ ...known, index, place, rateAt: undefined })
  return needed > 0 || fits(shorter, design, slower) ? shorter : null

  /** @param {Parameters<typeof detailBlocks>[2]} at */
  function detailRound(at) {
    return { index, stage: /** @type {const} */ ('detail'), blocks: detailBlocks(design, variants, at) }
  }
}

/**
 * Returns all rounds of a design whose number of rounds is fixed, as far as they fit into its time.
 * @param {Design} design @param {string[]} variants
 * @param {{ rounds: Round[], elapsedMs: number, tookPerPlanned: number, isVerdictOver?: boolean }} [played] with the rounds that are over
 * @returns {Round[]}
 */
export function fixedPlan(design, variants, played = { rounds: [], elapsedMs: 0, tookPerPlanned: 1 }) {
  const fixed = { ...design, untilHalfWidth: null }
  const { tookPerPlanned, isVerdictOver: wasOver = false } = played
  const rounds = [...played.rounds]
  let { elapsedMs } = played
  for (;;) {
    const verdictRounds = rounds.filter(({ stage }) => stage === 'verdict').length
    const isOver = wasOver || rounds.length > verdictRounds
    const known = { rounds: rounds.length, verdictRounds, isVerdictOver: isOver, elapsedMs, tookPerPlanned }
    const round = nextRound(fixed, variants, known)
    if (!round) return rounds
    rounds.push(round)
    elapsedMs += tookPerPlanned * estimateRoundMs(round, design)
  }
}

/**
 * Returns how long a run with a fixed number of rounds will take, with the time to read its profiles.
 * @param {Pick<Experiment, 'variants'>} experiment @param {Design} design
 * @returns {number} milliseconds
 */
export function estimateRunMs({ variants }, design) {
  const names = variants.map(({ name }) => name)
  const rounds = fixedPlan(design, names)
  return sum(rounds.map(round => estimateRoundMs(round, design) + estimateCollectMs(round)))
}

/**
 * Returns the rounds that CPU needs to decide and how long they take, where the time of a run does not hold them; null where it does,
 * and where servers are not warmed up anyway.
 * @param {Design} design @param {string[]} variants names @param {number} [tookPerPlanned] by the finished rounds
 */
export function roundsBeyondTime(design, variants, tookPerPlanned = 1) {
  if (design.maxMs === null || isCold(design)) return null
  const all = fixedPlan({ ...design, maxMs: null }, variants).filter(({ stage }) => stage === 'verdict')
  const needed = all.slice(0, all[0] && fewestRounds(all[0]))
  const neededMs = tookPerPlanned * sum(needed.map(round => estimateRoundMs(round, design)))
  return neededMs > design.maxMs ? { rounds: needed.length, neededMs } : null
}

/** @type {(design: Design, done: number, next: Round, known: Known) => boolean} */
function isVerdictOver(design, done, next, { isVerdictOver: wasOver = false, isPreciseEnough = false, ...known }) {
  const { rounds, detailRounds, untilHalfWidth, maxMs } = design
  if (wasOver) return true
  const limitMs = maxMs !== null && detailRounds > 0 ? maxMs * VERDICT_SHARE : null
  if (done >= fewestRounds(next) && !fits(next, { ...design, maxMs: limitMs }, known)) return true
  return isPreciseEnough || done >= (untilHalfWidth === null ? rounds : MOST_ROUNDS)
}

/** @param {Round} round of a verdict @returns how many it needs; of one variant those that give an interval */
function fewestRounds({ blocks: [block] }) {
  return block?.launches.length === 1 ? FEWEST_LAUNCHES : FEWEST_CPU_ROUNDS
}

/**
 * Returns whether a round, or so many like it, end within the limit of time; the first round always does.
 * @type {(round: Round, design: Design, known: Known, times?: number) => boolean}
 */
function fits(round, design, { elapsedMs = 0, tookPerPlanned = 1 }, times = 1) {
  if (design.maxMs === null || round.index === 0) return true
  return elapsedMs + times * tookPerPlanned * estimateRoundMs(round, design) <= design.maxMs
}

/** @param {number} index */
function isOdd(index) {
  return index % 2 === 1
}

/** @param {number} seed @param {string[]} variants @param {number} place in its stage */
function roundOrder(seed, variants, place) {
  const order = shuffled(variants, seededRandom(seed + (place >> 1)))
  return isOdd(place) ? order.reverse() : order
}

/** @type {(design: Design, variants: string[], known: Known) => Block} */
function verdictBlock(design, variants, { rounds: round, ...known }) {
  // One variant needs no equal rate.
  const { isServerLimit = true, idleRequests = [] } = variants.length > 1 ? known : {}
  const launches = roundOrder(design.seed, variants, round).map(variant => planLaunch(variant, round, 'none'))
  const ids = launches.map(launch => launch.id)
  if (design.coldRequests !== null) return { launches, measuresKept: false, slices: [coldSlice(design, ids)] }
  const playsLoads = round < design.loadRounds.unprofiled
  const slices = [
    ...(isServerLimit ? warmUpSlices(design, ids, round) : []),
    ...verdictSlices(design, ids, { round, isServerLimit, atEqualRate: EQUAL_RATE_SLICES }),
    ...(playsLoads ? otherLoads(design, ids, othersThan(separatelyDeciding(design, isServerLimit), design.loads)) : []),
    ...ofEachRequest(design, round, (own, name, { sharedCore: atEqualRate }) =>
      verdictSlices(own, ids, { round, isServerLimit: !idleRequests.includes(name), atEqualRate })
    )
  ]
  const measuresKept = playsLoads && round * ids.length < KEPT_LAUNCHES
  return { launches, measuresKept, slices: round === 0 ? withWarmPace(slices, ids) : slices }
}

/**
 * Returns slices with those of an open loop played once before, not to be analysed: the generator sends its first requests late, and a late
 * slice excludes its round.
 * @type {(slices: PlannedSlice[], ids: string[]) => PlannedSlice[]}
 */
function withWarmPace(slices, ids) {
  const first = slices.findIndex(({ load, launches }) => load.mode === 'open' && launches.length === 1)
  const slice = slices[first]
  if (!slice) return slices
  const warming = ids.map(id => ({ ...slice, launches: [id], isWarmUp: true }))
  return slices.toSpliced(first, 0, ...warming)
}

/**
 * Returns the slices of a verdict, and separate ones for the size.
 * @type {(design: Design, ids: string[], known: { round: number, isServerLimit: boolean, atEqualRate: number }) => PlannedSlice[]}
 */
function verdictSlices(design, ids, { round, isServerLimit, atEqualRate }) {
  const together = isServerLimit ? sharedCoreSlices(design, ids) : equalRateSlices(design, ids, atEqualRate)
  const separate = planSlices(design, design.detailLoad, ids, design.slices.separate)
  const { detail } = design.slices
  // An even number of passes balances a drift within a launch.
  const alone = separatelyDeciding(design, isServerLimit).flatMap(load =>
    planSlices(design, load, ids, detail + (detail % 2))
  )
  return [...capacitySlices(design, ids, round), ...together, ...separate, ...alone]
}

/**
 * Returns the load whose separate slices decide, where no slices on a shared core do: one at a fixed rate for servers that the usual load
 * leaves idle, where the run has one.
 * @param {Design} design @param {boolean} isServerLimit @returns {Load[]} one or none
 */
function separatelyDeciding(design, isServerLimit) {
  const { loads, slices } = design
  if (isServerLimit && slices.sharedCore > 0) return []
  const open = isServerLimit ? [] : loads.filter(({ mode }) => mode === 'open')
  return loadsBeside(design, [...open, ...loads].slice(0, 1))
}

/** @param {Load[]} played @param {Load[]} loads */
function othersThan(played, loads) {
  return loads.filter(load => !played.includes(load))
}

/**
 * Returns the slices of each of several requests alone, fewer than those of their mix, and after these, so that the mix is measured
 * as one request is. Odd rounds have them in reverse order.
 * @param {Design} design @param {number} round
 * @param {(design: Design, name: string, slices: NonNullable<Design['requests']>['slices']) => PlannedSlice[]} slicesOf
 */
function ofEachRequest(design, round, slicesOf) {
  if (!design.requests) return []
  const { names, slices } = design.requests
  const sharedCore = Math.min(slices.sharedCore, design.slices.sharedCore)
  const own = { ...design, slices: { ...design.slices, ...slices, sharedCore } }
  const order = isOdd(round) ? names.toReversed() : names
  return order.flatMap(request => slicesOf(own, request, slices).map(slice => ({ ...slice, request })))
}

/** @type {(design: Design, variants: string[], at: Known & { index: number, place: number }) => Block[]} */
function detailBlocks(design, variants, at) {
  const { place } = at
  const order = roundOrder(design.seed + 1, variants, place)
  const { profiledVariants = variants } = design
  const inUse = design.profilers.filter(({ ofVariants, rounds = design.detailRounds }) =>
    ofVariants ? place >= design.detailRounds : place < Math.min(rounds, design.detailRounds)
  )
  const profilers = isOdd(place) ? inUse.toReversed() : inUse
  return profilers.flatMap(function blocksOf(profiler) {
    const { ofVariants = profiledVariants } = profiler
    const observed = order.filter(variant => ofVariants.includes(variant))
    return (profiler.isAlone ? observed.map(variant => [variant]) : [observed]).map(up =>
      profiledBlock(design, profiler, up, at)
    )
  })
}

/**
 * Returns a block that loads its launches in turn: first for blame, then by the loads of the experiment.
 * @type {(design: Design, profiler: ProfilerPlan, order: string[], at: Known & { index: number, place: number }) => Block}
 */
function profiledBlock(design, { name, playsLoads, isPaced = false }, order, { index, place, rateAt }) {
  const launches = order.map(variant => planLaunch(variant, index, name))
  const ids = launches.map(launch => launch.id)
  const loads = playsLoads && place < design.loadRounds.profiled ? design.loads : []
  const closed = loads.filter(({ mode }) => mode !== 'open')
  const own = planSlices(design, isPaced ? equalRate : design.detailLoad, ids, design.slices.detail)
  const slices = [...(isPaced ? own.map(followed) : own), ...otherLoads(design, ids, closed)]
  return { launches, measuresKept: false, slices }

  /** @param {PlannedSlice} slice @returns {PlannedSlice} */
  function followed(slice) {
    const ratePerSecond = rateAt?.(equalRate.capacityShare, true) ?? Infinity
    return { ...slice, isFollowed: true, durationMs: lastingMs(slice.durationMs, ratePerSecond) }
  }
}

/** @type {(design: Design, ids: string[], loads: Load[]) => PlannedSlice[]} of all loads but that for size and blame */
function otherLoads(design, ids, loads) {
  return loadsBeside(design, loads).flatMap(load => planSlices(design, load, ids, design.slices.others))
}

/** @param {Design} design @param {Load[]} loads */
function loadsBeside({ detailLoad }, loads) {
  return loads.filter(load => load.generator !== detailLoad.generator)
}

/**
 * Returns slices that load all variants at once on one core, where the scheduler interleaves them every few
 * milliseconds: a change in the speed of that core then affects all of them equally. Two identical small servers
 * differed by 1% in such slices, by 5% in separate slices, and by 15% on a core each.
 * @param {Design} design @param {string[]} ids @returns {PlannedSlice[]}
 */
function sharedCoreSlices({ loads: [load], slices, sharedCoreMs }, ids) {
  // Each variant gets as much time of the core as one of two would get.
  const slice = { launches: ids, load, durationMs: (sharedCoreMs * ids.length) / 2 }
  return Array.from({ length: slices.sharedCore }, () => slice)
}

/**
 * Returns the slices that end a warm-up: in the first one with another load on another core, a request costs up to a quarter more.
 * Those of the first round begin with a separate one of each variant, which shows whether the server waits.
 * @param {Design} design @param {string[]} ids @param {number} round @returns {PlannedSlice[]}
 */
function warmUpSlices({ slices: { warmUp = 0, ...slices }, ...design }, ids, round) {
  const sharedCore = Math.min(warmUp, slices.sharedCore)
  const { detailLoad, sliceMs } = design
  const showsWaits = warmUp > 0 && round === 0 && ids.length > 1 && detailLoad.mode === 'closed'
  const separate = showsWaits ? interleave(detailLoad, ids, 1, sliceMs) : []
  const together = sharedCoreSlices({ ...design, slices: { ...slices, sharedCore } }, ids)
  return [...separate, ...together].map(slice => ({ ...slice, isWarmUp: true }))
}

/**
 * Returns the slice of the first requests of new servers, all variants at once.
 * @param {Design} design @param {string[]} launches @returns {PlannedSlice}
 */
function coldSlice({ coldRequests, warmupLoad, warmUp }, launches) {
  return { launches, load: warmupLoad, durationMs: warmUp.mostMs, requests: coldRequests ?? 0 }
}

/**
 * Returns slices at one rate for all variants at once, for servers that the deciding load leaves idle: in closed loop each
 * would serve another rate, and an idle server spends CPU on timers and loop turns as well as on requests.
 * @param {Design} design @param {string[]} ids
 * @param {number} length how many
 * @returns {PlannedSlice[]}
 */
function equalRateSlices({ sharedCoreMs }, ids, length) {
  return Array.from({ length }, () => ({
    launches: ids,
    load: equalRate,
    durationMs: (sharedCoreMs * ids.length) / 2
  }))
}

/**
 * Returns slices that measure the servers' capacity, for the rate of an open loop where no closed loop comes before it.
 * @param {Design} design @param {string[]} ids @param {number} round
 */
function capacitySlices({ loads, detailLoad, warmupLoad, slices, sliceMs }, ids, round) {
  const isNeeded = round === 0 && detailLoad.mode !== 'closed' && loads.some(({ mode }) => mode === 'open')
  return isNeeded ? interleave(warmupLoad, ids, slices.detail, sliceMs) : []
}

/** @param {string} variant @param {number} round @param {ProfilerName} profiler */
function planLaunch(variant, round, profiler) {
  const number = String(round + 1).padStart(2, '0')
  const id = profiler === 'none' ? `${number}-${variant}` : `${number}-${variant}-${profiler}`
  return { id, round, variant, profiler }
}

/**
 * Returns separate slices of one load.
 * @param {Design} design @param {Load} load
 * @param {string[]} ids of the launches, in the order of the first pass
 * @param {number} passes over the launches in closed loop; other loads have one pass
 * @returns {PlannedSlice[]}
 */
function planSlices({ sliceMs, openMs }, load, ids, passes) {
  if (load.mode === 'closed') return interleave(load, ids, passes, sliceMs)
  return interleave(load, ids, 1, load.mode === 'open' ? openMs : 0)
}

/** @type {(load: Load, ids: string[], passes: number, durationMs: number) => PlannedSlice[]} */
function interleave(load, ids, passes, durationMs) {
  const orders = Array.from({ length: passes }, (_, pass) => (isOdd(pass) ? ids.toReversed() : ids))
  return orders.flatMap(order => order.map(launch => ({ launches: [launch], load, durationMs })))
}
