import {
  formatCount,
  formatCounted,
  formatMicros,
  formatPercentile,
  formatSmallPercent
} from '../../../report/words/format.js'
import { formatMeanOf, NOTHING } from '../../skeleton/figures.js'
import { CLAIM_FIGURES, claimFigures, rowOf } from '../../skeleton/paper.js'
import { claims, formatClaim } from '../paper.js'
import { formatRate, levelInWords, refusedInWords } from './words.js'

/**
 * @import { StoreAnalysis, StoreCell, StoreLevel, StoreOperation } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 * @import { Section } from '../../../report/sections/sections.js'
 */

/** Returns the groups of cells that one chart shows. @param {StoreAnalysis} lab */
export function storeGroups({ operations, levels, cells }) {
  return operations.flatMap(operation =>
    levels.flatMap(level => {
      const own = cells.filter(
        cell => cell.operation === operation && cell.share === level.share && cell.connections === level.connections
      )
      return own.length === 0 ? [] : [{ operation, level, cells: own }]
    })
  )
}

/**
 * Returns the heading of a group of cells.
 * @param {StoreAnalysis} lab
 * @param {{ operation: StoreOperation, level: StoreLevel, cells: StoreCell[] }} group
 */
export function groupInWords({ levels }, { operation, level, cells }) {
  return `${operation} at ${formatRate(cells[0]?.ratePerSecond ?? 0)}, ${levelInWords(level, levels)}`
}

/** Returns what each strategy serves. @param {StoreAnalysis} lab @returns {Section} */
export function capacitySection({ capacities, operations: all }) {
  // A search measures one of them.
  const operations = all.filter(operation => capacities.some(each => each.operation === operation))
  const names = [...new Set(capacities.map(({ variant }) => variant))]
  const rows = names.flatMap(variant => {
    const own = operations.map(operation =>
      capacities.find(each => each.variant === variant && each.operation === operation)
    )
    if (own.every(each => !each)) return []
    return [
      [
        variant,
        ...own.flatMap(each =>
          each
            ? [formatMeanOf(each.requestsPerSecond, formatRate), formatMeanOf(each.cpuMicros, formatMicros)]
            : [NOTHING, NOTHING]
        ),
        formatCount(own[0]?.connections ?? 0)
      ]
    ]
  })
  return {
    heading: 'Capacity',
    table: {
      header: ['strategy', ...operations.flatMap(operation => [operation, `CPU per ${operation}`]), 'connections'],
      rows,
      textColumns: 1
    },
    notes: [
      'A closed loop with as many connections as the strategy accepts at once, at most 64 (128 with --full): geometric means ± half of their 95% interval. CPU is that of all threads of the server.',
      'The rates of the other tables are shares of the capacity of the slowest strategy: the same rate for all, as in the paper.'
    ]
  }
}

/** Returns the latency of all cells, short enough for a terminal. @param {StoreAnalysis} lab @returns {Section} */
export function shortLatencySection(lab) {
  const rows = storeGroups(lab).flatMap(group =>
    group.cells.map(cell => [
      `${cell.operation} ${formatRate(cell.ratePerSecond)}`,
      cell.variant,
      meanText(cell.p50Micros),
      meanText(cell.p99Micros),
      waitText(cell),
      refusedShareOf(cell)
    ])
  )
  return {
    heading: 'Latency of the accepted requests',
    table: { header: ['load', 'strategy', 'p50', 'p99', 'queue wait', 'refused'], rows, textColumns: 2 }
  }
}

/**
 * Returns the latency of the strategies at one rate.
 * @param {StoreAnalysis} lab
 * @param {ReturnType<typeof storeGroups>[number]} group
 * @param {{ isFirst: boolean }} place only the first table says what its columns are
 * @returns {Section}
 */
