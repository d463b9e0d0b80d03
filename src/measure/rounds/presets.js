import { FEWEST_CPU_ROUNDS } from '../../verdict/decide/classify-change.js'

/**
 * @typedef {object} Preset an option for another kind of run, and what it sets
 * @property {string} option as a person types it
 * @property {number} [rounds] of the verdict
 * @property {boolean} [isShort] the sizes of a short run
 * @property {('profilers' | 'loads' | 'detail')[]} [leavesOut] `loads`: all but the first
 * @property {number} [coldRequests] compare so many first requests of new servers, without warm-up, by the light generator
 * @property {boolean} [untilCounted] end as soon as the exact counters are decided
 *
 * @typedef {ReturnType<typeof presetOf>} ChosenPreset
 */

/** Shorter slices, a shorter warm-up, and as many rounds as CPU needs to decide. */
const SHORT = { isShort: true, rounds: FEWEST_CPU_ROUNDS }

/**
 * By name. Of several that leave out profilers, the first one is named for it. A cold round takes two seconds, and new servers
 * differ more than warm ones.
 * @satisfies {Record<string, Preset>}
 */
export const presets = {
  quick: { option: '--quick', ...SHORT, leavesOut: ['profilers', 'loads'] },
  cold: { option: '--cold', rounds: 20, leavesOut: ['profilers', 'loads', 'detail'], coldRequests: 500 },
  counters: { option: '--only counters', ...SHORT, leavesOut: ['profilers', 'detail'], untilCounted: true },
  verdict: { option: '--only verdict', leavesOut: ['profilers', 'detail'] },
  short: { option: '--short', ...SHORT }
}

/** What can be named with `--only`. */
export const STAGES = /** @type {const} */ (['verdict', 'counters'])

/** @typedef {{ only?: string } & { [Name in Exclude<keyof typeof presets, typeof STAGES[number]>]?: boolean }} PresetValues */

/**
 * Returns what the presets of a run set together; `brief` is the option that leaves out profilers.
 * @param {PresetValues} values of options, by the name that is typed
 */
export function presetOf(values) {
  /** @type {Preset[]} */
  const all = Object.values(presets)
  const chosen = all.filter(preset => isChosen(preset, values))
  const rounds = chosen.flatMap(each => each.rounds ?? [])
  const leavesOut = new Set(chosen.flatMap(each => each.leavesOut ?? []))
  return {
    brief: chosen.find(each => each.leavesOut)?.option ?? null,
    rounds: rounds.length > 0 ? Math.max(...rounds) : null,
    isShort: chosen.some(each => each.isShort),
    leavesOut,
    coldRequests: chosen.find(each => each.coldRequests)?.coldRequests ?? null,
    untilCounted: chosen.some(each => each.untilCounted)
  }
}

/** @param {Preset} preset @param {Record<string, unknown>} values */
function isChosen({ option }, values) {
  const [name = '', value = true] = option.replace('--', '').split(' ')
  return values[name] === value
}

/**
 * After so much, a server that still becomes faster is measured all the same. Of four kinds of servers, costs came within 5%
 * of their end after 2,500 to 10,000 requests and 3 to 7 s, two servers on two cores (scripts/proofs/warm-up-table.js).
 */
const WARM_UP = { mostMs: 10_000, mostRequests: 20_000, chunkMs: 500 }
const SHORT_WARM_UP = { mostMs: 1500, mostRequests: 5000, chunkMs: 300 }

/** Four servers on two cores are warm after 12 s; more of them get as much each. */
const WARM_UP_MS_PER_SERVER = 3000

const USUAL_SIZES = {
  warmUp: WARM_UP,
  lengths: { sliceMs: 500, openMs: 1000, sharedCoreMs: 750 },
  slices: { warmUp: 1, sharedCore: 5, separate: 1, detail: 3, others: 1 },
  perRequest: { sharedCore: 2, separate: 1, detail: 2 },
  // As many launches under each load as CPU needs to decide; under a profiler one, for the tools' own tables and tick summaries.
  rounds: { detail: 4, loads: { unprofiled: FEWEST_CPU_ROUNDS, profiled: 1 } }
}
/**
 * Toggles and many variants have more launches per round: the rounds of the verdict are the fewest that
 * decide. All of it takes less than five minutes on /info, with two profilers.
 */
const SIZES_OF_MANY = {
  ...USUAL_SIZES,
  lengths: { sliceMs: 500, openMs: 500, sharedCoreMs: 500 },
  // Of 112 launches of four servers the second slice on a shared core still cost 3 to 4% more than those after it.
  slices: { ...USUAL_SIZES.slices, warmUp: 2, sharedCore: 3 },
  perRequest: { sharedCore: 2, separate: 1, detail: 1 },
  rounds: { ...USUAL_SIZES.rounds, detail: 3 }
}
/** What fits into 45 s under one load: two detail rounds, so that a cost has an interval. */
const SHORT_SIZES = {
  warmUp: SHORT_WARM_UP,
  lengths: { sliceMs: 400, openMs: 400, sharedCoreMs: 500 },
  slices: { sharedCore: 2, separate: 1, detail: 2, others: 1 },
  perRequest: { sharedCore: 1, separate: 1, detail: 1 },
  rounds: { detail: 2, loads: { unprofiled: 2, profiled: 1 } }
}
/** Four or five servers share a core here: a run of them without profilers takes at most 45 s. */
const SHORT_SIZES_OF_MANY = { ...SHORT_SIZES, lengths: { ...SHORT_SIZES.lengths, sharedCoreMs: 400 } }

/**
 * Returns the lengths and numbers of slices and of detail rounds.
 * @param {{ isShort: boolean, hasManyVariants: boolean, servers: number }} run `servers`: how many are warmed up at once
 */
export function sizesOf({ isShort, hasManyVariants, servers }) {
  if (isShort) return hasManyVariants ? SHORT_SIZES_OF_MANY : SHORT_SIZES
  const sizes = hasManyVariants ? SIZES_OF_MANY : USUAL_SIZES
  const mostMs = Math.max(sizes.warmUp.mostMs, servers * WARM_UP_MS_PER_SERVER)
  return { ...sizes, warmUp: { ...sizes.warmUp, mostMs } }
}
