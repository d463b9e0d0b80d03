import { groupBy } from '../../stats/group-by.js'
import { meanInterval } from '../../stats/intervals.js'
import { mean, median, sum } from '../../stats/means.js'
import { bothSides, inBoth, variantsIn } from '../decide/comparisons.js'
import { separateUnder, slicesFor } from './slice-validity.js'
import { unitOf } from './unit-of.js'

/** @import { LaunchRecord, SliceRecord } from '../../runs/types.js' */
/** @import { Load } from '../../load/types.js' */
/** @import { CheckedSlices } from './slice-validity.js' */
/** @import { Compared, CounterComparison, CounterName, CounterRow, CounterVerdict, KeptBytes, KeptEstimate } from '../types.js' */

/**
 * A launch whose heap grows by less between the two collections does not leak: a server that keeps nothing still grows, because
 * V8 compiles its code again after the first one. It is 100 bytes per request where all 3,000 requests were served;
 * docs/counters.md has the measured growth.
 */
const GROWTH_LIMIT_BYTES = 300e3

/**
 * How much two launches of the same code may differ per request, from launches of identical servers: docs/counters.md
 * has the table. The bytes of a response vary with its figures, so their tolerance is a share of them as well.
 */
const CALLS_TOLERANCE = 0.05
const BYTES_TOLERANCE = 4
const BYTES_TOLERANCE_RATIO = 0.005

/**
 * The counters, how far launches of the same code agree (docs/counters.md has the measured spreads), and how the slices of a launch
 * become one value.
 */
export const counters = /** @type {const} */ ({
  readCalls: { kind: 'exact', summary: lowerQuartile },
  writeCalls: { kind: 'exact', summary: lowerQuartile },
  readBytes: { kind: 'exact', summary: pooled },
  writtenBytes: { kind: 'exact', summary: pooled },
  allocatedBytes: { kind: 'steady', summary: middle },
  waitedMicros: { kind: 'noisy', summary: pooled },
  loopTurns: { kind: 'noisy', summary: pooled },
  voluntarySwitches: { kind: 'noisy', summary: pooled },
  involuntarySwitches: { kind: 'noisy', summary: pooled },
  minorFaults: { kind: 'noisy', summary: pooled },
  majorFaults: { kind: 'noisy', summary: pooled }
})
const names = /** @type {CounterName[]} */ (Object.keys(counters))

/**
 * Returns what a candidate does per request apart from using CPU, compared with the baseline in the same rounds.
 * @param {Compared} compared
 * @param {Load} load the first
 * @param {Pick<CheckedSlices, 'all' | 'valid' | 'forRates'>} slices unprofiled
 * @param {LaunchRecord[]} launches
 */
export function compareCounters(compared, load, slices, launches) {
  const { candidate, baseline, pairs: variants } = compared
  const counted = slicesFor('cpuPerRequest', load, slices)
  // Tasks of servers that share a core wait for it too.
  const separate = separateUnder(load, slices.valid)
  const rows = names.flatMap(name => rowOf(name) ?? [])
  return {
    candidate,
    baseline,
    generator: load.generator,
    /** Without counters that are not known of both variants in any round. */
    rows,
    verdict: counterVerdict(rows),
    kept: keptBytes(compared, launches)
  }

  /** @param {CounterName} counter @returns {CounterRow | null} */
  function rowOf(counter) {
    const { kind } = counters[counter]
    const pairs = counterRounds(counter, variants, counter === 'waitedMicros' ? separate : counted)
    if (pairs.length === 0) return null
    const means = {
      baseline: mean(pairs.map(pair => pair.baseline)),
      candidate: mean(pairs.map(pair => pair.candidate))
    }
    return {
      counter,
      kind,
      ...means,
      difference: means.candidate - means.baseline,
      ...intervalOf(pairs.map(pair => pair.candidate - pair.baseline)),
      rounds: pairs.length,
      tolerance: kind === 'exact' ? toleranceOf(counter, means.baseline) : null
    }
  }
}

/**
 * Returns a counter per request of both sides of a comparison, in each round that has both.
 * @param {CounterName} counter @param {Compared['pairs']} variants
 * @param {SliceRecord[]} counted the slices that the counter is taken from
 * @returns {{ round: number, baseline: number, candidate: number }[]}
 */
export function counterRounds(counter, variants, counted) {
  const { summary } = counters[counter]
  return inBoth(...bothSides(variants, byRound))

  /** @param {string} variant @returns {Map<number, number>} */
  function byRound(variant) {
    const rounds = groupBy(
      counted.filter(slice => slice.variant === variant),
      unitOf
    )
    const values = [...rounds].flatMap(([round, own]) => {
      const value = summary(own, counter)
      return value === null ? [] : [/** @type {[number, number]} */ ([round, value])]
    })
    return new Map(values)
  }
}

/**
 * Returns calls per request, the lower quartile of the slices: V8 wakes the event loop for each step of a major garbage
 * collection, by a write and a read of 8 bytes, up to several per request of a slice. A burst of calls by the app is still in the
 * bytes.
 * @type {(slices: SliceRecord[], counter: CounterName) => number | null}
 */
