import { geometricMean } from '../stats/means.js'
import { unpairedChange } from '../stats/unpaired-change.js'

/** @import { Load } from '../load/types.js' */
/** @import { ImportedFile, SliceRecord } from '../runs/types.js' */
/** @import { Imported } from '../types.js' */
/** @import { Blame, FunctionCosts } from './types.js' */

/** Of a format whose profiler is not known. */
export const IMPORTED_CPU = 'imported CPU'
/** Of a format without a unit: a sample stands for a time that is not known. */
export const IMPORTED_STACKS = 'imported stacks'
const NOTHING_BETWEEN = { comparisons: 1, betweenRuns: { sd: 0, runs: 2 } }

/**
 * Returns what blame needs of the slices of a profile: without a number of requests, the profile is of one.
 * @param {ImportedFile[]} files @param {Load} load
 */
export function slicesOfImported(files, load) {
  return files.flatMap(function sliceOf({ variant, profile }) {
    if (!profile) return []
    const { launch, round, profiler, requests, cpuMicros } = profile
    const server = { threads: [], cpuMicros, cpuPoolMicros: null, cpuHelpersMicros: null }
    const slice = { launch, variant, round, profiler, load, completed: requests ?? 1, server }
    return [/** @type {SliceRecord} */ (/** @type {unknown} */ (slice))]
  })
}

/**
 * Returns what imported files have together: the whole cost of each unit, and the figures of load generators.
 * @param {ImportedFile[]} files @param {{ blames: Blame[], costs: FunctionCosts[], variants: string[] }} analysed
 * @returns {Imported}
 */
export function importedFigures(files, { blames, costs, variants }) {
  return {
    isPerRequest: files.some(({ profile }) => profile !== null && profile.requests !== null),
    files,
    totals: [
      ...costs.map(({ unit, launches, total }) => ({ unit, profiles: launches, mean: total, cost: null })),
      ...blames.map(({ unit, rounds, total: { baseline, candidate, difference, low, high } }) => ({
        unit,
        profiles: rounds,
        mean: null,
        cost: { baseline, candidate, difference, low, high }
      }))
    ],
    rate: rateOf(files, variants)
  }
}

/** Returns the requests/s that load generators counted. @param {ImportedFile[]} files @param {string[]} variants @returns {Imported['rate']} */
function rateOf(files, [baseline, candidate]) {
  const [before = [], now = []] = [baseline, candidate].map(name =>
    files.flatMap(({ variant, load }) => (load && variant === name ? (1e3 * load.requests) / load.durationMs : []))
  )
  if (before.length === 0) return null
  const [one, other] = [geometricMean(before), now.length === 0 ? null : geometricMean(now)]
  const { low = null, high = null } = unpairedChange(before, now, NOTHING_BETWEEN) ?? {}
  const change = other === null ? null : { relative: other / one - 1, low, high }
  return { results: before.length, baseline: one, candidate: other, change }
}
