import { meanInterval } from '../../stats/intervals.js'
import { mean } from '../../stats/means.js'
import { bothSides, inBoth, variantsIn } from './comparisons.js'

/** @import { LaunchRecord } from '../../runs/types.js' */
/** @import { Compared, CounterName, CounterRow, CounterVerdict, KeptBytes, KeptEstimate } from '../types.js' */

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
export function counterVerdict(rows) {
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

/** @param {CounterRow} row */
function isWithin({ low, high, tolerance }) {
  return low !== null && high !== null && tolerance !== null && low >= -tolerance && high <= tolerance
}

/**
 * Returns the bytes that either side of a comparison keeps per request, between two forced garbage collections after all slices of a launch.
 * @type {(compared: Compared, launches: LaunchRecord[]) => KeptBytes | null} null where no launch has them
 */
export function keptBytes(compared, launches) {
  const known = launches.flatMap(({ variant, round, kept }) =>
    kept && kept.requests > 0 ? [{ variant, round, kept }] : []
  )
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
    const launched = known.filter(({ variant }) => variant === name)
    return new Map(launched.map(({ round, kept }) => [round, perRequest(kept)]))
  }
}

/** @param {NonNullable<LaunchRecord['kept']>} kept */
function perRequest({ startBytes, endBytes, requests }) {
  return (endBytes - startBytes) / requests
}

/** @param {number[]} values at least one @returns {KeptEstimate} */
function estimateOf(values) {
  const { low, high } = values.length < 2 ? { low: null, high: null } : meanInterval(values)
  return { bytes: mean(values), low, high, launches: values.length }
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
