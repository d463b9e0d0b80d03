import { performance } from 'node:perf_hooks'

/** @import { RunTiming } from '../../runs/types.js' */

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
