import {
  formatConfidence,
  formatCount,
  formatCounted,
  formatExactPercent,
  formatFigure,
  formatMicros,
  formatSmallPercent
} from '../../report/words/format.js'
import { listed } from '../../report/words/text.js'
import { ALPHA } from '../../stats/levels.js'
import { sum } from '../../stats/means.js'
import { formatMeanInText } from '../skeleton/figures.js'
import { conclusion, outcomeOf } from '../skeleton/paper.js'
import { formatRate, refusedInWords } from './report/words.js'

/** @import { PoolSearch, StoreCell, StoreLab, StoreOperation, StorePool } from './types.js' */
/** @import { Mean } from '../../stats/types.js' */
/** @import { Checked, Claim, Conclusion, Outcome } from '../skeleton/types.js' */

/**
 * @typedef {(pair: { own: string, other: string, operation?: StoreOperation, comparisons?: number }) => Mean | null} RatioOf returns
 *   the p99 latency of one strategy divided by that of another one
 *
 * @typedef {{ lab: StoreLab, cells: StoreCell[], dataBytes: number | null, search: PoolSearch | null, ratioOf: RatioOf, servedOf: RatioOf }} Measured `servedOf`:
 *   requests/s in a closed loop in place of the latency
 */

/** The strategies of the lab that the conclusions of the paper are about. */
const INLINE = 'inline'
const HAND_OVER = 'hand-over'
const SMALL = 'queue 10'
const LARGE = 'queue 128'
const UNBOUNDED = 'unbounded'
/** A small number of refused requests is at most this share. */
const SMALL_SHARE = 0.01
/** Of the paper: refused requests of all. */
const REFUSED_SHARE = 1e-5
/** As many are expected where the share is that of the paper: none among them is then unlikely (5%). */
const EXPECTED_REFUSALS = 3
/** "The same" means: the interval of the ratio is within this factor to both sides. */
const SAME_RATIO = 1.25
const KEYS = 62 ** 3
/** Characters of an id and of a value, which have a byte each. */
const ENTITY_BYTES = 3 + 300
const BYTES_PER_MB = 1e6

/** The figures of the paper. @type {Claim<Measured>[]} */
export const claims = [
  {
    id: 'keys',
    quote: 'possible ids of 3 characters',
    section: 'introduction',
    claimed: [240_000, 'count'],
    right: KEYS,
    measured: ({ lab: { alphabet, idLength } }) => alphabet.length ** idLength,
    why: '62 x 62 x 62. The paper rounds.'
  },
  {
    id: 'data',
    quote: 'size of its data',
    section: 'introduction',
    claimed: [230, 'MB'],
    right: (KEYS * ENTITY_BYTES) / BYTES_PER_MB,
    measured: ({ dataBytes }) => dataBytes && dataBytes / BYTES_PER_MB,
    why: 'Ids of 3 and values of 300 characters are 72 MB: 230 MB need older versions of values, or longer ids. Here the file of lmdb, with its pages.'
  },
  {
    id: 'refused',
    quote: 'refused requests, queue of 10, at most',
    section: 'queues with a capacity',
    claimed: [REFUSED_SHARE, 'share'],
    measured(measured) {
      const { refused, sent } = refusalsOf(measured)
      return sent > 0 ? refused / sent : null
    },
    why: 'Its rate is 5,000/s; here it is a share of the highest rate that all strategies serve.'
  },
  {
    id: 'refused-requests',
    quote: 'the same as a number of requests',
    section: 'queues with a capacity',
    claimed: [null, 'count'],
    right: REFUSED_SHARE * (5000 * 30),
    why: '0.001% of 5,000/s for 30 s: at most one or two requests.'
  },
  {
    id: 'threads',
    quote: 'threads that its machine can have',
    section: 'queues with a capacity',
    claimed: [2000, 'count'],
    why: 'No counterpart. Threads of Node.js are engines of their own: the server refuses a MAX above 64.'
  },
  {
    id: 'fair-latency',
    quote: 'mean latency with a fair lock, 20,000 requests/s',
    section: 'queues with a capacity',
    claimed: [100, 'ms'],
    why: 'No counterpart: the queue stands in the one thread that fills it, without a lock.'
  },
  {
    id: 'lock-ratio',
    quote: 'time waiting for one lock compared with two',
    section: 'queues by their profiles',
    claimed: [2, 'ratio'],
    why: 'No counterpart, for the same reason.'
  },
  {
    id: 'least-rate',
    quote: 'lowest rate',
    section: 'SynchronousQueue',
    claimed: [5000, 'perSecond'],
    measured: rate(Math.min),
    why: 'Here a share of the highest rate that all strategies serve.'
  },
  {
    id: 'most-rate',
    quote: 'highest rate',
    section: 'the best sizes of pool and queue',
    claimed: [60_000, 'perSecond'],
    measured: rate(Math.max),
    why: 'Here a share of the highest rate that all strategies serve.'
  },
  bestPool('min', 'threads, at least', 8),
  {
    ...bestPool('max', 'threads, at most', 16),
    why: 'Its 128 connections never fill a queue of 128: no more than 8 threads are started. Here the winner of --part search.'
  },
  bestPool('queue', 'tasks that may wait', 128)
]

