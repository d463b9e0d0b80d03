import { performance } from 'node:perf_hooks'

/** @import { RunTiming } from '../../runs/types.js' */

/** Of a run that has not begun, or that is not measured. @type {Readonly<RunTiming>} */
export const NO_TIME = { loadMs: 0, warmupMs: 0, startMs: 0, stopMs: 0, keptMs: 0, collectMs: 0, wallMs: 0 }

/**
 * Adds the time until a promise is settled to one part of a run's time.
 * @template T
 * @param {RunTiming} timing @param {keyof RunTiming} part @param {Promise<T>} work @returns {Promise<T>}
 */
export async function addTime(timing, part, work) {
  const startedMs = performance.now()
  try {
    return await work
  } finally {
    timing[part] += performance.now() - startedMs
  }
}
