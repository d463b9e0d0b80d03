import { ALPHA } from '../../../stats/levels.js'
import { sum } from '../../../stats/means.js'
import { meanRatio } from '../../skeleton/means.js'

/**
 * @import { StoreCell, StoreClaims, StoreConclusion, StoreOperation } from '../types.js'
 * @import { Mean } from '../../skeleton/types.js'
 */

/** The strategies of the lab that the conclusions of the paper are about. */
const INLINE = 'inline'
const HAND_OVER = 'hand-over'
const SMALL = 'queue 10'
const LARGE = 'queue 128'
const UNBOUNDED = 'unbounded'
/** A small number of refused requests is at most this share. */
const SMALL_SHARE = 0.01
/** As many are expected where the share is that of the paper: none among them is then unlikely (5%). */
const EXPECTED = 3
/** "The same" means: the interval of the ratio is within this factor to both sides. */
const SAME = 1.25

/**
 * @typedef {'hand-over-faster' | 'unbounded-as-inline' | 'get-no-difference'} ComparedCode
 *
 * @typedef {(pair: { own: string, other: string, operation?: StoreOperation, comparisons?: number }) => Mean | null} RatioOf returns
 *   the p99 latency of one strategy divided by that of another one
 */

/**
 * Returns the conclusions of the paper, each checked with the figures of a run.
 * @param {StoreClaims} claims
 * @param {{ cells: StoreCell[], ratioOf: RatioOf }} measured
 * @returns {StoreConclusion[]}
 */
export function storeConclusions({ refusedShare }, { cells, ratioOf }) {
  return [
    compared('hand-over-faster', { own: HAND_OVER, other: INLINE }, isBelowOne),
    compared('unbounded-as-inline', { own: UNBOUNDED, other: INLINE }, isSame),
    refusals(cells, refusedShare),
    largeQueue(ratioOf),
    compared('get-no-difference', { own: SMALL, other: LARGE, operation: 'GET' }, isSame)
  ]

  /** @type {(code: ComparedCode, pair: Parameters<RatioOf>[0], outcomeOf: (ratio: Mean | null) => StoreConclusion['outcome']) => StoreConclusion} */
  function compared(code, pair, outcomeOf) {
    const ratio = ratioOf(pair)
    return { code, own: pair.own, other: pair.other, ratio, outcome: outcomeOf(ratio) }
  }
}

/** @param {StoreCell[]} cells @param {number} claimed share of the paper @returns {StoreConclusion} */
function refusals(cells, claimed) {
  const own = cells.filter(({ variant, operation }) => variant === SMALL && operation === 'PUT')
  const [refused, sent] = [sum(own.map(cell => cell.refused)), sum(own.map(cell => cell.sent))]
  return { code: 'small-queue-refuses', refused, sent, small: SMALL_SHARE, outcome: outcome() }

  function outcome() {
    if (refused > 0) return refused <= sent * SMALL_SHARE ? 'holds' : 'does not hold'
    return sent * claimed >= EXPECTED ? 'does not hold' : 'cannot tell'
  }
}

/**
 * Compares the large queue with the pools that may do anything else. With 128 connections at most 126 requests wait: a queue of 128
 * never fills, and does what an unbounded one does.
 * @param {RatioOf} ratioOf
 * @returns {StoreConclusion}
 */
function largeQueue(ratioOf) {
  const others = [HAND_OVER, SMALL]
  const comparisons = others.length
  const ratios = others.flatMap(other => ratioOf({ own: LARGE, other, comparisons }) ?? [])
  const better = ratios.filter(({ high }) => high !== null && high < 1).length
  const worse = ratios.filter(({ low }) => low !== null && low > 1).length
  const outcome = worse > 0 ? 'does not hold' : better === comparisons ? 'holds' : 'cannot tell'
  return { code: 'large-queue-best', better, worse, pairs: ratios.length, confidence: 1 - ALPHA / comparisons, outcome }
}

/** @param {Mean | null} ratio @returns {StoreConclusion['outcome']} */
function isBelowOne(ratio) {
  if (!ratio || ratio.low === null || ratio.high === null) return 'cannot tell'
  if (ratio.high < 1) return 'holds'
  return ratio.low > 1 ? 'does not hold' : 'cannot tell'
}

/** @param {Mean | null} ratio @returns {StoreConclusion['outcome']} */
function isSame(ratio) {
  if (!ratio || ratio.low === null || ratio.high === null) return 'cannot tell'
  if (ratio.low > 1 / SAME && ratio.high < SAME) return 'holds'
  return ratio.low > SAME || ratio.high < 1 / SAME ? 'does not hold' : 'cannot tell'
}

/**
 * Returns the function that compares two strategies, in the same repeats.
 * @param {(pair: { own: string, other: string, repeat: number, operation?: StoreOperation }) => number | null} timeOf
 * @param {number[]} repeats
 * @returns {RatioOf}
 */
export function ratiosBy(timeOf, repeats) {
  return function ratioOf({ own, other, operation, comparisons = 1 }) {
    const ratios = repeats.flatMap(repeat => {
      const one = timeOf({ own, other, repeat, operation })
      const two = timeOf({ own: other, other: own, repeat, operation })
      return one !== null && two !== null ? [one / two] : []
    })
    return meanRatio(ratios, { comparisons })
  }
}
