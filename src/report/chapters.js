import { blameSections } from './sections/blame-sections.js'
import { cardSections, overviewSections } from './sections/card-sections.js'
import { checkSections, shortCheckSections } from './sections/check-sections.js'
import { counterSections, shortCounterSections } from './sections/counter-sections.js'
import { decidedSections, totalSections } from './sections/decided-sections.js'
import { latencySections, loadSections } from './sections/load-sections.js'
import { profileLines, profileSections } from './sections/profile-sections.js'
import { heavySections, overheadSections, tickSections } from './sections/profiler-sections.js'
import { requestSections } from './sections/request-sections.js'
import { companionSections, resourceSections, threadSections } from './sections/resource-sections.js'
import {
  fileSections,
  firstVerdictLines,
  noteSections,
  questionOf,
  runLines,
  shortNoteSections,
  shortNotes,
  verdictLines
} from './sections/sections.js'
import { sizeSections } from './sections/size-sections.js'
import { linesBeforeVerdicts } from './words/gate-words.js'
import { openingOf } from './words/verdict-words.js'

/** @import { Analysis } from '../types.js' */
/** @import { Section } from './sections/sections.js' */

/**
 * @typedef {object} Chapter a chapter of the report, and where it appears; one without a place does not appear there
 * @property {(analysis: Analysis, columns?: number) => Section[]} [sections] none where only a page has something to draw. `columns`: of a
 *   terminal
 * @property {(analysis: Analysis) => Section[]} [short] the short form, where that is not the keys of the sections
 * @property {number} [terminal] its place among the tables that --verbose prints: the last is read first
 * @property {'open' | 'short' | 'short and folded' | 'folded'} [summary] in summary.md and in the comment, in the order of the rows:
 *   what is folded comes last. A comment that is too long has no more
 * @property {[group: 'metrics' | 'trust' | 'raw', place: number, title?: string]} [page] in a part of the page that is opened: with a
 *   title all sections are shown together, and without one each by itself, by its heading
 */

/** The verdicts come before all of them, or on a terminal last. @type {Record<string, Chapter>} by id */
export const chapters = {
  overview: { sections: overviewSections, terminal: 13, summary: 'open' },
  cards: { sections: cardSections, terminal: 11, summary: 'short' },
  requests: { sections: requestSections, terminal: 10, summary: 'open', page: ['metrics', 1] },
  notes: { sections: noteSections, short: shortNoteSections, terminal: 9, summary: 'folded' },
  bytes: { sections: resourceSections, terminal: 1, summary: 'folded', page: ['metrics', 7] },
  sizes: { sections: sizeSections, terminal: 2, summary: 'folded', page: ['metrics', 8] },
  comparison: { sections: loadSections, terminal: 3, summary: 'folded', page: ['metrics', 2] },
  latency: { sections: latencySections, terminal: 4, summary: 'folded', page: ['metrics', 3] },
  companions: { sections: companionSections, terminal: 5, summary: 'folded', page: ['metrics', 9] },
  counters: {
    sections: counterSections,
    short: shortCounterSections,
    terminal: 6,
    summary: 'folded',
    page: ['metrics', 4]
  },
  blame: { sections: blameSections, terminal: 8, summary: 'short and folded', page: ['metrics', 5] },
  costs: { sections: profileSections, terminal: 12, summary: 'short and folded', page: ['metrics', 5] },
  threads: { sections: threadSections, summary: 'folded', page: ['metrics', 6] },
  'bottom-up': { sections: heavySections, summary: 'folded' },
  ticks: { sections: tickSections, summary: 'folded', page: ['raw', 3, 'Ticks'] },
  overhead: { sections: overheadSections, summary: 'folded', page: ['trust', 6, 'Profiler overhead'] },
  checks: {
    sections: checkSections,
    short: shortCheckSections,
    terminal: 7,
    summary: 'folded',
    page: ['trust', 3, 'Checks']
  },
  files: { sections: fileSections, summary: 'folded', page: ['raw', 2, 'Files'] },
  decided: { sections: decidedSections, page: ['trust', 2, 'What decided'] },
  totals: { sections: totalSections, page: ['trust', 5, 'Totals'] },
  slices: { page: ['trust', 1, 'Slices'] },
  reproduce: { page: ['raw', 1, 'Reproduce'] }
}

/** @param {Analysis} analysis @returns {Record<string, Section[]>} */
export function chaptersOf(analysis) {
  return Object.fromEntries(Object.entries(chapters).map(([id, { sections }]) => [id, sections?.(analysis) ?? []]))
}

/**
 * Returns a chapter in short: the keys of its sections.
 * @type {(chapter: Chapter, analysis: Analysis, columns?: number) => Section[]}
 */
export function shortForm({ sections, short }, analysis, columns) {
  if (short) return short(analysis)
  const all = sections?.(analysis, columns) ?? []
  return all.flatMap(({ key, notes: _, details: __, ...section }) => (key ? [{ ...section, ...key }] : []))
}

/**
 * Returns the tables of a run for a terminal: what a person reads last comes last, the cards and the verdicts. All else is in
 * summary.md and report.html.
 * @param {Analysis} analysis
 * @param {number} [columns] of the terminal
 * @returns {Section[]}
 */
export function verboseReport(analysis, columns) {
  const placed = Object.values(chapters).filter(({ terminal }) => terminal !== undefined)
  const sorted = placed.sort((one, other) => (one.terminal ?? 0) - (other.terminal ?? 0))
  const sections = sorted.flatMap(chapter => shortForm(chapter, analysis, columns))
  return [{ heading: questionOf(analysis) }, ...sections, verdictSection(analysis)]
}

/** Returns the verdicts of a run alone, with its question. @param {Analysis} analysis @returns {Section[]} */
export function verdictOnly(analysis) {
  const verdicts = analysis.verdicts.flatMap(verdict => verdictLines(analysis, verdict))
  const lines = [...linesBeforeVerdicts(analysis), ...verdicts, ...profileLines(analysis), ...runLines(analysis)]
  return [{ ...verdictSection(analysis), heading: questionOf(analysis), lines: [...new Set(lines)] }]
}

/** @param {Analysis} analysis @returns {Section} each sentence once, however many candidates it is of */
function verdictSection(analysis) {
  const { verdicts } = analysis
  const isOne = verdicts.length === 1
  const lines = [
    ...linesBeforeVerdicts(analysis),
    ...verdicts.flatMap(verdict => firstVerdictLines(analysis, verdict)),
    ...(isOne ? shortNotes(analysis) : []),
    ...profileLines(analysis),
    ...runLines(analysis)
  ]
  return {
    heading: analysis.profile ? 'Result' : isOne ? 'Verdict' : 'Verdicts',
    openings: verdicts.map(verdict => ({ text: openingOf(verdict), verdict })),
    lines: [...new Set(lines)]
  }
}
