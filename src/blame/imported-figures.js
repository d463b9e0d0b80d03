/** @import { Load } from '../load/types.js' */
/** @import { ImportedFile, SliceRecord } from '../runs/types.js' */
/** @import { Imported } from '../types.js' */
/** @import { Blame, FunctionCosts } from './types.js' */

/** Of a format whose profiler is not known. */
export const IMPORTED_TIME = 'imported-time'
/** Of a format without a unit: a sample stands for a time that is not known. */
export const IMPORTED_STACKS = 'imported-stacks'

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
 * Returns what imported files have together: what all profiles count, and its whole.
 * @param {ImportedFile[]} files @param {FunctionCosts[]} costs of one variant @param {Blame[]} blames of two @returns {Imported}
 */
export function importedFigures(files, [own], [blame]) {
  const [profile] = files.flatMap(file => file.profile ?? [])
  const about = { files, isPerRequest: typeof profile?.requests === 'number', counts: profile?.counts ?? null }
  if (own) return { ...about, unit: own.unit, profiles: own.launches, mean: own.total, cost: null }
  if (!blame) return { ...about, unit: 'micros', profiles: 0, mean: null, cost: null }
  const { baseline, candidate, difference, low, high } = blame.total
  const cost = { baseline, candidate, difference, low, high }
  return { ...about, unit: blame.unit, profiles: blame.rounds, mean: null, cost }
}
