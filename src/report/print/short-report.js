import { keyBlameSections } from '../sections/blame-sections.js'
import { cardSections } from '../sections/card-sections.js'
import { shortCheckLines } from '../sections/check-sections.js'
import { companionSections } from '../sections/companion-sections.js'
import { keyLatencySections, keyLoadSections } from '../sections/key-sections.js'
import { overviewSections } from '../sections/overview-sections.js'
import { keyRequestSections } from '../sections/request-sections.js'
import { resourceSections } from '../sections/resource-sections.js'
import { firstVerdictLines, questionOf, runLines, verdictLines, verdictNotes } from '../sections/sections.js'
import { sizeSections } from '../sections/size-sections.js'
import { linesBeforeVerdicts } from '../words/against-words.js'
import { transferInWords } from '../words/card-notes.js'
import { counterVerdictInWords, keptInWords } from '../words/counter-words.js'
import { openingOf } from '../words/verdict-words.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Verdict } from '../../verdict/types.js'
 * @import { Section } from '../sections/sections.js'
 */

/** Where there is no room for all sections, each is printed if it fits beside those before it. The cards have the blame. */
const MOST_IMPORTANT_FIRST = /** @type {const} */ ([
  'overview',
  'cards',
  'requests',
  'resources',
  'notes',
  'counters',
  'loads',
  'companions',
  'blames',
  'sizes',
  'checks',
  'latencies'
])

/**
 * Returns the report in short, for a terminal: what a person reads last comes last, the cards and the verdicts. All else is in
 * summary.md and report.html.
 * @param {Analysis} analysis
 * @param {(sections: Section[]) => boolean} fits whether so much can be printed
 * @param {number} [columns] of the terminal
 * @returns {Section[]}
 */
export function shortReport(analysis, fits, columns) {
  /** @type {Record<(typeof MOST_IMPORTANT_FIRST)[number] | 'question' | 'verdict', Section[]>} */
  const parts = {
    question: [{ heading: questionOf(analysis) }],
    resources: resourceSections(analysis).map(withoutNotes),
    sizes: sizeSections(analysis).map(withoutNotes),
    loads: keyLoadSections(analysis),
    latencies: keyLatencySections(analysis),
    companions: companionSections(analysis).map(withoutNotes),
    counters: counterSection(analysis),
    checks: [{ heading: 'Checks', lines: shortCheckLines(analysis) }],
    blames: keyBlameSections(analysis),
    notes: noteSection(analysis),
    requests: keyRequestSections(analysis),
    cards: cardSections(analysis, columns).map(withoutNotes),
    overview: overviewSections(analysis).map(withoutNotes),
    verdict: [verdictSection(analysis)]
  }
  const shown = { ...parts, ...Object.fromEntries(MOST_IMPORTANT_FIRST.map(name => [name, []])) }
  for (const name of MOST_IMPORTANT_FIRST) {
    const more = { ...shown, [name]: parts[name] }
    if (fits(Object.values(more).flat())) shown[name] = parts[name]
  }
  return Object.values(shown).flat()
}

/**
 * Returns the verdicts of a run alone, with its question.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function verdictOnly(analysis) {
  const verdicts = analysis.verdicts.flatMap(verdict => verdictLines(analysis, verdict))
  const lines = [...linesBeforeVerdicts(analysis), ...verdicts, ...runLines(analysis)]
  return [{ ...verdictSection(analysis), heading: questionOf(analysis), lines: onceEach(lines) }]
}

/** @param {Analysis} analysis @returns {Section} */
function verdictSection(analysis) {
  const { verdicts } = analysis
  const isOne = verdicts.length === 1
  const notes = isOne ? verdicts.flatMap(verdict => notesOf(analysis, verdict)) : []
  return {
    heading: isOne ? 'Verdict' : 'Verdicts',
    openings: verdicts.map(verdict => ({ text: openingOf(verdict), verdict })),
    lines: onceEach([
      ...linesBeforeVerdicts(analysis),
      ...verdicts.flatMap(verdict => firstVerdictLines(analysis, verdict)),
      ...notes,
      ...runLines(analysis)
    ])
  }
}

/**
 * Returns the notes on several verdicts, which would stand between them and the cards.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
function noteSection(analysis) {
  const { verdicts } = analysis
  const lines = verdicts.length > 1 ? verdicts.flatMap(verdict => notesOf(analysis, verdict)) : []
  return lines.length === 0 ? [] : [{ heading: 'Notes on the verdicts', lines: onceEach(lines) }]
}

/** @param {Analysis} analysis @param {Verdict} verdict */
function notesOf(analysis, verdict) {
  const transfers = analysis.cards.filter(({ candidate }) => candidate === verdict.candidate).map(transferInWords)
  return [...verdictNotes(analysis, verdict), ...transfers.filter(Boolean)]
}

/** @param {Analysis} analysis @returns {Section[]} */
function counterSection({ counters }) {
  const lines = counters
    .filter(({ rows, kept }) => rows.length > 0 || kept)
    .flatMap(comparison => [counterVerdictInWords(comparison), ...keptInWords(comparison)])
  return lines.length === 0 ? [] : [{ heading: 'Counters per request', lines: onceEach(lines) }]
}

/**
 * Returns sentences without those that are the same for several candidates.
 * @param {string[]} lines
 */
function onceEach(lines) {
  return [...new Set(lines)]
}

/** @param {Section} section @returns {Section} */
function withoutNotes({ notes: _, details: __, ...section }) {
  return section
}
