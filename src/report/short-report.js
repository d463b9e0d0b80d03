import { keyBlameSections } from './blame-sections.js'
import { cardSections } from './card-sections.js'
import { shortCheckLines } from './check-sections.js'
import { counterVerdictInWords, keptInWords } from './counter-words.js'
import { keyLatencySections, keyLoadSections } from './key-sections.js'
import { resourceSections } from './resource-sections.js'
import { questionOf, runLines, verdictLines } from './sections.js'
import { sizeSections } from './size-sections.js'
import { openingOf } from './verdict-words.js'

/**
 * @import { Analysis } from '../types.js'
 * @import { Section } from './sections.js'
 */

/** The sections that are left out first where there is no room for all, the first one first. */
const LEAST_FIRST = /** @type {const} */ ([
  'latencies',
  'checks',
  'sizes',
  'loads',
  'resources',
  'counters',
  'blames',
  'cards'
])

/**
 * Returns the report in short, for a terminal: what a person reads last comes last, the blame and the verdict. All else is in
 * summary.md and report.html.
 * @param {Analysis} analysis
 * @param {(sections: Section[]) => boolean} fits whether so much can be printed; sections are left out until it can
 * @returns {Section[]}
 */
export function shortReport(analysis, fits) {
  const parts = {
    question: [{ heading: questionOf(analysis) }],
    resources: resourceSections(analysis).map(withoutNotes),
    sizes: sizeSections(analysis).map(withoutNotes),
    loads: keyLoadSections(analysis),
    latencies: keyLatencySections(analysis),
    counters: counterSection(analysis),
    checks: [{ heading: 'Checks', lines: shortCheckLines(analysis) }],
    blames: keyBlameSections(analysis),
    cards: cardSections(analysis).map(withoutNotes),
    verdict: [verdictSection(analysis)]
  }
  for (const name of LEAST_FIRST) {
    if (fits(Object.values(parts).flat())) break
    parts[name] = []
  }
  return Object.values(parts).flat()
}

/**
 * Returns the verdicts of a run alone, with its question.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function verdictOnly(analysis) {
  return [{ ...verdictSection(analysis), heading: questionOf(analysis) }]
}

/** @param {Analysis} analysis @returns {Section} */
function verdictSection(analysis) {
  const { verdicts } = analysis
  return {
    heading: verdicts.length > 1 ? 'Verdicts' : 'Verdict',
    openings: verdicts.map(verdict => ({ text: openingOf(verdict), verdict })),
    lines: onceEach([...verdicts.flatMap(verdict => verdictLines(analysis, verdict)), ...runLines(analysis)])
  }
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
