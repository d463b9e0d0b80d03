import { escapeMarkdown } from '../print/markdown-text.js'
import { cardView, notesOfCard } from '../words/card-words.js'
import { formatMoment } from '../words/format.js'
import { requestLines } from '../words/request-words.js'
import { shorten, shortenStart } from '../words/shorten.js'
import { shown, visible } from '../words/text.js'
import { verdictWords } from '../words/verdict-words.js'
import { nodeVersionsInWords } from '../words/words.js'

/**
 * @import { RunManifest } from '../../runs/types.js'
 * @import { Analysis } from '../../types.js'
 * @import { CardView } from '../words/card-words.js'
 * @import { Section } from './sections.js'
 * @import { CardLine } from '../types.js'
 */

/** With the indentation of Markdown at most 100 columns. */
const WIDTH = 94
const INDENT_COLUMNS = 2
const PASTED_WIDTH = 160
/** Of the lines for a pull request. */
const MOST_LINES = 10
const MOST_PLACES = 3

/**
 * Returns the summary card of each candidate with a verdict: the blamed source lines with their cost, and the steps from the
 * baseline to the candidate, which add up.
 * @param {Analysis} analysis
 * @param {number} [columns] of a terminal; 0 of one that does not know them
 * @returns {Section[]}
 */
export function cardSections(analysis, columns = 0) {
  const width = columns > 0 ? Math.min(WIDTH, columns - INDENT_COLUMNS) : WIDTH
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

/**
 * Returns a card as at most ten lines of Markdown for a pull request: verdict, card, and where it was measured.
 * @param {Analysis} analysis
 * @param {CardView} view
 * @param {Pick<RunManifest, 'startedAt' | 'versions' | 'answers' | 'machine' | 'gitCommit' | 'reproduce'>} manifest
 * @returns {string}
 */
export function cardMarkdown(analysis, view, manifest) {
  const { startedAt, machine, gitCommit, reproduce } = manifest
  const verdict = analysis.verdicts.find(({ candidate }) => shown(candidate) === view.candidate)
  const [first = ''] = verdict ? verdictWords(verdict) : []
  const requests = verdict ? requestLines(analysis, verdict).map(line => ` ${escapeMarkdown(line)}`) : []
  const code = [...view.lines.slice(0, MOST_PLACES).map(inOneLine), waterfallParts(view).join('  ')].filter(Boolean)
  const node = nodeVersionsInWords(manifest)
  const where = `Measured ${formatMoment(startedAt)} UTC, Node ${node}, ${machine.cores} cores (${machine.cpuModel}), commit ${gitCommit ?? 'unknown'}.`
  const block = code.length > 0 ? ['', ...code.map(line => `    ${visible(line)}`), ''] : ['']
  const units = [`Units: ${view.what}.`, ...view.notes.slice(0, view.levels.length + 1)].join(' ')
  const notes = [units, where, `Repeat: ${reproduce}`]
  return [
    `**${escapeMarkdown(shown(first))}**${requests.join('')}`,
    ...block,
    ...notes.map(line => escapeMarkdown(shown(line)))
  ]
    .slice(0, MOST_LINES)
    .join('\n')
}

/** @param {CardView} view @param {number} width */
function costLines({ lines }, width) {
  return lines.flatMap(function rowsOf(line, index) {
    const before = lines[index - 1]
    const rows = withCost(blamedText(line), line.cost, width)
    return line.file === '' || before?.file === line.file ? rows : [shortenStart(line.file, width), ...rows]
  })
}

/** @param {CardLine} line */
function inOneLine(line) {
  const text = line.file === '' ? line.name : `${line.file}:${blamedText(line)}`
  return withCost(text, line.cost, PASTED_WIDTH)
    .map((row, index) => (index === 0 ? row : row.trimStart()))
    .join('  ')
}

/** Returns the number and the text of a source line, or what costs more there. @param {CardLine} line */
function blamedText({ file, line, name, source }) {
  const blamed = source.find(({ isBlamed }) => isBlamed)
  return file === '' ? name : `${line}  ${blamed ? blamed.text.trimStart() : name}`
}

/**
 * Returns a text with its cost at the end of the row, or of the next row where both do not fit into one.
 * @param {string} text
 * @param {string} cost
 * @param {number} width
 */
function withCost(text, cost, width) {
  const end = `${cost} per request`
  const room = Math.min(width, Math.max(text.length + end.length + 2, WIDTH)) - end.length - 2
  if (text.length <= room) return [`${text.padEnd(room)}  ${end}`]
  return [shorten(text, width), end.padStart(Math.min(width, WIDTH))]
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
