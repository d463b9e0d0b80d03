import { sum } from '../../../stats/means.js'
import { mergeHistograms } from '../../../stats/micros-histogram.js'
import { latencyCurve } from '../../../verdict/decide/latency-table.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'
import { isAnswered } from './latency-of-sent.js'

/**
 * @import { StoreCell, StoreLevel, StoreOperation, StoreRecord } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** The percentile of the latency that strategies are compared by. */
export const COMPARED_SHARE = 0.99

/**
 * Returns the cells of a store lab over all repeats.
 * @param {{ variants: string[], operations: StoreOperation[], levels: StoreLevel[] }} lab
 * @param {StoreRecord[]} records
 * @returns {StoreCell[]}
 */
export function storeCells({ variants, operations, levels }, records) {
  return operations.flatMap(operation =>
    levels.flatMap(level =>
      variants.flatMap(variant => {
        const own = records.filter(record => record.variant === variant && isAt(record, operation, level))
        return own.length === 0 ? [] : [cellOf(variant, operation, level, own)]
      })
    )
  )
}

/**
 * Returns whether a record or a cell is of an operation at a level.
 * @param {StoreLevel & { operation: StoreOperation }} each
 * @param {StoreOperation} operation
 * @param {StoreLevel} level
 */
export function isAt(each, operation, { share, connections }) {
  return each.operation === operation && each.share === share && each.connections === connections
}

/** @type {(variant: string, operation: StoreOperation, level: StoreLevel, own: StoreRecord[]) => StoreCell} */
function cellOf(variant, operation, { share, connections }, own) {
  const histograms = own.map(({ latencyMicros }) => mergeHistograms([latencyMicros]))
  return {
    variant,
    operation,
    share,
    connections,
    ratePerSecond: own[0]?.ratePerSecond ?? 0,
    repeats: own.length,
    saturated: own.filter(({ isSaturated }) => isSaturated).length,
    unanswered: own.filter(record => !isAnswered(record, COMPARED_SHARE)).length,
    ...totalsOf(own),
    p50Micros: percentile(50),
    p99Micros: percentile(99),
    curve: latencyCurve(variant, mergeHistograms(own.map(({ latencyMicros }) => latencyMicros))),
    waitMicros: {
      mean: meanOf(own.map(({ executor }) => executor.waitMicros.mean)),
      p99: meanOf(own.map(({ executor }) => executor.waitMicros.p99))
    },
    mostRunning: Math.max(...own.map(({ executor }) => executor.mostRunning)),
    mostWaiting: Math.max(...own.map(({ executor }) => executor.mostWaiting)),
    threads: Math.max(...own.map(({ executor }) => executor.threads)),
    cpuMicros: meanRatio(own.flatMap(({ cpuMicros, accepted }) => (accepted > 0 ? [cpuMicros / accepted] : [])))
  }

  /** @param {number} at @returns {Mean | null} */
  function percentile(at) {
    return meanRatio(histograms.flatMap(each => (each.totalCount > 0 ? [each.getValueAtPercentile(at)] : [])))
  }
}

/** @param {StoreRecord[]} own */
function totalsOf(own) {
  return {
    sent: sum(own.map(({ sent }) => sent)),
    accepted: sum(own.map(({ accepted }) => accepted)),
    refused: sum(own.map(({ refused }) => refused)),
    failed: sum(own.map(({ failed }) => failed)),
    errors: sum(own.map(({ errors }) => errors))
  }
}
