/** @import { Load } from '../load/types.js' */
/** @import { ImportedFile, SliceRecord } from '../runs/types.js' */

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
    const server = { threads: [], cpuMicros, cpuMainThreadMicros: null, cpuPoolMicros: null, cpuHelpersMicros: null }
    const slice = { launch, variant, round, profiler, load, completed: requests ?? 1, server }
    return [/** @type {SliceRecord} */ (/** @type {unknown} */ (slice))]
  })
}
