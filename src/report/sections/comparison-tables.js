import { moreIs } from '../../verdict/decide/classify-change.js'
import { formatChange, formatConfidence, formatCostDifference, formatMean, formatTooFew } from '../words/format.js'
import { hasInterval, isTooWide, lacksChange } from '../words/too-few-samples.js'
import { metricWords } from '../words/words.js'

/** @import { Change, Estimate } from '../../stats/types.js' */
/** @import { Analysis } from '../../types.js' */
/** @import { MetricRow, SizeOfThreads } from '../../verdict/types.js' */
/** @import { Source } from '../words/too-few-samples.js' */
/** @import { Table } from './sections.js' */

/**
 * @typedef {object} ComparedRow what all variants have in a comparison table
 * @property {string} label
 * @property {Record<string, string>} values by variant
 * @property {Record<string, Change | null>} changes by candidate
 * @property {Record<string, string>} changeTexts by candidate
 * @property {'worse' | 'better'} moreIs
 *
 * @typedef {Pick<Analysis, 'baseline' | 'variants' | 'candidates' | 'comparisons'>} Compared
 */

/** Below every table with such a value. */
export const APPROXIMATE_NOTE = '~: too few rounds for an interval.'

/**
 * Returns a row of a comparison table.
 * @template T
 * @param {object} row @param {string} row.label
 * @param {Record<string, T>} row.values by variant, null without one
 * @param {(value: T | undefined, variant: string) => string} row.text
 * @param {Record<string, Change | null>} row.changes @param {'worse' | 'better'} [row.moreIs]
 * @param {Pick<Analysis, 'baseline' | 'variants' | 'candidates'>} compared
 * @param {Source & { comparable?: Record<string, unknown> }} [source] `comparable`: the values whose change is only too imprecise
 * @returns {ComparedRow}
 */
export function comparedRow({ label, values, text, changes, moreIs: more = 'worse' }, compared, source = {}) {
  const { baseline, variants, candidates } = compared
  const { comparable = values, hasAllRounds } = source
  const ofChanges = { baseline, values: comparable, hasAllRounds }
  return {
    label,
    values: Object.fromEntries(variants.map(name => [name, text(values[name], name)])),
    changes,
    changeTexts: Object.fromEntries(candidates.map(name => [name, changeCell(name, changes, ofChanges)])),
    moreIs: more
  }
}

/** @type {(row: MetricRow, compared: Pick<Analysis, 'baseline' | 'variants' | 'candidates'>, source?: Source) => ComparedRow} */
export function metricRow({ metric, estimates, changes }, compared, source) {
  const { label, format } = metricWords[metric]
  const text = (/** @type {Estimate | null | undefined} */ estimate) => estimateText(estimate, format)
  return comparedRow({ label, values: estimates, text, changes, moreIs: moreIs(metric) }, compared, source)
}

/**
 * Returns a table with all variants side by side, and the change of each candidate.
 * @param {ComparedRow[]} rows @param {Pick<Compared, 'variants' | 'candidates'>} compared
 * @param {{ more?: string[][], interval?: { confidence?: number } }} [options] `more`: rows without a change. `interval`: of the changes
 * @returns {Table}
 */
export function comparisonTable(rows, { variants, candidates }, { more = [], interval } = {}) {
  const none = candidates.map(() => '')
  return {
    header: comparisonHeader(variants, candidates, interval),
    rows: [...rows.map(row => cellsOf(row, variants, candidates)), ...more.map(cells => [...cells, ...none])],
    textColumns: 1,
    // The changes say more than the values that they are between.
    spare: candidates.length === 0 ? [] : variants.map((_, index) => index + 1),
    drawn: rows.map(row => ({ changes: candidates.map(name => row.changes[name] ?? null), moreIs: row.moreIs }))
  }
}

/** @type {(row: ComparedRow, variants: string[], candidates: string[]) => string[]} */
export function cellsOf({ label, values, changeTexts }, variants, candidates) {
  return [label, ...variants.map(name => values[name] ?? '-'), ...candidates.map(name => changeTexts[name] ?? '-')]
}

/**
 * Returns what ~ means, where a value of a table has it.
 * @param {{ rows: { estimates: MetricRow['estimates'] }[] }} table @param {Pick<Analysis, 'profile'>} [analysis]
 */
export function approximateNotes({ rows }, { profile } = {}) {
  const estimates = rows.flatMap(row => Object.values(row.estimates))
  const note = profile?.attached ? '~: too few processes for an interval.' : APPROXIMATE_NOTE
  return estimates.some(estimate => estimate && !hasInterval(estimate)) ? [note] : []
}

/** @type {(estimate: Estimate | null | undefined, format: (value: number) => string) => string} */
export function estimateText(estimate, format) {
  return estimate ? formatMean(estimate, format) : '-'
}

/**
 * @param {string[]} variants
 * @param {string[]} candidates those with a change
 * @param {{ confidence?: number }} [interval] of the changes
 */
export function comparisonHeader(variants, candidates, interval = {}) {
  const level = formatConfidence(interval)
  const changes = candidates.map(name => `${candidates.length === 1 ? 'change' : name} (${level} CI)`)
  return ['', ...variants, ...changes]
}

/**
 * Returns the change of a candidate with its interval, or without a figure where it has too few samples.
 * @param {string} candidate @param {Record<string, Change | null>} changes
 * @param {{ baseline: string, values: Record<string, unknown> } & Source} row values by variant, null without one
 */
export function changeCell(candidate, changes, { baseline, values, hasAllRounds }) {
  const change = changes[candidate]
  if (change) return formatChange(change, { hasAllRounds })
  return lacksChange(values[baseline], values[candidate]) ? formatTooFew() : '-'
}

/** @param {SizeOfThreads} size @returns {string} its difference, unless that has too few samples */
export function sizeText({ difference: { micros, low, high }, relative }) {
  return isTooWide(relative) ? formatTooFew() : formatCostDifference({ difference: micros, low, high }, 'micros')
}
