import { profilers } from '../../profilers/index.js'
import { fewestRounds } from '../../stats/sign-flip.js'
import { FEWEST_CPU_ROUNDS } from '../../verdict/decide/classify-change.js'
import { isOnRate } from '../../verdict/gates/budgeted-metrics.js'

/**
 * @import { Load } from '../../load/types.js'
 * @import { ProfilerName } from '../../profile/types.js'
 * @import { Budget } from '../../verdict/types.js'
 * @import { Design, ProfilerPlan } from '../types.js'
 */

/**
 * @typedef {object} DesignOptions what a user may choose; the rest of the design follows from it
 * @property {ProfilerName[]} profilers
 * @property {Load[]} loads chosen from those of the experiment
 * @property {Load} [warmupLoad] a closed loop of the experiment, whose connections the light generator opens too
 * @property {number} seed
 * @property {boolean} quick a short run: fewer rounds, shorter slices and a shorter warm-up
 * @property {string[]} [profiledVariants] those that blame compares, of an experiment with toggles or with many variants
 * @property {string[]} [requests] the names of several requests
 * @property {number} [rounds] of the verdict
 * @property {'verdict' | 'counters'} [only]
 * @property {Budget[]} [budgets]
 * @property {boolean} [isCold] compare the first requests of new servers: that is a verdict only, by the light generator
 * @property {number} [sliceMs]
 * @property {number} [untilHalfWidth]
 * @property {number} [maxMs]
 */

const USUAL_CONNECTIONS = 50
/** An exact sign-flip test reaches p = 0.05 from six rounds on; nine take about two minutes on /info. */
const VERDICT_ROUNDS = 9
const DETAIL_ROUNDS = 4
/** A cold round takes two seconds, and new servers differ more than warm ones. */
const COLD = { rounds: 20, requests: 500 }
/**
 * Toggles and many variants have more launches per round: the rounds of the verdict are the fewest in which all verdicts can have
 * p < 0.05. All of it takes less than five minutes on /info, with two profilers.
 */
const ROUNDS_OF_MANY = { detail: 3, loads: { unprofiled: 3, profiled: 1 } }
/**
 * What fits into 45 s under one load: as many rounds as CPU needs to decide, and two detail rounds, so that a cost has an interval.
 * With the launches of many variants there is time for these only where profilers are named, which takes longer anyway.
 */
const QUICK = { verdict: FEWEST_CPU_ROUNDS, detail: 2, detailOfMany: 0 }
/** The loads beside the deciding one are compared with each other, and not with another run: two rounds have an interval. */
const LOAD_ROUNDS = { unprofiled: 4, profiled: 2 }
const QUICK_LOAD_ROUNDS = { unprofiled: 1, profiled: 1 }
/** A budget on requests/s or latency needs as many rounds of the loads as CPU needs to decide. */
const RATE_BUDGET_ROUNDS = FEWEST_CPU_ROUNDS
/** A run with a goal of precision ends after this time, unless another limit is given. */
const UNTIL_MAX_MS = 600_000

/**
 * After so much, a server that still becomes faster is measured all the same. Of four kinds of servers, costs came within 5%
 * of their end after 2,500 to 10,000 requests and 3 to 7 s, two servers on two cores (scripts/proofs/warm-up-table.js).
 */
const WARM_UP = { mostMs: 10_000, mostRequests: 20_000, chunkMs: 500 }
const SHORT_WARM_UP = { mostMs: 1500, mostRequests: 5000, chunkMs: 300 }

/** Lengths and numbers of slices. Generators take turns by slice and by round, so each loads each variant equally often. */
const USUAL = {
  warmUp: WARM_UP,
  lengths: { sliceMs: 500, openMs: 1000, sharedCoreMs: 750 },
  slices: { sharedCore: 6, separate: 1, detail: 4, others: 2 },
  perRequest: { sharedCore: 2, separate: 1, detail: 2 }
}
const WITH_MANY = {
  warmUp: { ...WARM_UP, mostMs: 8000 },
  lengths: { sliceMs: 500, openMs: 500, sharedCoreMs: 500 },
  slices: { sharedCore: 4, separate: 1, detail: 4, size: 2, refining: 2, others: 1 },
  perRequest: { sharedCore: 2, separate: 1, detail: 1 }
}
const SHORT = {
  warmUp: SHORT_WARM_UP,
  lengths: { sliceMs: 400, openMs: 400, sharedCoreMs: 500 },
  slices: { sharedCore: 2, separate: 1, detail: 2, others: 1 },
  perRequest: { sharedCore: 1, separate: 1, detail: 1 }
}
/** Four or five servers share a core here: a run of them without profilers takes at most 45 s. */
const SHORT_WITH_MANY = { ...SHORT, lengths: { ...SHORT.lengths, sharedCoreMs: 400 } }

