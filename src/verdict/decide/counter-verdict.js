/** @import { CounterName, CounterRow, CounterVerdict } from '../types.js' */

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
 * @param {CounterRow[]} rows
 * @returns {CounterVerdict}
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
  if (low === null || high === null || tolerance === null) return false
  return low > tolerance || high < -tolerance
}

/** @param {CounterRow} row */
function isWithin({ low, high, tolerance }) {
  if (low === null || high === null || tolerance === null) return false
  return low >= -tolerance && high <= tolerance
}