export function latencySection(lab, group, { isFirst }) {
  const quantiles = group.cells
    .map(({ curve }) => curve?.named.quantiles ?? [])
    .reduce((one, other) => (other.length > one.length ? other : one))
  const rows = group.cells.map(cell => [
    cell.variant,
    cell.saturated > 0 ? `saturated in ${formatCount(cell.saturated)} of ${formatCount(cell.repeats)}` : '',
    ...quantiles.map(quantile => percentileText(cell, quantile)),
    meanText(cell.p99Micros),
    waitText(cell),
    formatCount(cell.mostWaiting),
    formatCount(cell.threads),
    refusedInWords(cell.refused, cell.sent),
    cell.cpuMicros ? formatMicros(cell.cpuMicros.value) : NOTHING
  ])
  const failed = group.cells.reduce((sum, cell) => sum + cell.failed + cell.errors, 0)
  return {
    heading: groupInWords(lab, group),
    table: {
      header: [
        'strategy',
        '',
        ...quantiles.map(formatPercentile),
        'p99, mean of repeats',
        'queue wait, mean',
        'most waiting',
        'threads',
        'refused',
        'CPU per request'
      ],
      rows,
      textColumns: 2
    },
    notes: [
      ...(isFirst ? latencyNotes(group.cells) : []),
      ...(failed > 0 ? [`${formatCounted(failed, 'request')} failed.`] : [])
    ]
  }
}

/** @param {StoreCell[]} cells */
function latencyNotes([first]) {
  return [
    'Latency counts from the moment when a request was due, and is that of accepted requests: refused ones (503) are counted apart.',
    `Percentiles are of all repeats together; the mean is the geometric one of ${formatCounted(first?.repeats ?? 0, 'repeat')} ± half of its 95% interval.`
  ]
}

/** Returns how the time per request grows with the cost of a task. @param {StoreAnalysis} lab @returns {Section} */
export function taskCostSection({ taskCost, cores }) {
  const heading = 'From which cost of a task on does a pool pay?'
  if (!taskCost) return { heading, lines: ['Not measured in this run.'] }
  const { inline, pool, rows, operation, connections, microsPerRound } = taskCost
  return {
    heading,
    table: {
      header: ['CPU per task, on top', inline, pool],
      rows: rows.map(({ taskMicros, inlineMicros, poolMicros }) => [
        formatMicros(taskMicros),
        ...[inlineMicros, poolMicros].map(
          mean => `${formatMeanOf(mean, formatMicros)}, ${formatRate(1e6 / mean.value)}`
        )
      ]),
      textColumns: 1
    },
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
  return [
    {
      heading: 'Search for the best pool and queue',
      table: {
        header: ['stage', 'MIN / MAX / queue', 'rounds', 'p99', 'refused'],
        rows: stages.flatMap(({ rounds, candidates }, stage) =>
          candidates.map(({ name, p99Micros, refusedShare }) => [
            String(stage + 1),
            name,
            formatCount(rounds),
            meanText(p99Micros),
            refusedShare === 0 ? '0' : formatSmallPercent(refusedShare)
          ])
        ),
        textColumns: 2
      },
      notes: [
        `Successive halving: after each stage the better half is measured again in twice as many rounds, all in random order. ${operation} at ${formatRate(ratePerSecond)}, ${formatCounted(connections, 'connection')}.`,
        'A refused request counts as the slowest: otherwise a pool that refuses would be the fastest.'
      ]
    }
  ]
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

/** @param {StoreCell} cell @param {number} quantile one of those that a curve names */
function percentileText({ curve }, quantile) {
  const micros = curve?.named.micros[curve.named.quantiles.indexOf(quantile)]
  return micros === undefined ? NOTHING : formatMicros(micros)
}

/** @param {StoreCell} cell */
function waitText({ waitMicros }) {
  return waitMicros.mean.value === 0 ? '0' : formatMicros(waitMicros.mean.value)
}

/** @param {StoreCell} cell */
function refusedShareOf({ refused, sent }) {
  return refused === 0 ? '0' : formatSmallPercent(refused / sent)
}

/** @param {Mean | null} mean of a time */
function meanText(mean) {
  return mean ? formatMeanOf(mean, formatMicros) : NOTHING
}
