import { toCsv } from '../../../report/print/csv.js'
import { csvOf } from '../../skeleton/columns.js'

/**
 * @import { PlayedStage } from '../../skeleton/stages/types.js'
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
    played.stages.map((stage, index) => ({
      variant,
      repeat,
      name: stages[index]?.name ?? null,
      ...stage,
      meanMs: stage.completed > 0 ? stage.sumLatencyMs / stage.completed : null,
      poolMs: meanOf(stage.timings.pool),
      upstreamMs: meanOf(stage.timings.upstream)
    }))
  )
  const one = { ratePerSecond: null, durationMs: null, sent: 1, completed: 1, non2xx: 0, errors: 0 }
  const singles = firsts.flatMap(({ variant, repeat, firstMs, laterMs }) =>
    [firstMs, ...laterMs].map((meanMs, index) => {
      const name = `request ${index + 1}`
      return { variant, repeat, name, ...one, meanMs, poolMs: null, upstreamMs: null, notSent: 0 }
    })
  )
  return csvOf(
    [...stages, ...singles],
    [
      ['configuration', ({ variant }) => variant],
      ['repeat', ({ repeat }) => repeat + 1],
      ['stage', ({ name }) => name],
      ['rate_per_s', ({ ratePerSecond }) => ratePerSecond],
      ['duration_ms', ({ durationMs }) => durationMs],
      ['sent', ({ sent }) => sent],
      ['completed', ({ completed }) => completed],
      ['non_2xx', ({ non2xx }) => non2xx],
      ['errors', ({ errors }) => errors],
      ['mean_ms', ({ meanMs }) => meanMs],
      ['pool_wait_ms', ({ poolMs }) => poolMs],
      ['upstream_ms', ({ upstreamMs }) => upstreamMs],
      ['not_sent', ({ notSent = 0 }) => notSent]
    ]
  )
}

/** @param {PlayedStage['timings'][string]} [timing] */
function meanOf(timing) {
  return timing && timing.count > 0 ? timing.sumMs / timing.count : null
}

/** Returns the values of the chart of first requests. @param {GatewayAnalysis['firsts']} firsts */
export function gatewayFirstsCsv(firsts) {
  const rows = firsts.flatMap(({ variant, requestMs }) => requestMs.map((ms, index) => [variant, index + 1, ms]))
  return { fileName: 'gateway-first-requests.csv', text: toCsv(['configuration', 'request', 'mean_ms'], rows) }
}

/** Returns the values of the charts over time. @param {GatewayCell[]} cells */
export function gatewaySeriesCsv(cells) {
  const points = cells.flatMap(({ variant, series }) => series.map(point => ({ variant, ...point })))
  const text = csvOf(points, [
    ['configuration', ({ variant }) => variant],
    ['at_ms', ({ atMs }) => atMs],
    ['completed_per_s', ({ completedPerSecond }) => completedPerSecond],
    ['failed_per_s', ({ failedPerSecond }) => failedPerSecond],
    ['in_flight', ({ inFlight }) => inFlight],
    ['waiting', ({ waiting }) => waiting],
    ['cpu_cores', ({ cpuCores }) => cpuCores]
  ])
  return { fileName: 'gateway-over-time.csv', text }
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
