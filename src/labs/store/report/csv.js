import { meanCells, toCsv } from '../../../report/print/csv.js'

/**
 * @import { SavedStoreLab, StoreAnalysis, StoreCell } from '../types.js'
 */

/**
 * Returns all cells of a store lab as CSV (RFC 4180), in the order in which they were measured.
 * @param {SavedStoreLab} saved
 * @returns {string}
 */
export function storeToCsv({ cells }) {
  const rows = cells.map(({ executor, ...cell }) => [
    cell.variant,
    cell.operation,
    cell.share,
    cell.connections,
    cell.repeat + 1,
    cell.ratePerSecond,
    cell.sent,
    cell.accepted,
    cell.refused,
    cell.failed,
    cell.errors,
    cell.isSaturated,
    executor.waitMicros.mean,
    executor.waitMicros.p99,
    executor.mostWaiting,
    executor.threads,
    cell.cpuMicros
  ])
  return toCsv(
    [
      'strategy',
      'operation',
      'share_of_capacity',
      'connections',
      'repeat',
      'requests_per_second',
      'sent',
      'accepted',
      'refused',
      'failed',
      'errors',
      'saturated',
      'wait_mean_us',
      'wait_p99_us',
      'most_waiting',
      'threads',
      'cpu_us'
    ],
    rows
  )
}

/** Returns the values of a chart of percentiles. @param {string} name @param {StoreCell[]} cells */
export function curvesCsv(name, cells) {
  const rows = cells.flatMap(({ variant, curve }) =>
    (curve?.quantiles ?? []).map((quantile, index) => [variant, quantile, curve?.micros[index] ?? null])
  )
  return { fileName: `${name}.csv`, text: toCsv(['strategy', 'quantile', 'us'], rows) }
}

/** Returns the values of the chart of task costs. @param {StoreAnalysis} lab */
export function taskCostCsv({ taskCost }) {
  const rows = (taskCost?.rows ?? []).map(({ rounds, taskMicros, inlineMicros, poolMicros }) => [
    rounds,
    taskMicros,
    ...meanCells(inlineMicros),
    ...meanCells(poolMicros)
  ])
  const header = ['rounds', 'task_us', 'inline_us', 'inline_low', 'inline_high', 'pool_us', 'pool_low', 'pool_high']
  return { fileName: 'store-task-cost.csv', text: toCsv(header, rows) }
}
