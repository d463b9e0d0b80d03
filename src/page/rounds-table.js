import { formatPercent } from '../report/format.js'
import { metricInWords, metricWords } from '../report/words.js'
import { roundEffects } from '../verdict/round-effects.js'

/**
 * @import { Section } from '../report/sections.js'
 * @import { SavedRun } from '../runs/read-run.js'
 * @import { Verdict } from '../verdict/types.js'
 */

/**
 * The rounds that a verdict is made of, as a table.
 * @param {Verdict} verdict
 * @param {SavedRun} run
 * @returns {Section}
 */
export function roundsSection(verdict, run) {
  const { baseline, candidate, metric } = verdict
  const { format } = metricWords[metric]
  const rows = roundEffects(verdict, run).map(({ round, baseline: one, candidate: other, relative }) => [
    String(round + 1),
    format(one),
    format(other),
    `${relative > 0 ? '+' : ''}${formatPercent(relative)}`
  ])
  return {
    heading: `Round by round: ${metricInWords(metric)} of each server process, ${candidate} against ${baseline}`,
    table: { header: ['round', baseline, candidate, 'change'], rows, textColumns: 1 },
    notes: ['The verdict is the mean of these changes on a logarithm, and its interval what they differ by.']
  }
}
