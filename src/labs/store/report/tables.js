import {
  formatCount,
  formatCounted,
  formatMicros,
  formatPercentile,
  formatSmallPercent
} from '../../../report/words/format.js'
import { sum } from '../../../stats/means.js'
import { csvFile, csvOf, meanColumns, tableOf, toCsv } from '../../skeleton/columns.js'
import { formatMeanOf, NOTHING, orNothing } from '../../skeleton/figures.js'
import { CLAIM_FIGURES, claimFigures, rowOf } from '../../skeleton/paper.js'
import { isAt } from '../analysis/cells.js'
import { claims, formatClaim } from '../paper.js'
import { formatRate, levelInWords, refusedInWords } from './words.js'

/** @import { Section } from '../../../report/sections/sections.js' */
/** @import { Column } from '../../skeleton/columns.js' */
/** @import { Mean } from '../../../stats/types.js' */
/** @import { SavedStoreLab, StoreAnalysis, StoreCapacity, StoreCell, StoreOperation } from '../types.js' */

/** The columns of tables of cells. @satisfies {Record<string, Column<StoreCell>>} */
const columns = {
  load: ['load', ({ operation, ratePerSecond }) => `${operation} ${formatRate(ratePerSecond)}`],
  strategy: ['strategy', ({ variant }) => variant],
  saturated: ['', saturatedInWords],
  p50: ['p50', ({ p50Micros }) => meanText(p50Micros)],
  p99: ['p99', ({ p99Micros }) => meanText(p99Micros)],
  meanP99: ['p99, mean of repeats', ({ p99Micros }) => meanText(p99Micros)],
  wait: ['queue wait', waitText],
  meanWait: ['queue wait, mean', waitText],
  waiting: ['most waiting', ({ mostWaiting }) => formatCount(mostWaiting)],
  threads: ['threads', ({ threads }) => formatCount(threads)],
  refusedShare: ['refused', ({ refused, sent }) => shareText(refused === 0 ? 0 : refused / sent)],
  refused: ['refused', ({ refused, sent }) => refusedInWords(refused, sent)],
  cpu: ['CPU per request', ({ cpuMicros }) => orNothing(cpuMicros, ({ value }) => formatMicros(value))]
}

/** Returns the groups of cells that one chart shows. @param {StoreAnalysis} lab */
export function storeGroups({ operations, levels, cells }) {
  return operations.flatMap(operation =>
    levels.flatMap(level => {
      const own = cells.filter(cell => isAt(cell, operation, level))
      return own.length === 0 ? [] : [{ operation, level, cells: own }]
    })
  )
}

/** Returns what each strategy serves. @param {StoreAnalysis} lab @returns {Section} */
export function capacitySection({ capacities, operations: all }) {
  // A search measures one of them.
  const operations = all.filter(operation => capacities.some(each => each.operation === operation))
  const names = [...new Set(capacities.map(({ variant }) => variant))]
  const strategies = names.map(variant => capacities.filter(each => each.variant === variant))
  /** @type {Column<StoreCapacity[]>[]} */
  const figures = operations.flatMap(operation => [
    [operation, own => meanText(of(own, operation)?.requestsPerSecond ?? null, formatRate)],
    [`CPU per ${operation}`, own => meanText(of(own, operation)?.cpuMicros ?? null)]
  ])
  return {
    heading: 'Capacity',
    table: tableOf(strategies, [
      ['strategy', ([first]) => first?.variant ?? ''],
      ...figures,
      ['connections', own => formatCount(of(own, operations[0])?.connections ?? 0)]
    ]),
    notes: [
      'A closed loop with as many connections as the strategy accepts at once, at most 64 (128 with --full): geometric means ± half of their 95% interval. CPU is that of all threads of the server.',
      'The rates of the other tables are shares of the knee, the highest rate that every strategy serves: the same rate for all, as in the paper.'
    ]
  }

  /** @param {StoreCapacity[]} own @param {StoreOperation} [operation] */
  function of(own, operation) {
    return own.find(each => each.operation === operation)
  }
}

/** Returns the latency of all cells, short enough for a terminal. @param {StoreAnalysis} lab @returns {Section} */
export function shortLatencySection(lab) {
  const { load, strategy, p50, p99, wait, refusedShare } = columns
  const cells = storeGroups(lab).flatMap(group => group.cells)
  const table = tableOf(cells, [load, strategy, p50, p99, wait, refusedShare], 2)
  return { heading: 'Latency of the accepted requests', table }
}

/**
 * Returns the latency of the strategies at one rate.
 * @param {StoreAnalysis} lab @param {ReturnType<typeof storeGroups>[number]} group
 * @param {{ isFirst: boolean }} place only the first table says what its columns are
 * @returns {Section}
 */
export function latencySection({ levels }, { operation, level, cells }, { isFirst }) {
  const { strategy, saturated, meanP99, meanWait, waiting, threads, refused, cpu } = columns
  const quantiles = cells
    .map(({ curve }) => curve?.named.quantiles ?? [])
    .reduce((one, other) => (other.length > one.length ? other : one))
  /** @type {Column<StoreCell>[]} */
  const percentiles = quantiles.map(quantile => [formatPercentile(quantile), cell => percentileText(cell, quantile)])
  const shown = [strategy, saturated, ...percentiles, meanP99, meanWait, waiting, threads, refused, cpu]
  const failed = sum(cells.map(cell => cell.failed + cell.errors))
  const notes = [
    'Latency counts from the moment when a request was due, and is that of accepted requests: refused ones (503) are counted apart.',
    `Percentiles are of all repeats together; the mean is the geometric one of ${formatCounted(cells[0]?.repeats ?? 0, 'repeat')} ± half of its 95% interval.`
  ]
  return {
    heading: `${operation} at ${formatRate(cells[0]?.ratePerSecond ?? 0)}, ${levelInWords(level, levels)}`,
    table: tableOf(cells, shown, 2),
    notes: [...(isFirst ? notes : []), ...(failed > 0 ? [`${formatCounted(failed, 'request')} failed.`] : [])]
  }
}

