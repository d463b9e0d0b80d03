import { moreIs } from '../../verdict/decide/classify-change.js'
import { keyMetrics, mainMetrics } from '../../verdict/metrics.js'
import { formatPercentile } from '../words/format.js'
import { metricWords } from '../words/words.js'
import {
  approximateNotes,
  changeCells,
  comparisonHeader,
  estimateText,
  hasAllRounds,
  latencyCell,
  latencyHeading,
  loadHeading
} from './load-sections.js'
import { pairsOf } from './toggle-sections.js'

/**
 * @import { Change } from '../../stats/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { RowName } from '../../verdict/slices/launch-metrics.js'
 * @import { LatencyTable, LoadComparison, MetricRow } from '../../verdict/types.js'
 * @import { Difference, Section, Table } from './sections.js'
 */

/**
 * @typedef {object} KeyRow
 * @property {string} label
 * @property {Record<string, string>} values by variant
 * @property {Record<string, Change | null>} changes by candidate
 * @property {Record<string, string>} changeTexts
 * @property {'worse' | 'better'} moreIs
 *
 * @typedef {Pick<Analysis, 'baseline' | 'candidates'>} Compared
 */

const KEY_QUANTILES = [0.5, 0.95, 0.99]

/**
 * Returns the most important metrics under the deciding load, for a table that fits into a terminal.
 * @param {Analysis} analysis
 * @returns {Section[]} one or none
 */
export function keyLoadSections(analysis) {
  return analysis.loads
    .slice(0, 1)
    .filter(({ rounds }) => rounds > 0)
    .map(function keySection(part) {
      // With several candidates each metric has a line per variant.
      const metrics = analysis.candidates.length > 1 ? mainMetrics : keyMetrics
      const rows = part.rows.filter(
        ({ metric, estimates }) => metrics.includes(metric) && Object.values(estimates).some(Boolean)
      )
      const table = keyTable(
        rows.map(row => metricRow(part, row, analysis)),
        analysis
      )
      return { heading: loadHeading(part), table, notes: approximateNotes({ rows }) }
    })
}

/**
 * Returns the most important percentiles of the response time in each open loop.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function keyLatencySections(analysis) {
  return analysis.latencies
    .filter(({ requests }) => Object.values(requests).some(count => count > 0))
    .map(table => ({
      heading: `${latencyHeading(table)}, response time`,
      table: keyTable(quantileRows(table, analysis), analysis)
    }))
}

/** @type {(part: LoadComparison, row: MetricRow, analysis: Compared & Pick<Analysis, 'loads'>) => KeyRow} */
function metricRow(part, { metric, estimates, changes }, analysis) {
  const { baseline, candidates } = analysis
  const { label, format } = metricWords[metric]
  const values = Object.entries(estimates).map(([variant, estimate]) => [variant, estimateText(estimate, format)])
  const row = { baseline, values: estimates, hasAllRounds: hasAllRounds(part, metric, analysis) }
  return {
    label,
    values: Object.fromEntries(values),
    changes,
    changeTexts: byName(candidates, changeCells(candidates, changes, row)),
    moreIs: moreIs(metric)
  }
}

/** @type {(table: LatencyTable, compared: Compared) => KeyRow[]} */
function quantileRows({ rows }, { baseline, candidates }) {
  return rows
    .filter(({ quantile }) => KEY_QUANTILES.includes(quantile))
    .map(function quantileRow({ quantile, responseMicros, changes }) {
      const values = Object.entries(responseMicros).map(([variant, micros]) => [variant, latencyCell(micros, null)])
      const texts = changeCells(candidates, changes, { baseline, values: responseMicros })
      return {
        label: formatPercentile(quantile),
        values: Object.fromEntries(values),
        changes,
        changeTexts: byName(candidates, texts),
        moreIs: 'worse'
      }
    })
}

/**
 * Returns a table with one candidate beside the baseline, or with several below each other: side by side they would not fit. The
 * change of a toggle is of several variants, and has a line of its own.
 * @type {(rows: KeyRow[], analysis: Pick<Analysis, 'baseline' | 'variants' | 'candidates' | 'comparisons'>) => Table}
 */
function keyTable(rows, analysis) {
  const { baseline, variants, candidates } = analysis
  const [candidate = ''] = candidates
  if (variants.length === 2) {
    return {
      header: comparisonHeader(variants, candidates),
      rows: rows.map(row => [
        row.label,
        valueCell(row, baseline),
        valueCell(row, candidate),
        changeCell(row, candidate)
      ]),
      textColumns: 1,
      coloured: { column: 3, rows: rows.map(row => differenceOf(row, candidate)) }
    }
  }
  const lines = rows.flatMap(row => linesOf(row, analysis))
  return {
    header: ['', '', 'value', 'change (95% CI)'],
    rows: lines.map(({ cells }) => cells),
    textColumns: 2,
    coloured: { column: 3, rows: lines.map(({ difference }) => difference) }
  }
}

/** @typedef {{ cells: string[], difference: Difference | null }} KeyLine */

/** @type {(row: KeyRow, analysis: Pick<Analysis, 'variants' | 'candidates' | 'comparisons'>) => KeyLine[]} */
function linesOf(row, analysis) {
  const { variants, candidates } = analysis
  const toggles = candidates.filter(candidate => pairsOf(analysis, candidate).length > 1)
  const own = candidates.filter(candidate => !toggles.includes(candidate))
  return [
    ...variants.map((variant, index) => ({
      cells: [
        index === 0 ? row.label : '',
        variant,
        valueCell(row, variant),
        own.includes(variant) ? changeCell(row, variant) : ''
      ],
      difference: own.includes(variant) ? differenceOf(row, variant) : null
    })),
    ...toggles.map(toggle => ({
      cells: ['', `${toggle}, mean of ${pairsOf(analysis, toggle).length}`, '', changeCell(row, toggle)],
      difference: differenceOf(row, toggle)
    }))
  ]
}

/** @param {KeyRow} row @param {string} variant */
function valueCell({ values }, variant) {
  return values[variant] ?? '-'
}

/** @param {KeyRow} row @param {string} candidate */
function changeCell({ changeTexts }, candidate) {
  return changeTexts[candidate] ?? '-'
}

/** @type {(names: string[], texts: string[]) => Record<string, string>} */
function byName(names, texts) {
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '-']))
}

/** @param {KeyRow} row @param {string} variant @returns {Difference | null} */
function differenceOf({ changes, moreIs }, variant) {
  const change = changes[variant]
  return change ? { low: change.low, high: change.high, moreIs } : null
}
