/**
 * @import { Load, LoadResult } from '../load/types.js'
 * @import { ServerReading, SliceRecord } from '../runs/types.js'
 * @import { PlannedLaunch } from './types.js'
 */

/**
 * Joins what the generator and the server say of one slice.
 * @param {object} parts
 * @param {PlannedLaunch} parts.planned
 * @param {number} parts.index
 * @param {Load} parts.load
 * @param {string[]} parts.beside
 * @param {LoadResult} parts.result
 * @param {ServerReading} parts.server
 * @returns {SliceRecord}
 */
export function sliceRecord({ planned, index, load, beside, result, server }) {
  const { toolResult, ...figures } = result
  return {
    variant: planned.variant,
    launch: planned.id,
    round: planned.round,
    index,
    profiler: planned.profiler,
    load,
    beside,
    ...figures,
    achievedRatePerSecond: (result.completed / result.durationMs) * 1000,
    server,
    toolResult
  }
}
