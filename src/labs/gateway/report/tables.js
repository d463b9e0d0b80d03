import {
  formatCostDifference,
  formatCount,
  formatFigure,
  formatMicros,
  formatPercent
} from '../../../report/words/format.js'
import { tableOf } from '../../skeleton/columns.js'
import { formatMeanOrValue, formatMs, orNothing } from '../../skeleton/figures.js'
import { costOf, formatGoal, goalInWords, goalNames, goalsInWords, inMicros, limitNames } from './words.js'

/**
 * @import { GatewayAnalysis, GatewayCell } from '../types.js'
 * @import { Column } from '../../skeleton/columns.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

const COMPILE_CACHE = 'compile cache'

/** Returns each goal of each configuration, with its figure. @param {GatewayAnalysis} lab @returns {Section[]} none where none was measured */
export function goalSections(lab) {
  const cells = lab.cells.filter(({ goals }) => goals.length > 0)
  const [first] = cells
  if (!first) return []
  /** @type {Column<GatewayCell>[]} */
  const goals = first.goals.map(({ code }, index) => [
    goalNames[code],
    cell => orNothing(cell.goals[index] ?? null, goalInWords)
  ])
  const table = tableOf(
    cells,
    [
      ['configuration', ({ variant }) => variant],
      ['all goals', ({ contract }) => contract],
      ['limit at the peak', ({ limit }) => limitNames[limit.code]],
      ...goals
    ],
    3
  )
  const notes = [
    goalsInWords(lab),
    'The limit is named from measurement: the part of the response time that grew, or a main thread that is busy for 90% of the time.'
  ]
  const details = [
    'Requests/s are successful responses that arrived in the stage, without its first second. Failed requests are those of all stages and launches, and memory is the highest of all stages.',
    'The wait for a connection is counted by the gateway, from the call until its request is written to an open connection.'
  ]
  return [{ heading: 'Goals', table, notes, details }]
}

/** Returns the goals in few columns, which fit on a terminal. @param {GatewayAnalysis} lab @returns {Section[]} */
export function shortGoalSections({ cells, goals }) {
  const checked = cells
    .filter(cell => cell.goals.length > 0)
    .map(cell => ({ ...cell, stage: cell.stages.find(({ name }) => name === 'goal') }))
  if (checked.length === 0) return []
  const table = tableOf(
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
    3
  )
  return [{ heading: `At ${formatCount(goals.requestsPerSecond)} requests/s`, table }]
}

/** Returns the time of the first request. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function firstSections({ firsts, idleMs }) {
  if (firsts.length === 0) return []
  const table = tableOf(firsts, [
    ['configuration', ({ variant }) => variant],
    ['launches', ({ launches }) => formatCount(launches)],
    ['first', ({ firstMs }) => formatMeanOrValue(firstMs, formatMs)],
    ['later', ({ steadyMs }) => formatMeanOrValue(steadyMs, formatMs)],
    ['ratio', ({ ratio }) => orNothing(ratio, mean => formatMeanOrValue(mean, formatFigure))],
    ['first, own', ({ firstOverheadMs }) => formatMs(firstOverheadMs.value)],
    ['later, own', ({ steadyOverheadMs }) => formatMs(steadyOverheadMs.value)]
  ])
  const notes = [
    `Means over launches. Own: without the ${formatMs(idleMs)} of both calls.`,
    'Later: the median of the 11th to 20th request after the first.',
    firsts.some(({ variant }) => variant === COMPILE_CACHE)
      ? `${COMPILE_CACHE}: as pool 168, with code that an earlier process compiled; its very first launch fills the cache.`
      : 'A compile cache is measured too where Node.js has one: 22.8 and later.'
  ]
  return [{ heading: 'The first request of a new process', table, notes }]
}

/** Returns what each overhead costs. @param {GatewayAnalysis} lab @returns {Section[]} none where it was not measured */
export function overheadSections({ overheads }) {
  if (overheads.length === 0) return []
  const table = tableOf(overheads, [
    ['configuration', ({ variant }) => variant],
    ['launches', ({ launches }) => formatCount(launches)],
    ['CPU per request', ({ cpuMicros }) => formatMeanOrValue(cpuMicros, formatMicros)],
    ['more', ({ moreCpuMicros }) => orNothing(moreCpuMicros, mean => formatCostDifference(costOf(mean), 'micros'))],
    ['mean time', ({ latencyMs }) => formatMeanOrValue(latencyMs, formatMs)],
    ['more', ({ moreLatencyMs }) => orNothing(moreLatencyMs, mean => formatCostDifference(inMicros(mean), 'micros'))]
  ])
  const notes = [
    'More than the first row: plain calls, responses passed through, no log. A mean over repeats ± half of its 95% interval.',
    'The functions that cause a difference: docs/labs/gateway.md has the commands.'
  ]
  return [{ heading: 'What each overhead costs per request', table, notes }]
}
