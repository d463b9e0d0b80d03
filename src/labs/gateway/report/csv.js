import { toCsv } from '../../../report/print/csv.js'

/**
 * @import { GatewayAnalysis, GatewayCell } from '../analysis/types.js'
 * @import { SavedGatewayLab } from '../types.js'
 */

/**
 * Returns all launches of a gateway lab as CSV (RFC 4180): one row per stage, or one per single request.
 * @param {Pick<SavedGatewayLab, 'cells' | 'firsts'>} saved
 * @returns {string}
 */
export function gatewaysToCsv({ cells, firsts }) {
  const stages = cells.flatMap(({ variant, repeat, stages, played }) =>
    played.stages.map(
      ({ ratePerSecond, durationMs, sent, notSent = 0, completed, non2xx, errors, sumLatencyMs, timings }, index) => [
        variant,
        repeat + 1,
        stages[index]?.name ?? null,
        ratePerSecond,
        durationMs,
        sent,
        completed,
        non2xx,
        errors,
        completed > 0 ? sumLatencyMs / completed : null,
        timings.pool && timings.pool.count > 0 ? timings.pool.sumMs / timings.pool.count : null,
        timings.upstream && timings.upstream.count > 0 ? timings.upstream.sumMs / timings.upstream.count : null,
        notSent
      ]
    )
  )
  const singles = firsts.flatMap(({ variant, repeat, firstMs, laterMs }) =>
    [firstMs, ...laterMs].map((ms, index) => {
      const name = `request ${index + 1}`
      return [variant, repeat + 1, name, null, null, 1, 1, 0, 0, ms, null, null, 0]
    })
  )
  const header = [
    'configuration',
    'repeat',
    'stage',
    'rate_per_s',
    'duration_ms',
    'sent',
    'completed',
    'non_2xx',
    'errors'
  ]
  return toCsv([...header, 'mean_ms', 'pool_wait_ms', 'upstream_ms', 'not_sent'], [...stages, ...singles])
}

/** Returns the values of the chart of first requests. @param {GatewayAnalysis['firsts']} firsts */
export function gatewayFirstsCsv(firsts) {
  const rows = firsts.flatMap(({ variant, requestMs }) => requestMs.map((ms, index) => [variant, index + 1, ms]))
  return { fileName: 'gateway-first-requests.csv', text: toCsv(['configuration', 'request', 'mean_ms'], rows) }
}

/** Returns the values of the charts over time. @param {GatewayCell[]} cells */
export function gatewaySeriesCsv(cells) {
  const rows = cells.flatMap(({ variant, series }) =>
    series.map(({ atMs, completedPerSecond, failedPerSecond, inFlight, waiting, cpuCores }) => [
      variant,
      atMs,
      completedPerSecond,
      failedPerSecond,
      inFlight,
      waiting,
      cpuCores
    ])
  )
  const header = ['configuration', 'at_ms', 'completed_per_s', 'failed_per_s', 'in_flight', 'waiting', 'cpu_cores']
  return { fileName: 'gateway-over-time.csv', text: toCsv(header, rows) }
}

/** Returns every goal of every configuration. @param {GatewayAnalysis} lab */
export function gatewayGoalsCsv({ cells }) {
  const rows = cells.flatMap(({ variant, goals, limit }) =>
    goals.map(({ code, goal, found, outcome }) => [variant, code, goal, found, outcome, limit.code])
  )
  return {
    fileName: 'gateway-goals.csv',
    text: toCsv(['configuration', 'goal', 'limit_value', 'found', 'outcome', 'limit'], rows)
  }
}
