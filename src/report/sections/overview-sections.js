import { moreIs } from '../../verdict/decide/classify-change.js'
import { cardView } from '../words/card-words.js'
import { formatChange, formatConfidence, formatCostDifference, formatMicros, formatTooFew } from '../words/format.js'
import { shortenCalls, shortenStart, shortName } from '../words/shorten.js'
import { isTooWide } from '../words/too-few-samples.js'
import { metricInWords } from '../words/words.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Verdict } from '../../verdict/types.js'
 * @import { Difference, Section } from './sections.js'
 */

/** Two have their verdicts in two lines. */
const FEWEST_CANDIDATES = 3
const LONGEST_NAME = 26
const LONGEST_PLACE = 22
const NONE = '-'

/**
 * Returns what each of several candidates costs, with its verdict and the costliest line of its card, as one table.
 * @param {Analysis} analysis
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
        header: ['', 'verdict', 'costliest line', 'where', 'cost', 'difference', 'cost of the line'],
        rows: [ofBaseline, ...verdicts.map(verdict => rowOf(verdict, analysis))],
        textColumns: 4,
        coloured: { column: 5, rows: [null, ...verdicts.map(differenceOf)] }
      },
      notes: [
        `Costs are of separate slices of unprofiled launches${known ? `, with ${formatConfidence(known.relative)} intervals` : ''}; the costliest line is of profiled ones.`
      ],
      key: {}
    }
  ]
}

/** @param {Verdict} verdict @param {Analysis} analysis */
function rowOf({ candidate, verdict, size, change }, analysis) {
  const [name, place, cost] = costliestLine(candidate, analysis)
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

/** @param {string} candidate @param {Analysis} analysis @returns {[name: string, where: string, cost: string]} */
function costliestLine(candidate, analysis) {
  const card = analysis.cards.find(each => each.candidate === candidate)
  const [place] = card?.places ?? []
  const [first] = card ? cardView(card, analysis).lines : []
  if (!place || !first) return [NONE, '', NONE]
  const { micros, low, high } = place.cost
  const where = first.file === '' ? '' : shortenStart(`${first.file}:${first.line}`, LONGEST_PLACE)
  return [
    shortenCalls(first.name, LONGEST_NAME),
    where,
    formatCostDifference({ difference: micros, low, high }, 'micros')
  ]
}
