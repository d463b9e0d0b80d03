import { formatCount, formatFigure, formatMicros, formatPercent } from '../../../report/words/format.js'
import { csvFile, csvOf, tableSections, toCsv } from '../../skeleton/columns.js'
import { formatMeanOrValue, formatMs, orNothing } from '../../skeleton/figures.js'
import { timingOf } from '../analysis/stage-figures.js'
import { formatGoal, goalInWords, goalNames, goalsInWords, limitNames, moreInWords } from './words.js'

/** @import { Column } from '../../skeleton/columns.js' */
/** @import { GatewayAnalysis, GatewayCell, SavedGatewayLab } from '../types.js' */

const COMPILE_CACHE = 'compile cache'

/** Returns each goal of each configuration, with its figure. @param {GatewayAnalysis} lab */
export function goalSections(lab) {
  const cells = lab.cells.filter(({ goals }) => goals.length > 0)
  /** @type {Column<GatewayCell>[]} */
  const goals = (cells[0]?.goals ?? []).map(({ code }, index) => [
    goalNames[code],
    cell => orNothing(cell.goals[index] ?? null, goalInWords)
  ])
  /** @type {Column<GatewayCell>[]} */
  const columns = [
    ['configuration', ({ variant }) => variant],
    ['all goals', ({ contract }) => contract],
    ['limit at the peak', ({ limit }) => limitNames[limit.code]],
    ...goals
  ]
  return tableSections('Goals', cells, columns, {
    textColumns: 3,
    notes: [
      goalsInWords(lab),
      'The limit is named from measurement: the part of the response time that grew, or a main thread that is busy for 90% of the time.'
    ],
    details: [
      'Requests/s are successful responses that arrived in the stage, without its first second. Failed requests are those of all stages and launches, and memory is the highest of all stages.',
      'The wait for a connection is counted by the gateway, from the call until its request is written to an open connection.'
    ]
  })
}

/** Returns the goals in few columns, which fit on a terminal. @param {GatewayAnalysis} lab */
export function shortGoalSections({ cells, goals }) {
  const checked = cells
    .filter(cell => cell.goals.length > 0)
    .map(cell => ({ ...cell, stage: cell.stages.find(({ name }) => name === 'goal') }))
  return tableSections(
    `At ${formatCount(goals.requestsPerSecond)} requests/s`,
    checked,
    [
      ['configuration', ({ variant }) => variant],
      ['goals', ({ contract }) => contract],
      ['limit', ({ limit }) => limitNames[limit.code]],
      ['requests/s', ({ stage }) => orNothing(stage?.requestsPerSecond ?? null, formatFigure)],
      ['p95', ({ stage }) => orNothing(stage?.p95Ms ?? null, formatMs)],
      ['failed', ({ goals }) => formatGoal('errors', goals.find(({ code }) => code === 'errors')?.found ?? null)],
      ['CPU of 2 cores', ({ stage }) => orNothing(stage?.cpuCores ?? null, used => formatPercent(used / goals.cores))],
      ['recovery', ({ recoveryMs }) => formatMs(recoveryMs)]
    ],
    { textColumns: 3 }
  )
}

/** Returns the time of the first request. @param {GatewayAnalysis} lab */
export function firstSections({ firsts, idleMs }) {
  const notes = [
    `Means over launches. Own: without the ${formatMs(idleMs)} of both calls.`,
    'Later: the median of the 11th to 20th request after the first.',
    firsts.some(({ variant }) => variant === COMPILE_CACHE)
      ? `${COMPILE_CACHE}: as pool 168, with code that an earlier process compiled; its very first launch fills the cache.`
      : 'A compile cache is measured too where Node.js has one: 22.8 and later.'
  ]
  return tableSections(
    'The first request of a new process',
    firsts,
    [
      ['configuration', ({ variant }) => variant],
      ['launches', ({ launches }) => formatCount(launches)],
      ['first', ({ firstMs }) => formatMeanOrValue(firstMs, formatMs)],
      ['later', ({ steadyMs }) => formatMeanOrValue(steadyMs, formatMs)],
      ['ratio', ({ ratio }) => orNothing(ratio, mean => formatMeanOrValue(mean, formatFigure))],
      ['first, own', ({ firstOverheadMs }) => formatMs(firstOverheadMs.value)],
      ['later, own', ({ steadyOverheadMs }) => formatMs(steadyOverheadMs.value)]
    ],
    { notes }
  )
}

/** Returns what each overhead costs. @param {GatewayAnalysis} lab */
export function overheadSections({ overheads }) {
  const notes = [
    'More than the first row: plain calls, responses passed through, no log. A mean over repeats ± half of its 95% interval.',
    'The functions that cause a difference: docs/labs/gateway.md has the commands.'
  ]
  return tableSections(
    'What each overhead costs per request',
    overheads,
    [
      ['configuration', ({ variant }) => variant],
      ['launches', ({ launches }) => formatCount(launches)],
      ['CPU per request', ({ cpuMicros }) => formatMeanOrValue(cpuMicros, formatMicros)],
      ['more', ({ moreCpuMicros }) => orNothing(moreCpuMicros, mean => moreInWords(mean))],
      ['mean time', ({ latencyMs }) => formatMeanOrValue(latencyMs, formatMs)],
      ['more', ({ moreLatencyMs }) => orNothing(moreLatencyMs, mean => moreInWords(mean, 1e3))]
    ],
    { notes }
  )
}

/**
 * Returns all launches of a gateway lab as CSV (RFC 4180): one row per stage, or one per single request.
 * @param {Pick<SavedGatewayLab, 'cells' | 'firsts'>} saved @returns {string}
 */
export function gatewaysToCsv({ cells, firsts }) {
  const stages = cells.flatMap(({ variant, repeat, stages, played }) =>
    played.stages.map((stage, index) => ({
      variant,
      repeat,
      name: stages[index]?.name ?? null,
      ...stage,
      meanMs: stage.completed > 0 ? stage.sumLatencyMs / stage.completed : null,
      poolMs: timingOf(stage.timings.pool),
      upstreamMs: timingOf(stage.timings.upstream)
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

/** Returns the values of the chart of first requests. @param {GatewayAnalysis['firsts']} firsts */
export function gatewayFirstsCsv(firsts) {
  const rows = firsts.flatMap(({ variant, requestMs }) => requestMs.map((ms, index) => [variant, index + 1, ms]))
  return { fileName: 'gateway-first-requests.csv', text: toCsv(['configuration', 'request', 'mean_ms'], rows) }
}

/** Returns the values of the charts over time. @param {GatewayCell[]} cells */
export function gatewaySeriesCsv(cells) {
  const points = cells.flatMap(({ variant, series }) => series.map(point => ({ variant, ...point })))
  return csvFile('gateway-over-time.csv', points, [
    ['configuration', ({ variant }) => variant],
    ['at_ms', ({ atMs }) => atMs],
    ['completed_per_s', ({ completedPerSecond }) => completedPerSecond],
    ['failed_per_s', ({ failedPerSecond }) => failedPerSecond],
    ['in_flight', ({ inFlight }) => inFlight],
    ['waiting', ({ waiting }) => waiting],
    ['cpu_cores', ({ cpuCores }) => cpuCores]
  ])
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