/** @type {<Found extends Checked>(row: Conclusion<Measured, Found>) => Conclusion<Measured, any>} */
const row = conclusion

/** What the paper concludes, translated. */
export const conclusions = [
  row({
    id: 'hand-over-faster',
    quote: '"the asynchronous server answers faster"',
    check: compared({ own: HAND_OVER, other: INLINE }, isBelowOne),
    words: ratioInWords
  }),
  row({
    id: 'unbounded-as-inline',
    quote: '"with as many threads as cores, an unbounded queue works about as well as no pool"',
    check: compared({ own: UNBOUNDED, other: INLINE }, isSame),
    words: ratioInWords
  }),
  row({
    id: 'small-queue-refuses',
    quote: '"with a queue of 10 there is a small number of rejects"',
    check(measured) {
      const { refused, sent } = refusalsOf(measured)
      const isSmall = refused <= sent * SMALL_SHARE
      const isUnlikely = refused === 0 && sent * REFUSED_SHARE >= EXPECTED_REFUSALS
      // None is a small number too, where so many were sent that a share that is not small would have refused some.
      const isKnown = refused > 0 || sent * SMALL_SHARE >= EXPECTED_REFUSALS
      const outcome = outcomeOf({ holds: isKnown && isSmall, fails: !isSmall || isUnlikely })
      return { outcome, refused, sent, small: SMALL_SHARE }
    },
    words: ({ refused, sent, small }) =>
      `Refused PUT requests: ${refusedInWords(refused, sent)}; a small number is at most ${formatExactPercent(small)}.`
  }),
  row({
    id: 'large-queue-best',
    quote: '"the fastest is a small pool with a large queue" (queue 128 compared with hand-over and queue 10)',
    // Pools that do anything else: with 128 connections at most 126 requests wait, so a queue of 128 never fills, and does what an
    // unbounded one does.
    check({ ratioOf, servedOf, lab: { operations } }) {
      const others = [HAND_OVER, SMALL]
      const times = others.flatMap(other => ratioOf({ own: LARGE, other, comparisons: others.length }) ?? [])
      const comparisons = others.length * operations.length
      const served = others.flatMap(other =>
        operations.flatMap(operation => {
          const ratio = servedOf({ own: LARGE, other, operation, comparisons })
          return ratio ? [{ other, operation, ratio }] : []
        })
      )
      const better = times.filter(isWhollyBelowOne).length
      const worse = times.filter(isWhollyAboveOne).length
      const less = served.filter(({ ratio }) => isWhollyBelowOne(ratio))
      const outcome = outcomeOf({
        holds: better === others.length && less.length === 0,
        fails: worse > 0 || less.length > 0
      })
      return {
        outcome,
        better,
        worse,
        pairs: times.length,
        confidence: 1 - ALPHA / others.length,
        less,
        lessConfidence: 1 - ALPHA / comparisons
      }
    },
    words({ better, worse, pairs, confidence, less, lessConfidence }) {
      const latency = `Its p99 latency is significantly shorter than that of ${formatCount(better)} and longer than that of ${formatCount(worse)} of ${formatCounted(pairs, 'other pool')} (intervals of ${formatConfidence({ confidence })}).`
      if (less.length === 0) return `${latency} It serves not significantly fewer requests/s than either.`
      const parts = less.map(
        ({ other, operation, ratio }) =>
          `${formatMeanInText(ratio, formatFigure, lessConfidence)} times as many ${operation} requests/s as ${other}`
      )
      return `${latency} In a closed loop it serves ${listed(parts)}.`
    }
  }),
  row({
    id: 'get-no-difference',
    quote: '"for GET the queues do not differ"',
    check: compared({ own: SMALL, other: LARGE, operation: 'GET' }, isSame),
    words: ratioInWords
  })
]

