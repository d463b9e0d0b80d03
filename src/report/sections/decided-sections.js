import { cardView, notesOfCard } from '../words/card-words.js'
import { formatChangePoint } from '../words/format.js'
import { linesBeforeVerdicts } from '../words/gate-words.js'
import { significanceInWords } from '../words/verdict-words.js'
import { metricInWords, metricWords } from '../words/words.js'
import { verdictLines } from './sections.js'
import { sideNames } from './toggle-sections.js'

/** @import { Analysis } from '../../types.js' */
/** @import { Verdict } from '../../verdict/types.js' */
/** @import { Section } from './sections.js' */

/** Returns what decided each verdict, round by round, and what is to be known of its card. @param {Analysis} analysis @returns {Section[]} */
export function decidedSections(analysis) {
  const before = linesBeforeVerdicts(analysis)
  const first = before.length === 0 ? [] : [{ heading: 'Gates and baseline', lines: before }]
  return [...first, ...analysis.verdicts.map(verdict => decidedSection(verdict, analysis))]
}

/** @type {(verdict: Verdict, analysis: Analysis) => Section} */
function decidedSection(verdict, analysis) {
  const { candidate, baseline, metric, rounds } = verdict
  const { format } = metricWords[metric]
  const card = analysis.cards.find(each => each.candidate === candidate)
  const rows = rounds.map(({ round, baseline: one, candidate: other, ...change }) => [
    String(analysis.machines ? round : round + 1),
    format(one),
    format(other),
    formatChangePoint(change)
  ])
  const unit = analysis.machines ? 'machine' : 'round'
  const header = [unit, ...sideNames(analysis, { baseline, candidate }), 'change']
  return {
    heading: `${metricInWords(metric)} by ${unit}: ${candidate} compared with ${baseline}`,
    lines: [...verdictLines(analysis, verdict), significanceInWords(verdict)].filter(Boolean),
    ...(rows.length > 0 && { table: { header, rows, textColumns: 1 } }),
    notes: [
      `The estimate is the mean log-ratio over ${unit}s. The interval comes from the variation between ${unit}s.`
    ],
    details: card ? notesOfCard(cardView(card, analysis)) : []
  }
}