function lowerQuartile(slices, counter) {
  const sorted = perRequest(slices, counter).sort((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 2] ?? null
}

/** @param {SliceRecord[]} slices @param {CounterName} counter */
function middle(slices, counter) {
  return median(perRequest(slices, counter))
}

/** @param {SliceRecord[]} slices @param {CounterName} counter of each slice that has it */
function perRequest(slices, counter) {
  return slices.flatMap(slice => {
    const count = countOf(slice, counter)
    return count === null ? [] : [count / slice.completed]
  })
}

/** @param {SliceRecord[]} slices @param {CounterName} counter */
function pooled(slices, counter) {
  const counts = slices.map(slice => countOf(slice, counter)).filter(count => count !== null)
  return counts.length === 0 || counts.length < slices.length
    ? null
    : sum(counts) / sum(slices.map(({ completed }) => completed))
}

/**
 * Returns the count of a slice. In a closed loop each connection adds one read, the one that finds it closed, however
 * many requests the slice has.
 * @param {SliceRecord} slice @param {CounterName} counter
 * @returns {number | null} null where it is not known, also in runs of versions that did not count
 */
function countOf({ server, load }, counter) {
  const count = server[counter] ?? null
  if (count === null || counter !== 'readCalls' || load.mode !== 'closed') return count
  return count - load.connections
}

/** @param {Pick<CounterComparison, 'rows' | 'verdict'>} comparison @returns the rows whose counter differs */
export function differingCounters({ rows, verdict }) {
  return rows.filter(({ counter }) => verdict.differing.includes(counter))
}

/**
 * Returns the largest difference per request that does not count as one.
 * @param {CounterName} counter
 * @param {number} baseline per request
 */
export function toleranceOf(counter, baseline) {
  if (counter === 'readCalls' || counter === 'writeCalls') return CALLS_TOLERANCE
  return Math.max(BYTES_TOLERANCE, baseline * BYTES_TOLERANCE_RATIO)
}

/**
 * Returns whether a candidate makes the same system calls, with as many bytes: by the exact counters alone. It is different
 * where the whole interval of one lies beyond the tolerance, and the same where those of all lie within.
 * @type {(rows: CounterRow[]) => CounterVerdict}
 */
function counterVerdict(rows) {
  const exact = rows.filter(({ kind }) => kind === 'exact')
  if (exact.length === 0) return { name: 'unknown', differing: [], reason: 'not-counted' }
  if (exact.some(({ low }) => low === null)) return { name: 'unknown', differing: [], reason: 'too-few-rounds' }
  const differing = exact.filter(isBeyond).map(({ counter }) => counter)
  if (differing.length > 0) return { name: 'different', differing, reason: null }
  if (exact.every(isWithin)) return { name: 'same', differing: [], reason: null }
  return { name: 'unknown', differing: [], reason: 'too-wide' }
}

/** @param {CounterRow} row */
function isBeyond({ low, high, tolerance }) {
  return low !== null && high !== null && tolerance !== null && (low > tolerance || high < -tolerance)
}

/** @param {Pick<CounterRow, 'low' | 'high' | 'tolerance'>} row @returns whether a counter is the same in both variants */
export function isWithin({ low, high, tolerance }) {
  return low !== null && high !== null && tolerance !== null && low >= -tolerance && high <= tolerance
}

/**
 * Returns the bytes that either side of a comparison keeps per request, between two forced garbage collections after all slices of a launch.
 * @type {(compared: Compared, launches: LaunchRecord[]) => KeptBytes | null} null where no launch has them
 */
function keptBytes(compared, launches) {
  const known = launches.flatMap(({ kept, ...launch }) => (kept && kept.requests > 0 ? [{ ...launch, kept }] : []))
  const names = variantsIn(compared)
  const limitBytes =
    GROWTH_LIMIT_BYTES / mean(known.filter(({ variant }) => names.includes(variant)).map(({ kept }) => kept.requests))
  const [one, other] = bothSides(compared.pairs, byRound)
  if (one.size === 0 || other.size === 0) return null
  const own = { baseline: estimateOf([...one.values()]), candidate: estimateOf([...other.values()]) }
  const differences = inBoth(one, other).map(({ baseline, candidate }) => candidate - baseline)
  const difference = differences.length === 0 ? null : estimateOf(differences)
  return { ...own, difference, limitBytes, ...verdictOf(own, difference, limitBytes) }

  /** @param {string} name */
  function byRound(name) {
    const launched = groupBy(
      known.filter(({ variant }) => variant === name),
      unitOf
    )
    const keptPerRequest = (/** @type {typeof known} */ own) =>
      mean(own.map(({ kept }) => (kept.endBytes - kept.startBytes) / kept.requests))
    return new Map([...launched].map(([unit, own]) => [unit, keptPerRequest(own)]))
  }
}

/** @param {number[]} values at least one @returns {KeptEstimate} */
function estimateOf(values) {
  return { bytes: mean(values), ...intervalOf(values), launches: values.length }
}

/** @param {number[]} values at least one */
function intervalOf(values) {
  if (values.length < 2) return { low: null, high: null }
  const { low, high } = meanInterval(values)
  return { low, high }
}

/**
 * @param {{ baseline: KeptEstimate, candidate: KeptEstimate }} own @param {KeptEstimate | null} difference
 * @param {number} limitBytes @returns {Pick<KeptBytes, 'verdict' | 'keeping'>}
 */
function verdictOf({ baseline, candidate }, difference, limitBytes) {
  /** @type {KeptBytes['keeping']} */
  const keeping = []
  if (isAbove(baseline)) keeping.push('baseline')
  if (isAbove(candidate) || (difference && isAbove(difference))) keeping.push('candidate')
  if (keeping.length > 0) return { verdict: 'keeps', keeping }
  return { verdict: [baseline, candidate].every(isBelow) ? 'keeps nothing' : 'unknown', keeping }

  /** @param {KeptEstimate} estimate */
  function isAbove({ low }) {
    return low !== null && low > limitBytes
  }

  /** @param {KeptEstimate} estimate */
  function isBelow({ high }) {
    return high !== null && high <= limitBytes
  }
}
