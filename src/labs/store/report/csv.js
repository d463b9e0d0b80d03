import { meanCells, toCsv } from '../../../report/print/csv.js'
import { csvOf } from '../../skeleton/columns.js'

/**
 * @import { SavedStoreLab, StoreAnalysis, StoreCell } from '../types.js'
 */

/**
 * Returns all cells of a store lab as CSV (RFC 4180), in the order in which they were measured.
 * @param {SavedStoreLab} saved
 * @returns {string}
 */
export function storeToCsv({ cells }) {
  return csvOf(cells, [
    ['strategy', ({ variant }) => variant],
    ['operation', ({ operation }) => operation],
    ['share_of_capacity', ({ share }) => share],
    ['connections', ({ connections }) => connections],
    ['repeat', ({ repeat }) => repeat + 1],
    ['requests_per_second', ({ ratePerSecond }) => ratePerSecond],
    ['sent', ({ sent }) => sent],
    ['accepted', ({ accepted }) => accepted],
    ['refused', ({ refused }) => refused],
    ['failed', ({ failed }) => failed],
    ['errors', ({ errors }) => errors],
    ['saturated', ({ isSaturated }) => isSaturated],
    ['wait_mean_us', ({ executor }) => executor.waitMicros.mean],
    ['wait_p99_us', ({ executor }) => executor.waitMicros.p99],
    ['most_waiting', ({ executor }) => executor.mostWaiting],
    ['threads', ({ executor }) => executor.threads],
    ['cpu_us', ({ cpuMicros }) => cpuMicros]
  ])
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
