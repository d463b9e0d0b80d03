import { differingCounters } from '../../verdict/slices/counters.js'
import {
  formatBytes,
  formatCost,
  formatCostDifference,
  formatFigure,
  formatFigureDifference,
  formatTooFew
} from '../words/format.js'
import { listed } from '../words/text.js'
import { isTooWideForLimit } from '../words/too-few-samples.js'
import { APPROXIMATE_NOTE } from './comparison-tables.js'
import { levelsInWords, sideNames } from './toggle-sections.js'

/** @import { Analysis } from '../../types.js' */
/** @import { CounterComparison, CounterName, CounterRow, KeptBytes, KeptEstimate } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

/**
 * The label in the table, and the name after a difference, such as +1.00 write calls.
 * @type {Record<CounterName, { label: string, name: string, unit: 'count' | 'bytes' | 'micros' }>}
 */
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

/** Those of a single variant: without a second one and a difference. */
const OWN_COLUMNS = 3

/** @type {Record<NonNullable<CounterComparison['verdict']['reason']>, string>} */
const unknownWords = {
  'not-counted': 'this platform or this run does not count them',
  'too-few-rounds': 'fewer than two rounds were measured',
  'too-wide': 'the interval of a counter crosses its tolerance'
}

const NOTES = [
  'Exact counters repeat from launch to launch and alone decide. Steady ones repeat within about 1%. Noisy ones depend on the load and decide nothing.',
  'Under the deciding load, unprofiled. Calls of the agent are subtracted. docs/counters.md has the measured spreads.'
]

/**
 * Returns what each candidate does per request apart from using CPU.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function counterSections(analysis) {
  const shown = analysis.counters.filter(({ rows, kept }) => rows.length > 0 || kept)
  return shown.map(counters => counterSection(counters, analysis, shown.length === 1))
}

/** @param {CounterComparison} comparison @param {Analysis} analysis @param {boolean} isOnly @returns {Section} */
function counterSection(comparison, analysis, isOnly) {
  const { candidate, baseline, rows, kept } = comparison
  const hasWideKept = kept && [kept.baseline, kept.candidate].some(each => isTooWideForLimit(each, kept.limitBytes))
  const header = ['', 'counter is', ...sideNames(analysis, { candidate, baseline }), 'difference (95% CI)']
  const cells = [...rows.map(bodyRow), ...(kept ? [['bytes kept after GC', 'steady', ...keptCells(kept)]] : [])]
  if (analysis.profile) {
    const table = {
      header: header.slice(0, OWN_COLUMNS),
      rows: cells.map(row => row.slice(0, OWN_COLUMNS)),
      textColumns: 2
    }
    const leak = kept?.verdict === 'keeps' ? keptInWords(comparison).slice(0, 1) : []
    return { heading: 'Counters per request', lines: leak, table, notes: NOTES.slice(1) }
  }
  return {
    heading: isOnly ? 'Counters per request' : `Counters per request: ${candidate}`,
    lines: [counterVerdictInWords(comparison), ...keptInWords(comparison)],
    table: { header, rows: cells, textColumns: 2 },
    notes: [...(hasWideKept ? [APPROXIMATE_NOTE] : []), ...NOTES, ...levelsInWords(analysis, candidate)]
  }
}

/** @param {CounterRow} row */
function bodyRow(row) {
  const { label, unit } = counterWords[row.counter]
  const sides = [row.baseline, row.candidate].map(value =>
    unit === 'count' ? formatFigure(value) : formatCost(value, unit)
  )
  return [label, row.kind, ...sides, differenceCell(row)]
}

/** @param {CounterComparison} comparison */
function counterVerdictInWords(comparison) {
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

/** @param {CounterComparison} comparison */
function keptInWords({ candidate, baseline, kept }) {
  if (!kept) return []
  const limit = formatBytes(kept.limitBytes)
  const names = { baseline, candidate }
  if (kept.verdict === 'keeps') {
    return kept.keeping.map(
      side =>
        `${names[side]} keeps ${keptCell(kept[side])} per request after garbage collection: a leak, or a cache that grows.`
    )
  }
  const opening =
    kept.verdict === 'keeps nothing'
      ? `Neither ${baseline} nor ${candidate} keeps`
      : `Cannot tell whether ${baseline} or ${candidate} keeps`
  return [`${opening} more than ${limit} per request after garbage collection.`]
}

/** @param {Pick<CounterRow, 'counter' | 'difference'>[]} rows such as +1.00 write calls and +379 B written */
export function differencesInWords(rows) {
  return listed(
    rows.map(row => `${differenceCell({ ...row, low: null, high: null })} ${counterWords[row.counter].name}`)
  )
}

/** @param {Pick<CounterRow, 'counter' | 'difference' | 'low' | 'high'>} row */
function differenceCell({ counter, ...cost }) {
  const { unit } = counterWords[counter]
  return unit === 'count' ? formatFigureDifference(cost) : formatCostDifference(cost, unit)
}

/**
 * Returns the cells of what the variants keep: values with ~ and no difference where their intervals are wider than the limit.
 * @param {KeptBytes} kept
 */
function keptCells({ baseline, candidate, difference, limitBytes }) {
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
