import { chapters, shortForm } from '../chapters.js'
import { firstVerdictLines, questionOf, runLines, shortNotes, verdictLines } from '../sections/sections.js'
import { linesBeforeVerdicts } from '../words/against-words.js'
import { openingOf } from '../words/verdict-words.js'

/**
 * @import { Analysis } from '../../types.js'
 * @import { Section } from '../sections/sections.js'
 */

/**
 * Returns the report in short, for a terminal: what a person reads last comes last, the cards and the verdicts. All else is in
 * summary.md and report.html.
 * @param {Analysis} analysis
 * @param {(sections: Section[]) => boolean} fits whether so much can be printed
 * @param {number} [columns] of the terminal
 * @returns {Section[]}
 */
export function shortReport(analysis, fits, columns) {
  const parts = Object.values(chapters).flatMap(chapter => {
    const [place, importance] = chapter.terminal ?? []
    return place && importance ? [{ place, importance, sections: shortForm(chapter, analysis, columns) }] : []
  })
  let printed = inOrder([])
  /** @type {typeof parts} */
  const kept = []
  for (const part of parts.sort((one, other) => one.importance - other.importance)) {
    const more = inOrder([...kept, part])
    if (!fits(more)) continue
    kept.push(part)
    printed = more
  }
  return printed

  /** @param {typeof parts} shown */
  function inOrder(shown) {
    const sorted = [...shown].sort((one, other) => one.place - other.place)
    return [{ heading: questionOf(analysis) }, ...sorted.flatMap(({ sections }) => sections), verdictSection(analysis)]
  }
}

/**
 * Returns the verdicts of a run alone, with its question.
 * @param {Analysis} analysis
 * @returns {Section[]}
 */
export function verdictOnly(analysis) {
  const verdicts = analysis.verdicts.flatMap(verdict => verdictLines(analysis, verdict))
  const lines = [...linesBeforeVerdicts(analysis), ...verdicts, ...runLines(analysis)]
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
    ...runLines(analysis)
  ]
  return {
    heading: isOne ? 'Verdict' : 'Verdicts',
    openings: verdicts.map(verdict => ({ text: openingOf(verdict), verdict })),
    lines: [...new Set(lines)]
  }
}
