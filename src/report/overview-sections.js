import { moreIs } from '../verdict/classify-change.js'
import { differenceText } from './blame-sections.js'
import { nameInWords } from './blame-words.js'
import { formatChange, formatConfidence, formatCostDifference, formatMicros, formatTooFew } from './format.js'
import { placeInWords, shortenCalls, shortenStart, shortName } from './text.js'
import { isTooWide } from './too-few-samples.js'
import { metricInWords } from './words.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { Verdict } from '../verdict/types.js'
 * @import { Difference, Section } from './sections.js'
 */

/** Two have their verdicts in two lines. */
const FEWEST_CANDIDATES = 3
const LONGEST_NAME = 26
const LONGEST_PLACE = 22
const NONE = '-'

/**
 * Returns what each of several candidates costs, with its verdict and the costliest row of its blame, as one table.
 * @param {Pick<Analysis, 'verdicts' | 'baseline' | 'blames' | 'folder'>} analysis
 * @returns {Section[]} one or none
 */
export function overviewSections(analysis) {
  const { verdicts, baseline } = analysis
  if (verdicts.length < FEWEST_CANDIDATES) return []
  const [known] = verdicts.flatMap(({ size }) => size ?? [])
  const metrics = [...new Set(verdicts.map(({ metric }) => metricInWords(metric)))]
  const ofBaseline = [shortName(baseline), '', '', '', known ? formatMicros(known.baselineMicros) : NONE, '', '']
  return [
    {
      heading: `Each candidate: ${metrics.join(', ')}`,
      table: {
        header: ['', 'verdict', 'most of it', 'where', 'cost', 'difference', 'of that row'],
        rows: [ofBaseline, ...verdicts.map(verdict => rowOf(verdict, analysis))],
        textColumns: 4,
        coloured: { column: 5, rows: [null, ...verdicts.map(differenceOf)] }
      },
      notes: [
        `Costs are of separate slices of unprofiled launches${known ? `, with ${formatConfidence(known.relative)} intervals` : ''}; the costliest row of the blame is of profiled ones.`
      ]
    }
  ]
}

/** @param {Verdict} verdict @param {Pick<Analysis, 'blames' | 'folder'>} analysis */
function rowOf({ candidate, verdict, size, change }, analysis) {
  const [name, place, cost] = costliestRow(candidate, analysis)
  const cells = size
    ? [formatMicros(size.candidateMicros), differenceOfSize(size)]
    : [NONE, change ? formatChange(change, { hasAllRounds: true }) : NONE]
  return [shortName(candidate), verdict, name, place, ...cells, cost]
}

/** @param {NonNullable<Verdict['size']>} size */
function differenceOfSize({ difference: { micros, low, high }, relative }) {
  return isTooWide(relative) ? formatTooFew() : formatCostDifference({ difference: micros, low, high }, 'micros')
}

/** @param {Verdict} verdict @returns {Difference | null} */
function differenceOf({ size, change, metric }) {
  const relative = size?.relative ?? change
  return relative ? { low: relative.low, high: relative.high, moreIs: moreIs(metric) } : null
}

/** @param {string} candidate @param {Pick<Analysis, 'blames' | 'folder'>} analysis @returns {[name: string, place: string, cost: string]} */
function costliestRow(candidate, { blames, folder }) {
  const blame = blames.find(each => each.candidate === candidate && each.unit === 'micros')
  const [first] = blame?.headline ?? []
  const row = first === undefined ? undefined : blame?.rows[first]
  if (!blame || !row) return [NONE, '', NONE]
  const place = row.owner ? shortenStart(placeInWords(row.owner, folder), LONGEST_PLACE) : ''
  return [shortenCalls(nameInWords(row), LONGEST_NAME), place, differenceText(row.cost, blame)]
}
