import { blameSections } from './sections/blame-sections.js'
import { cardSections, overviewSections } from './sections/card-sections.js'
import { checkSections } from './sections/check-sections.js'
import { counterSections } from './sections/counter-sections.js'
import { decidedSections } from './sections/decided-sections.js'
import { importedSections } from './sections/imported-sections.js'
import { latencySections, loadSections } from './sections/load-sections.js'
import { machineSections } from './sections/machine-sections.js'
import { profileLines, profileSections } from './sections/profile-sections.js'
import { heavySections, overheadSections, tickSections } from './sections/profiler-sections.js'
import { requestSections } from './sections/request-sections.js'
import { companionSections, resourceSections, threadSections } from './sections/resource-sections.js'
import { fileSections, noteSections, questionOf, runLines, verdictLines } from './sections/sections.js'
import { totalSections } from './sections/total-sections.js'
import { waitSections } from './sections/wait-sections.js'
import { linesBeforeVerdicts } from './words/gate-words.js'

/** @import { Analysis } from '../types.js' */
/** @import { Section } from './sections/sections.js' */

/**
 * @typedef {object} Chapter a chapter of the report, and where it appears; one without a place does not appear there
 * @property {(analysis: Analysis) => Section[]} [sections] none where only a page has something to draw
 * @property {number} [terminal] its place among the tables that --verbose prints: the last is read first
 * @property {'open' | 'folded'} [summary] in summary.md, in the order of the rows: what is folded comes last
 * @property {[group: 'metrics' | 'trust' | 'raw', place: number, title?: string]} [page] in a part of the page that is opened: with a
 *   title all sections are shown together, and without one each by itself, by its heading
 */

/** @type {Record<string, Chapter>} by id */
export const chapters = {
  overview: { sections: overviewSections, terminal: 12, summary: 'open' },
  imported: { sections: importedSections, terminal: 13, summary: 'open', page: ['metrics', 0] },
  cards: { sections: cardSections, summary: 'open' },
  machines: { sections: machineSections, terminal: 14, summary: 'open', page: ['trust', 4, 'Machines'] },
  requests: { sections: requestSections, terminal: 11, summary: 'open', page: ['metrics', 1] },
  notes: { sections: noteSections, summary: 'folded' },
  bytes: { sections: resourceSections, terminal: 1, summary: 'folded', page: ['metrics', 7] },
  totals: { sections: totalSections, terminal: 2, summary: 'folded', page: ['trust', 5] },
  comparison: { sections: loadSections, terminal: 3, summary: 'folded', page: ['metrics', 2] },
  latency: { sections: latencySections, terminal: 4, summary: 'folded', page: ['metrics', 3] },
  companions: { sections: companionSections, terminal: 5, summary: 'folded', page: ['metrics', 9] },
  counters: { sections: counterSections, terminal: 6, summary: 'folded', page: ['metrics', 4] },
  blame: { sections: blameSections, terminal: 8, summary: 'folded', page: ['metrics', 5] },
  costs: { sections: profileSections, terminal: 10, summary: 'open', page: ['metrics', 5] },
  waits: { sections: waitSections, terminal: 9, summary: 'folded' },
  threads: { sections: threadSections, summary: 'folded', page: ['metrics', 6] },
  'bottom-up': { sections: heavySections, summary: 'folded' },
  ticks: { sections: tickSections, summary: 'folded', page: ['raw', 3, 'Ticks'] },
  overhead: { sections: overheadSections, summary: 'folded', page: ['trust', 6, 'Profiler overhead'] },
  checks: { sections: checkSections, terminal: 7, summary: 'folded', page: ['trust', 3, 'Checks'] },
  files: { sections: fileSections, summary: 'folded', page: ['raw', 2, 'Files'] },
  decided: { sections: decidedSections, page: ['trust', 2, 'What decided'] },
  slices: { page: ['trust', 1, 'Slices'] },
  reproduce: { page: ['raw', 1, 'Reproduce'] }
}

/** What a run of files of other tools has: the others are of servers that were measured. */
const ofImported = new Set(['imported', 'blame', 'costs', 'reproduce'])

/** Returns the chapters that a run can have. @param {Analysis} analysis */
export function chaptersFor({ imported }) {
  return Object.entries(chapters).filter(([id]) => !imported || ofImported.has(id))
}

/** @param {Analysis} analysis @returns {Record<string, Section[]>} */
export function chaptersOf(analysis) {
  return Object.fromEntries(chaptersFor(analysis).map(([id, { sections }]) => [id, sections?.(analysis) ?? []]))
}

/**
 * Returns the tables of a run for a terminal, which prints the run in short below them. All else is in summary.md and report.html.
 * @param {Analysis} analysis @returns {Section[]}
 */
export function tablesOf(analysis) {
  return chaptersFor(analysis)
    .map(([, chapter]) => chapter)
    .filter(({ terminal }) => terminal !== undefined)
    .sort((one, other) => (one.terminal ?? 0) - (other.terminal ?? 0))
    .flatMap(({ sections }) => sections?.(analysis) ?? [])
}

/** Returns the verdicts of a run alone, with its question. @param {Analysis} analysis @returns {Section[]} */
export function verdictOnly(analysis) {
  const verdicts = analysis.verdicts.flatMap(verdict => verdictLines(analysis, verdict))
  const lines = [...linesBeforeVerdicts(analysis), ...verdicts, ...profileLines(analysis), ...runLines(analysis)]
  return [{ heading: questionOf(analysis), lines: [...new Set(lines)] }]
}
