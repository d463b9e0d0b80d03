import { sum } from '../../../stats/means.js'
import { mergeHistograms } from '../../../stats/micros-histogram.js'
import { latencyCurve } from '../../../verdict/decide/latency-table.js'
import { meanOf, meanRatio } from '../../skeleton/means.js'

/** @import { Mean } from '../../../stats/types.js' */
/** @import { RateRecord, StoreCell, StoreLevel, StoreOperation, StoreRecord } from '../types.js' */

/** The longest that a histogram holds: a request that has no answer took at least as long. */
const UNANSWERED_MICROS = 60e6

/** The percentile of the latency that strategies are compared by. */
export const COMPARED_SHARE = 0.99

/**
 * Returns the cells of a store lab over all repeats.
 * @param {{ variants: string[], operations: StoreOperation[], levels: StoreLevel[] }} lab
 * @param {StoreRecord[]} records @returns {StoreCell[]}
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
 * @param {StoreLevel & { operation: StoreOperation }} each @param {StoreOperation} operation @param {StoreLevel} level
 */
export function isAt(each, operation, { share, connections }) {
  return each.operation === operation && each.share === share && each.connections === connections
}

/** @type {(variant: string, operation: StoreOperation, level: StoreLevel, own: StoreRecord[]) => StoreCell} */
function cellOf(variant, operation, { share, connections }, all) {
  // Repeats before a rate was lowered are of another rate.
  const ratePerSecond = all.at(-1)?.ratePerSecond ?? 0
  const own = all.filter(record => record.ratePerSecond === ratePerSecond)
  const histograms = own.map(({ latencyMicros }) => mergeHistograms([latencyMicros]))
  return {
    variant,
    operation,
    share,
    connections,
    ratePerSecond,
    repeats: all.length,
    saturated: all.filter(({ isSaturated }) => isSaturated).length,
    unanswered: all.filter(record => !isAnswered(record, COMPARED_SHARE)).length,
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

/**
 * Returns whether what was measured at a rate says nothing of a latency: the strategy was saturated, or left more than 1% unanswered.
 * @param {Pick<RateRecord, 'isSaturated' | 'sent' | 'accepted'>} record
 */
export function isExcluded(record) {
  return record.isSaturated || !isAnswered(record, COMPARED_SHARE)
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

/**
 * Returns whether so many requests were successful that a percentile of all that were sent is known.
 * @param {Pick<RateRecord, 'sent' | 'accepted'>} record
 * @param {number} share such as 0.99
 */
export function isAnswered({ sent, accepted }, share) {
  return accepted > 0 && share * sent <= accepted
}

/**
 * Returns a percentile of the latency of all requests that were sent. Those that were refused or failed count as the slowest:
 * otherwise a server that refuses would be faster than one that answers.
 * @param {Pick<RateRecord, 'latencyMicros' | 'sent' | 'accepted' | 'failed'>} record
 * @param {number} share such as 0.99
 * @returns {number} microseconds
 */
export function latencyOfSent(record, share) {
  if (!isAnswered(record, share)) return UNANSWERED_MICROS
  const { latencyMicros, sent, accepted, failed } = record
  // The histogram has the failed ones too. They may be the first of it, and count as the last.
  const rank = share * sent + failed
  return mergeHistograms([latencyMicros]).getValueAtPercentile((rank * 100) / (accepted + failed))
}
