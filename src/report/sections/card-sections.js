import { shownLines, shownPlace } from '../../blame/places.js'
import { moreIs } from '../../verdict/decide/classify-change.js'
import { cardView, notesOfCard } from '../words/card-words.js'
import { formatChange, formatConfidence, formatCostDifference, formatMicros } from '../words/format.js'
import { shorten, shortenCalls, shortenStart, shortName } from '../words/text.js'
import { metricInWords } from '../words/words.js'
import { sizeText } from './comparison-tables.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */
/** @import { CardLine } from '../types.js' */
/** @import { CardView } from '../words/card-words.js' */
/** @import { Difference, Section } from './sections.js' */

/** Two have their verdicts in two lines. */
const FEWEST_CANDIDATES = 3
const LONGEST_NAME = 26
const LONGEST_PLACE = 22
const NO_FIGURE = '-'

/** With the indentation of Markdown at most 100 columns. */
const CARD_WIDTH = 94
const INDENT_COLUMNS = 2

/**
 * Returns the summary card of each candidate with a verdict: the blamed source lines with their cost, and the steps from the
 * baseline to the candidate, which add up.
 * @param {Analysis} analysis
 * @param {number} [columns] of a terminal; 0 of one that does not know them
 * @returns {Section[]}
 */
export function cardSections(analysis, columns = 0) {
  const width = columns > 0 ? Math.min(CARD_WIDTH, columns - INDENT_COLUMNS) : CARD_WIDTH
  return analysis.cards.map(function sectionOf(card) {
    const view = cardView(card, analysis)
    const { candidate, baseline, what, bound } = view
    return {
      heading: `Summary card: ${candidate} compared with ${baseline}, ${what}`,
      lines: bound ? [`${bound}.`] : [],
      code: [...costLines(view, width), ...wrapped(waterfallParts(view), width)],
      notes: notesOfCard(view),
      key: {}
    }
  })
}

/** @param {CardView} view @param {number} width */
function costLines({ lines }, width) {
  return lines.flatMap(function rowsOf(line, index) {
    const before = lines[index - 1]
    const rows = textsOf(line).flatMap(({ text, cost }) => withCost(text, cost, width))
    for (const { place, cost } of line.split ?? [])
      rows.push(...(cost === '' ? [`  ${place}`] : withCost(`    ${place}`, cost, width)))
    return line.file === '' || before?.file === line.file ? rows : [shortenStart(line.file, width), ...rows]
  })
}

/**
 * Returns the number and the text of each blamed line, or what costs more there, with the cost.
 * @param {CardLine} line @returns {{ text: string, cost: string }[]}
 */
function textsOf({ file, name, blamed, cost }) {
  if (file === '') return [{ text: name, cost }]
  return blamed.map(({ number, text, cost: own }) => ({ text: `${number}  ${text || name}`, cost: own }))
}

/**
 * Returns a text with its cost at the end of the row, or of the next row where both do not fit into one.
 * @param {string} text @param {string} cost @param {number} width
 */
function withCost(text, cost, width) {
  const room = Math.min(width, Math.max(text.length + cost.length + 2, CARD_WIDTH)) - cost.length - 2
  if (text.length <= room) return [`${text.padEnd(room)}  ${cost}`]
  return [shorten(text, width), cost.padStart(Math.min(width, CARD_WIDTH))]
}

/** Returns start, steps and end of a card as texts. @param {CardView} view */
function waterfallParts({ total, steps }) {
  if (!total) return []
  return [total.start, ...steps.map(({ figure, half, name }) => `${figure}${half} ${name}`), `=  ${total.end}`]
}

/** @param {string[]} parts @param {number} width */
function wrapped(parts, width) {
  /** @type {string[]} */
  const rows = []
  for (const part of parts) {
    const row = rows.at(-1)
    if (row !== undefined && `${row}  ${part}`.length <= width) rows[rows.length - 1] = `${row}  ${part}`
    else rows.push(row === undefined ? part : `  ${part}`)
  }
  return rows
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
  const [place] = card?.places ?? []
  const [first] = card ? cardView(card, analysis).lines : []
  if (!place || !first) return [NO_FIGURE, '', NO_FIGURE]
  const { micros, low, high } = shownLines(shownPlace(place))[0]?.cost ?? place.cost
  const where = first.file === '' ? '' : shortenStart(`${first.file}:${first.line}`, LONGEST_PLACE)
  const cost = formatCostDifference({ difference: micros, low, high }, 'micros')
  return [shortenCalls(first.name, LONGEST_NAME), where, cost]
}
