/**
 * Joins what the generator and the server say of one slice.
 * @param {object} parts
 * @param {import('../types.js').PlannedLaunch} parts.planned
 * @param {number} parts.index
 * @param {import('../types.js').Load} parts.load
 * @param {string[]} parts.beside
 * @param {import('../types.js').LoadResult} parts.result
 * @param {import('../types.js').ServerReading} parts.server
 * @returns {import('../types.js').SliceRecord}
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
