import {
  counterCell,
  counterVerdictInWords,
  counterWords,
  differenceCell,
  keptCells,
  keptInWords
} from '../words/counter-words.js'
import { isTooWideForLimit } from '../words/too-few-samples.js'
import { APPROXIMATE_NOTE } from './comparison-tables.js'
import { levelsInWords, sideNames } from './toggle-sections.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { CounterComparison, CounterRow } from '../../verdict/types.js'
 * @import { Section } from './sections.js'
 */

const NOTES = [
  'Exact counters repeat from launch to launch and alone decide. Steady ones repeat within about 1%. Noisy ones depend on the load and decide nothing.',
  'Under the deciding load, unprofiled. Calls of the agent are subtracted. docs/counters.md has the measured spreads.'
]

/**
 * Returns what each candidate does per request apart from using CPU.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function counterSections(analysis) {
  const shown = analysis.counters.filter(({ rows, kept }) => rows.length > 0 || kept)
  return shown.map(counters => counterSection(counters, analysis, shown.length === 1))
}

/**
 * Returns the verdicts of the counters, each sentence once.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function shortCounterSections(analysis) {
  const lines = counterSections(analysis).flatMap(section => section.lines ?? [])
  return lines.length === 0 ? [] : [{ heading: 'Counters per request', lines: [...new Set(lines)] }]
}

/** @param {CounterComparison} comparison @param {Analysis} analysis @param {boolean} isOnly @returns {Section} */
function counterSection(comparison, analysis, isOnly) {
  const { candidate, baseline, rows, kept } = comparison
  const hasWideKept = kept && [kept.baseline, kept.candidate].some(each => isTooWideForLimit(each, kept.limitBytes))
  return {
    heading: isOnly ? 'Counters per request' : `Counters per request: ${candidate}`,
    lines: [counterVerdictInWords(comparison), ...keptInWords(comparison)],
    table: {
      header: ['', 'counter is', ...sideNames(analysis, { candidate, baseline }), 'difference (95% CI)'],
      rows: [...rows.map(bodyRow), ...keptRows(comparison)],
      textColumns: 2
    },
    notes: [...(hasWideKept ? [APPROXIMATE_NOTE] : []), ...NOTES, ...levelsInWords(analysis, candidate)]
  }
}

/** @param {CounterRow} row */
function bodyRow(row) {
  const { counter, kind, baseline, candidate } = row
  return [
    counterWords[counter].label,
    kind,
    counterCell(counter, baseline),
    counterCell(counter, candidate),
    differenceCell(row)
  ]
}

/** @param {CounterComparison} comparison */
function keptRows({ kept }) {
  if (!kept) return []
  return [['bytes kept after GC', 'steady', ...keptCells(kept)]]
}