/**
 * Returns the design that the options ask for.
 * @param {DesignOptions} options
 * @returns {Design}
 */
export function makeDesign({ profilers: names, loads, seed, quick, sliceMs, untilHalfWidth, maxMs, ...given }) {
  const { profiledVariants, budgets = [] } = given
  const [decidingLoad, ...others] = loads
  if (!decidingLoad) throw new TypeError('a design needs a load')
  const hasManyVariants = profiledVariants !== undefined
  const [usualSlices, shortSlices] = hasManyVariants ? [WITH_MANY, SHORT_WITH_MANY] : [USUAL, SHORT]
  const untilCounted = given.only === 'counters'
  const isShort = quick || untilCounted
  const { warmUp, lengths, slices, perRequest } = isShort ? shortSlices : usualSlices
  const isCold = given.isCold ?? false
  const isVerdictOnly = isCold || given.only !== undefined
  const usualRounds = profiledVariants ? fewestRounds(profiledVariants.length - 1) : VERDICT_ROUNDS
  const rounds = given.rounds ?? (isCold ? COLD.rounds : isShort ? QUICK.verdict : usualRounds)
  const light = lightLoads(given.warmupLoad ?? decidingLoad, decidingLoad)
  const usual = hasManyVariants ? ROUNDS_OF_MANY : { detail: DETAIL_ROUNDS, loads: LOAD_ROUNDS }
  const quickDetail = hasManyVariants && names.length === 0 ? QUICK.detailOfMany : QUICK.detail
  const hasRateBudget = !quick && budgets.some(({ name }) => isOnRate(name))
  const detailOfLoads = hasRateBudget ? RATE_BUDGET_ROUNDS : usual.detail
  const detailRounds = isVerdictOnly ? 0 : Math.min(rounds, quick ? quickDetail : detailOfLoads)
  const design = {
    seed,
    loads: /** @type {Design['loads']} */ (isCold ? [light.warmupLoad] : [decidingLoad, ...others]),
    ...light,
    coldRequests: isCold ? COLD.requests : null,
    profilers: names.map(planProfiler),
    ...(profiledVariants && { profiledVariants }),
    ...(given.requests && { requests: { names: given.requests, slices: perRequest } }),
    ...(budgets.length > 0 && { budgets }),
    ...(untilCounted && { untilCounted }),
    quick: isShort,
    untilHalfWidth: untilHalfWidth ?? null,
    maxMs: maxMs ?? (untilHalfWidth ? UNTIL_MAX_MS : null),
    rounds,
    detailRounds,
    loadRounds: isShort ? QUICK_LOAD_ROUNDS : hasRateBudget ? budgetedLoadRounds(usual.loads) : usual.loads,
    ...lengths,
    sliceMs: sliceMs ?? lengths.sliceMs,
    warmUp,
    slices
  }
  return decidingLoad.mode === 'closed' ? design : separateOnly(design)
}

/** @param {Design['loadRounds']} usual */
function budgetedLoadRounds({ profiled }) {
  return { unprofiled: RATE_BUDGET_ROUNDS, profiled }
}

/**
 * Returns the loads of the warm-up and of the size and blame: the light generator, with as many connections as the
 * experiment's own closed loop. Where the verdict is about another kind of load, size and blame are of that load.
 * @param {Load} usual
 * @param {Load} deciding
 * @returns {Pick<Design, 'warmupLoad' | 'detailLoad'>}
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
  const { isOfWholeLaunch = false, mayFail = false, rounds } = profilers.get(name) ?? {}
  return { name, playsLoads: !isOfWholeLaunch, isAlone: mayFail, rounds }
}
