import { shownLines, shownPlace } from '../../blame/places.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { cardView } from '../words/card-words.js'
import { formatChange, formatConfidence, formatCostDifference, formatMicros } from '../words/format.js'
import { shortenCalls, shortenStart, shortName } from '../words/text.js'
import { metricInWords } from '../words/words.js'
import { sizeText } from './comparison-tables.js'
import { priceRows, waitingRows } from './price-rows.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */
/** @import { PricedLine } from './price-rows.js' */
/** @import { Difference, Section } from './sections.js' */

/** Two have their verdicts in two lines. */
const FEWEST_CANDIDATES = 3
const LONGEST_NAME = 26
const LONGEST_PLACE = 22
const NO_FIGURE = '-'

/** As much as GitHub shows of code. */
const CARD_WIDTH = 118

/**
 * Returns the summary card of each candidate with a verdict: what the lines and the rest cost, which adds up to the difference.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function cardSections(analysis) {
  return analysis.cards.map(function sectionOf(card) {
    const view = cardView(card, analysis)
    const waiting = card.waiting ? cardView(card, analysis, 'latency') : null
    const { candidate, baseline, what, bound, total } = view
    const sum = total ? [`${total.difference} in all, from ${total.start} to ${total.end}`] : []
    return {
      heading: `Summary card: ${candidate} compared with ${baseline}, ${what}`,
      lines: bound ? [`${bound}.`] : [],
      code: [
        ...priceRows(view, CARD_WIDTH).map(withoutIndent),
        ...sum,
        ...waitingRows(waiting, CARD_WIDTH).map(withoutIndent)
      ]
    }
  })

  /** @param {PricedLine} line */
  function withoutIndent({ text }) {
    return text.replace(/^ {2}/, '')
  }
}

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
  const ofBaseline = [shortName(baseline), '', '', '', known ? formatMicros(known.baselineMicros) : NO_FIGURE, '', '']
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
        known
          ? `Differences are the changes that decide (${formatConfidence(known.relative)} intervals). The costliest line is of profiled launches.`
          : 'The costliest line is of profiled launches.'
      ]
    }
  ]
}

/** @param {Verdict} verdict @param {Analysis} analysis */
function rowOf({ candidate, verdict, size, change }, analysis) {
  const [name, place, cost] = costliestLine(candidate, analysis)
  const cells = size
    ? [formatMicros(size.candidateMicros), sizeText(size)]
    : [NO_FIGURE, change ? formatChange(change, { hasAllRounds: true }) : NO_FIGURE]
  return [shortName(candidate), verdict, name, place, ...cells, cost]
}

/** @param {Verdict} verdict @returns {Difference | null} */
function differenceOf({ size, change, metric }) {
  const relative = size?.relative ?? change
  return relative && { ...relative, moreIs: moreIs(metric) }
}

/** @param {string} candidate @param {Analysis} analysis @returns {[name: string, where: string, cost: string]} */
function costliestLine(candidate, analysis) {
  const card = analysis.cards.find(each => each.candidate === candidate)
  const unit = card?.waiting && card.places.length === 0 ? 'latency' : 'micros'
  const [place] = (unit === 'latency' ? card?.waiting : card)?.places ?? []
  const [first] = card ? cardView(card, analysis, unit).lines : []
  if (!place || !first) return [NO_FIGURE, '', NO_FIGURE]
  const { micros, low, high } = shownLines(shownPlace(place))[0]?.cost ?? place.cost
  const where = first.file === '' ? '' : shortenStart(`${first.file}:${first.line}`, LONGEST_PLACE)
  const cost = formatCostDifference({ difference: micros, low, high }, 'micros')
  return [shortenCalls(first.name, LONGEST_NAME), where, cost]
}
