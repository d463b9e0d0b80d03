import { differingCounters } from '../../verdict/slices/counters.js'
import {
  formatBytes,
  formatCost,
  formatCostDifference,
  formatFigure,
  formatFigureDifference,
  formatTooFew
} from './format.js'
import { listed } from './text.js'
import { isTooWideForLimit } from './too-few-samples.js'

/** @import { CounterComparison, CounterName, CounterRow, KeptBytes, KeptEstimate } from '../../verdict/types.js' */

/**
 * @typedef {object} CounterWords
 * @property {string} label in the table
 * @property {string} name after a difference, such as +1.00 write calls
 * @property {'count' | 'bytes' | 'micros'} unit
 */

/** @type {Record<CounterName, CounterWords>} */
export const counterWords = {
  readCalls: { label: 'read calls', name: 'read calls', unit: 'count' },
  writeCalls: { label: 'write calls', name: 'write calls', unit: 'count' },
  readBytes: { label: 'bytes read', name: 'read', unit: 'bytes' },
  writtenBytes: { label: 'bytes written', name: 'written', unit: 'bytes' },
  allocatedBytes: { label: 'bytes allocated (V8 heap)', name: 'allocated', unit: 'bytes' },
  waitedMicros: { label: 'queue wait', name: 'in the queue', unit: 'micros' },
  loopTurns: { label: 'event-loop turns', name: 'event-loop turns', unit: 'count' },
  voluntarySwitches: { label: 'voluntary context switches', name: 'voluntary context switches', unit: 'count' },
  involuntarySwitches: { label: 'involuntary context switches', name: 'involuntary context switches', unit: 'count' },
  minorFaults: { label: 'minor page faults', name: 'minor page faults', unit: 'count' },
  majorFaults: { label: 'major page faults', name: 'major page faults', unit: 'count' }
}

/**
 * Returns the verdict of the counters as a sentence.
 * @param {CounterComparison} comparison
 */
export function counterVerdictInWords(comparison) {
  const { candidate, baseline, verdict } = comparison
  const noCpu = 'This says nothing about CPU.'
  switch (verdict.name) {
    case 'same':
      return `Same system calls and bytes: ${candidate} reads and writes as often and as much per request as ${baseline}. ${noCpu}`
    case 'different':
      return `${candidate} differs from ${baseline}: ${differencesInWords(differingCounters(comparison))} per request. ${noCpu}`
    case 'unknown':
      return `Cannot tell whether ${candidate} makes the same system calls as ${baseline}: ${unknownWords[verdict.reason ?? 'too-wide']}.`
  }
}

/** @type {Record<NonNullable<CounterComparison['verdict']['reason']>, string>} */
const unknownWords = {
  'not-counted': 'this platform or this run does not count them',
  'too-few-rounds': 'fewer than two rounds were measured',
  'too-wide': 'the interval of a counter crosses its tolerance'
}

/**
 * Returns what the variants keep after garbage collection as sentences.
 * @param {CounterComparison} comparison
 */
export function keptInWords({ candidate, baseline, kept }) {
  if (!kept) return []
  const limit = formatBytes(kept.limitBytes)
  const own = {
    baseline: { name: baseline, kept: kept.baseline },
    candidate: { name: candidate, kept: kept.candidate }
  }
  if (kept.verdict === 'keeps') {
    return kept.keeping.map(
      variant =>
        `${own[variant].name} keeps ${keptCell(own[variant].kept)} per request after garbage collection: a leak, or a cache that grows.`
    )
  }
  if (kept.verdict === 'keeps nothing')
    return [`Neither ${baseline} nor ${candidate} keeps more than ${limit} per request after garbage collection.`]
  return [
    `Cannot tell whether ${baseline} or ${candidate} keeps more than ${limit} per request after garbage collection.`
  ]
}

/** @param {Pick<CounterRow, 'counter' | 'difference'>[]} rows such as +1.00 write calls and +379 B written */
export function differencesInWords(rows) {
  return listed(rows.map(differenceInWords))
}

/** @param {Pick<CounterRow, 'counter' | 'difference'>} row */
function differenceInWords({ counter, difference }) {
  const { name, unit } = counterWords[counter]
  const cost = { difference, low: null, high: null }
  return `${unit === 'count' ? formatFigureDifference(cost) : formatCostDifference(cost, unit)} ${name}`
}

/** @param {CounterRow} row of its difference */
export function differenceCell({ counter, difference, low, high }) {
  const cost = { difference, low, high }
  const { unit } = counterWords[counter]
  return unit === 'count' ? formatFigureDifference(cost) : formatCostDifference(cost, unit)
}

/** @param {CounterName} counter @param {number} value */
export function counterCell(counter, value) {
  const { unit } = counterWords[counter]
  return unit === 'count' ? formatFigure(value) : formatCost(value, unit)
}

/**
 * Returns the cells of what the variants keep: values with ~ and no difference where their intervals are wider than the limit.
 * @param {KeptBytes} kept
 */
export function keptCells({ baseline, candidate, difference, limitBytes }) {
  const values = [baseline, candidate].map(estimate =>
    isTooWideForLimit(estimate, limitBytes)
      ? `~${keptCell({ ...estimate, low: null, high: null })}`
      : keptCell(estimate)
  )
  if (!difference) return [...values, '-']
  return [...values, isTooWideForLimit(difference, limitBytes) ? formatTooFew() : keptCell(difference)]
}

/** @param {KeptEstimate} estimate */
function keptCell({ bytes, low, high }) {
  return formatCostDifference({ difference: bytes, low, high }, 'bytes')
}