/** Returns how the time per request grows with the cost of a task. @param {StoreAnalysis} lab @returns {Section} */
export function taskCostSection({ taskCost, cores }) {
  const heading = 'From which cost of a task on does a pool pay?'
  if (!taskCost) return { heading, lines: ['Not measured in this run.'] }
  const { inline, pool, rows, operation, connections, microsPerRound } = taskCost
  return {
    heading,
    table: tableOf(rows, [
      ['CPU per task, on top', ({ taskMicros }) => formatMicros(taskMicros)],
      [inline, ({ inlineMicros }) => timeText(inlineMicros)],
      [pool, ({ poolMicros }) => timeText(poolMicros)]
    ]),
    notes: [
      `Time per request (1 / requests per second) of ${operation} in a closed loop of ${formatCounted(connections, 'connection')}, on ${formatCounted(cores, 'core')} with the load generator. The crossing is that of the lines through these times, with Fieller's interval.`,
      `A task takes rounds of SHA-256 on top, each ${formatMicros(microsPerRound)} of CPU by the line through the CPU per request of ${inline}.`
    ]
  }
}

/** Returns the stages of a search; nothing without one. @param {StoreAnalysis} lab @returns {Section[]} */
export function searchSections({ search }) {
  if (!search) return []
  const { stages, operation, ratePerSecond, connections } = search
  const ranked = stages.flatMap(({ rounds, candidates }, stage) =>
    candidates.map(candidate => ({ ...candidate, rounds, stage }))
  )
  /** @type {Column<(typeof ranked)[number]>[]} */
  const shown = [
    ['stage', ({ stage }) => String(stage + 1)],
    ['MIN / MAX / queue', ({ name }) => name],
    ['rounds', ({ rounds }) => formatCount(rounds)],
    ['p99', ({ p99Micros }) => meanText(p99Micros)],
    ['refused', ({ refusedShare }) => shareText(refusedShare)]
  ]
  const notes = [
    `Successive halving: after each stage the better half is measured again in twice as many rounds, all in random order. ${operation} at ${formatRate(ratePerSecond)}, ${formatCounted(connections, 'connection')}.`,
    'A refused request counts as the slowest: otherwise a pool that refuses would be the fastest.'
  ]
  return [{ heading: 'Search for the best pool and queue', table: tableOf(ranked, shown, 2), notes }]
}

/** Returns the figures of the paper, line by line. @param {StoreAnalysis} lab @returns {Section} */
export function storeClaimSection({ claims: rows }) {
  return {
    heading: 'The figures of the paper, line by line',
    table: {
      header: ['the paper says', 'why', ...CLAIM_FIGURES],
      rows: rows.map(row => {
        const { quote, why } = rowOf(claims, row)
        return [quote, why, ...claimFigures(row, formatClaim)]
      }),
      textColumns: 2
    }
  }
}

/** @param {StoreCell} cell */
function saturatedInWords({ saturated, repeats }) {
  return saturated > 0 ? `saturated in ${formatCount(saturated)} of ${formatCount(repeats)}` : ''
}

/** @param {StoreCell} cell @param {number} quantile one of those that a curve names */
function percentileText({ curve }, quantile) {
  const micros = curve?.named.micros[curve.named.quantiles.indexOf(quantile)]
  return micros === undefined ? NOTHING : formatMicros(micros)
}

/** @param {StoreCell} cell */
function waitText({ waitMicros }) {
  return waitMicros.mean.value === 0 ? '0' : formatMicros(waitMicros.mean.value)
}

/** @param {number} share */
function shareText(share) {
  return share === 0 ? '0' : formatSmallPercent(share)
}

/** @param {Mean} mean of a time per request */
function timeText(mean) {
  return `${meanText(mean)}, ${formatRate(1e6 / mean.value)}`
}

/** @param {Mean | null} mean @param {(value: number) => string} [format] that of a time when absent */
function meanText(mean, format = formatMicros) {
  return orNothing(mean, found => formatMeanOf(found, format))
}

/**
 * Returns all cells of a store lab as CSV (RFC 4180), in the order in which they were measured.
 * @param {SavedStoreLab} saved @returns {string}
 */
export function storeToCsv({ cells }) {
  return csvOf(cells, [
    ['strategy', ({ variant }) => variant],
    ['operation', ({ operation }) => operation],
    ['share_of_knee', ({ share }) => share],
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
  return csvFile('store-task-cost.csv', taskCost?.rows ?? [], [
    ['rounds', ({ rounds }) => rounds],
    ['task_us', ({ taskMicros }) => taskMicros],
    ...meanColumns(['inline_us', 'inline_low', 'inline_high'], ({ inlineMicros }) => inlineMicros),
    ...meanColumns(['pool_us', 'pool_low', 'pool_high'], ({ poolMicros }) => poolMicros)
  ])
}