/** Returns a figure of the paper as text. @param {number} value @param {string} unit of a claim */
export function formatClaim(value, unit) {
  if (unit === 'share') return value === 0 ? '0' : formatSmallPercent(value)
  if (unit === 'MB') return `${formatFigure(value)} MB`
  if (unit === 'ms') return formatMicros(value * 1e3)
  if (unit === 'perSecond') return formatRate(value)
  return unit === 'ratio' || !Number.isInteger(value) ? formatFigure(value) : formatCount(value)
}

/** Returns a function that returns the lowest or the highest rate. @param {(...rates: number[]) => number} choose */
function rate(choose) {
  return function rateOf(/** @type {Measured} */ { cells }) {
    return cells.length > 0 ? choose(...cells.map(({ ratePerSecond }) => ratePerSecond)) : null
  }
}

/**
 * Returns the figure of the paper for a setting of the best pool.
 * @param {keyof StorePool} setting @param {string} words @param {number} claimed @returns {Claim<Measured>}
 */
function bestPool(setting, words, claimed) {
  return {
    id: `best-${setting}`,
    quote: `best pool: ${words}`,
    section: 'the best sizes of pool and queue',
    claimed: [claimed, 'count'],
    measured({ lab, search }) {
      const best = lab.search.candidates.find(({ name }) => name === search?.winner?.name)
      return best?.pool?.[setting] ?? null
    },
    why: 'Here the winner of --part search.'
  }
}

/**
 * Returns a function that compares two strategies: by their p99 latency, and where that decides nothing, by the requests/s that they serve
 * in a closed loop.
 * @param {Parameters<RatioOf>[0]} pair
 * @param {(low: number, high: number) => Outcome} decide by the interval of the ratio of times; without one a run cannot tell
 */
function compared({ own, other, operation }, decide) {
  return function compare(/** @type {Measured} */ { ratioOf, servedOf }) {
    // Two tests, of which one is enough.
    const comparisons = 2
    const ratio = ratioOf({ own, other, operation, comparisons })
    const byLatency = decideBy(ratio)
    const confidence = 1 - ALPHA / comparisons
    if (byLatency !== 'cannot tell') return { outcome: byLatency, own, other, ratio, served: null, confidence }
    const served = servedOf({ own, other, operation, comparisons })
    // The time per request of one is what the other one serves, divided by what it serves itself.
    return { outcome: decideBy(served && inverseOf(served)), own, other, ratio, served, confidence }
  }

  /** @param {Mean | null} ratio @returns {Outcome} */
  function decideBy(ratio) {
    const { low = null, high = null } = ratio ?? {}
    return low === null || high === null ? 'cannot tell' : decide(low, high)
  }
}

/** @param {Mean} ratio @returns {Mean} */
function inverseOf({ value, low, high }) {
  return { value: 1 / value, low: high && 1 / high, high: low && 1 / low }
}

/** @typedef {{ own: string, other: string, ratio: Mean | null, served: Mean | null, confidence: number }} Pair */

/**
 * @param {Pair} found `ratio`: the p99 latency of `own` divided by that of `other`; `served`: requests/s likewise, where the latency decides
 *   nothing
 */
function ratioInWords({ own, other, ratio, served, confidence }) {
  const latency = ratio
    ? `The p99 latency of ${own} is ${formatMeanInText(ratio, formatFigure, confidence)} times that of ${other}.`
    : `There is no rate at which ${own} and ${other} can be compared.`
  return served
    ? `${latency} In a closed loop it serves ${formatMeanInText(served, formatFigure, confidence)} times as many requests/s.`
    : latency
}

/** Returns the PUT requests that the small queue was sent and refused. @param {Measured} measured */
function refusalsOf({ cells }) {
  const own = cells.filter(({ variant, operation }) => variant === SMALL && operation === 'PUT')
  return { refused: sum(own.map(cell => cell.refused)), sent: sum(own.map(cell => cell.sent)) }
}

/** @param {Mean} ratio */
function isWhollyBelowOne({ high }) {
  return high !== null && high < 1
}

/** @param {Mean} ratio */
function isWhollyAboveOne({ low }) {
  return low !== null && low > 1
}

/** @param {number} low @param {number} high */
function isBelowOne(low, high) {
  return outcomeOf({ holds: high < 1, fails: low > 1 })
}

/** @param {number} low @param {number} high */
function isSame(low, high) {
  return outcomeOf({
    holds: low > 1 / SAME_RATIO && high < SAME_RATIO,
    fails: low > SAME_RATIO || high < 1 / SAME_RATIO
  })
}
